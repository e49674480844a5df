#include "core/game/goal_text.hpp"
#include "core/game/recolouring.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace troupe;
using namespace troupe::test;

BOOST_AUTO_TEST_SUITE(recolouring_test)

BOOST_AUTO_TEST_CASE(colours_change_within_their_group) {
  troupe::recolouring change;
  std::swap(change.colours[static_cast<std::size_t>(colour_group::spheres)][0],
            change.colours[static_cast<std::size_t>(colour_group::spheres)][2]);
  std::swap(change.colours[static_cast<std::size_t>(colour_group::floors)][3],
            change.colours[static_cast<std::size_t>(colour_group::floors)][5]);
  auto recoloured = [&](const char* text) { return to_string(recolour(parse_goal(text), change)); };
  BOOST_TEST(recoloured("hold(me, yellow sphere)") == "hold(me, black sphere)");
  BOOST_TEST(recoloured("hold(me, yellow cube)") == "hold(me, yellow cube)");
  BOOST_TEST(recoloured("on(black sphere, blue floor)") == "on(yellow sphere, white floor)");
  BOOST_TEST(recoloured("near(black sphere, purple cube)") == "near(purple cube, yellow sphere)");
}

BOOST_AUTO_TEST_CASE(the_default_changes_nothing) {
  for (std::size_t i = 0; i < atom::count; ++i)
    BOOST_TEST((recolour(atom::at(i), {}) == atom::at(i)));
}

BOOST_AUTO_TEST_CASE(every_recolouring_permutes_the_atoms) {
  random_stream stream{1};
  for (int round = 0; round < 200; ++round) {
    auto change = random_recolouring(stream);
    std::set<atom> images;
    for (std::size_t i = 0; i < atom::count; ++i) {
      auto image = recolour(atom::at(i), change);
      images.insert(image);
      BOOST_TEST_REQUIRE((structure(image).skeleton == structure(atom::at(i)).skeleton));
      BOOST_TEST_REQUIRE((structure(image).roles == structure(atom::at(i)).roles));
    }
    BOOST_TEST_REQUIRE(images.size() == atom::count);
  }
}

BOOST_AUTO_TEST_CASE(structure_tells_atoms_apart) {
  for (std::size_t i = 0; i < atom::count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      BOOST_TEST_REQUIRE(!(structure(atom::at(i)) == structure(atom::at(j))));
}

BOOST_AUTO_TEST_CASE(objects_alone_can_be_recoloured) {
  random_stream stream{2};
  for (int round = 0; round < 100; ++round) {
    auto change = random_object_recolouring(stream);
    BOOST_TEST((change.colours.back() == troupe::recolouring{}.colours.back()));
  }
}

BOOST_AUTO_TEST_CASE(recoloured_games_have_the_same_canonical_recolouring) {
  random_stream stream{3};
  for (int round = 0; round < 4000; ++round) {
    auto played = random_game(1 + stream.below(3), 1 + stream.below(6), stream);
    auto canonical = canonical_recolouring(played);
    auto recoloured = recolour(played, random_recolouring(stream));
    BOOST_TEST_REQUIRE((canonical_recolouring(recoloured) == canonical));
    BOOST_TEST_REQUIRE((canonical_recolouring(canonical) == canonical));
  }
}

BOOST_AUTO_TEST_CASE(the_canonical_recolouring_is_a_recolouring) {
  // Few colours, so that one of many draws hits it.
  random_stream stream{4};
  for (int round = 0; round < 20; ++round) {
    auto atoms = random_atoms(1, stream);
    game played{random_goal(atoms, stream), random_goal(atoms, stream)};
    auto canonical = canonical_recolouring(played);
    bool found = false;
    for (int draw = 0; draw < 3000 && !found; ++draw)
      found = recolour(played, random_recolouring(stream)) == canonical;
    BOOST_TEST(found);
  }
}

BOOST_AUTO_TEST_CASE(symmetric_games_have_a_canonical_recolouring) {
  // Any floor will do: all colours of floors are alike, 720 orders are tried.
  std::string any_floor;
  for (auto colour : words<floor_colour>)
    any_floor += (any_floor.empty() ? "on(me, " : " | on(me, ") + std::string{colour} + " floor)";
  game played{parse_goal(any_floor), parse_goal("on(me, white floor)")};
  game other{parse_goal(any_floor), parse_goal("on(me, brown floor)")};
  BOOST_TEST((canonical_recolouring(played) == canonical_recolouring(other)));
}

BOOST_AUTO_TEST_CASE(constant_goals_do_not_spoil_the_canonical_recolouring) {
  goal always{{}, option_list{option{}}};
  BOOST_TEST((canonical_recolouring(game{always, parse_goal("hold(me, black cube)")})
              == canonical_recolouring(game{always, parse_goal("hold(me, purple cube)")})));
}

BOOST_AUTO_TEST_CASE(different_games_stay_different) {
  auto canonical = [](const char* a, const char* b) {
    return canonical_recolouring(game{parse_goal(a), parse_goal(b)});
  };
  BOOST_TEST((canonical("hold(me, black cube)", "hold(me, black cube)")
              != canonical("hold(me, black cube)", "hold(me, purple cube)")));
  BOOST_TEST((canonical("hold(me, black cube)", "hold(opponent, black cube)")
              != canonical("hold(opponent, black cube)", "hold(me, black cube)")));
}

BOOST_AUTO_TEST_SUITE_END()
