#include "core/game/atom.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(atom_test)

BOOST_AUTO_TEST_CASE(there_are_212_by_relation) {
  std::array<int, 4> by_relation{};
  for (std::size_t i = 0; i < troupe::atom::count; ++i)
    ++by_relation[static_cast<std::size_t>(troupe::atom::at(i).relation())];
  BOOST_TEST(by_relation == (std::array{18, 54, 74, 66}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_are_different) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < troupe::atom::count; ++i)
    names.insert(to_string(troupe::atom::at(i)));
  BOOST_TEST(names.size() == troupe::atom::count);
}

BOOST_AUTO_TEST_CASE(every_atom_is_found_by_its_parts) {
  for (std::size_t i = 0; i < troupe::atom::count; ++i) {
    auto a = troupe::atom::at(i);
    BOOST_TEST((find_atom(a.relation(), a.first(), a.second()) == a));
  }
}

BOOST_AUTO_TEST_CASE(only_sight_of_or_by_a_player_has_a_direction) {
  for (std::size_t i = 0; i < troupe::atom::count; ++i) {
    auto a = troupe::atom::at(i);
    bool has_player = std::holds_alternative<player_reference>(a.first())
                      || std::holds_alternative<player_reference>(a.second());
    bool directed = a.relation() == relation::see && has_player;
    BOOST_TEST((find_atom(a.relation(), a.second(), a.first()) == a) == !directed);
  }
}

BOOST_AUTO_TEST_CASE(symmetric_arguments_are_in_the_order_of_the_papers_table) {
  object_kind black_cube{object_colour::black, object_shape::cube};
  object_kind purple_cube{object_colour::purple, object_shape::cube};
  object_kind black_sphere{object_colour::black, object_shape::sphere};
  object_kind black_pyramid{object_colour::black, object_shape::pyramid};
  auto near = [](const entity& a, const entity& b) {
    return to_string(find_atom(relation::near, a, b).value());
  };
  BOOST_TEST(near(player_reference::me, black_cube) == "near(black cube, me)");
  BOOST_TEST(near(purple_cube, player_reference::me) == "near(me, purple cube)");
  BOOST_TEST(near(black_sphere, black_pyramid) == "near(black pyramid, black sphere)");
  BOOST_TEST(to_string(find_atom(relation::on, floor_colour::orange, purple_cube).value())
             == "on(purple cube, orange floor)");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_related_is_no_atom) {
  object_kind cube{object_colour::black, object_shape::cube};
  object_kind slab{object_colour::black, object_shape::slab};
  using enum player_reference;
  BOOST_TEST(!find_atom(relation::near, me, opponent));
  BOOST_TEST(!find_atom(relation::see, me, me));
  BOOST_TEST(!find_atom(relation::hold, me, opponent));
  BOOST_TEST(!find_atom(relation::hold, cube, cube));
  BOOST_TEST(!find_atom(relation::hold, me, slab));
  BOOST_TEST(!find_atom(relation::on, me, cube));
  BOOST_TEST(!find_atom(relation::near, me, floor_colour::blue));
}

BOOST_AUTO_TEST_CASE(words_are_read_back) {
  for (auto name : words<floor_colour>)
    BOOST_TEST(to_string(from_string<floor_colour>(name).value()) == name);
  BOOST_TEST(!from_string<object_shape>("floor"));
  BOOST_TEST((from_string<player_colour>("green") == player_colour::green));
}

BOOST_AUTO_TEST_SUITE_END()
