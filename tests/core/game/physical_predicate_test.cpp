#include "core/game/goal_text.hpp"
#include "core/game/physical_predicate.hpp"
#include "tests/core/game/naive.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace troupe;
using namespace troupe::test;

namespace {

troupe::physical_predicate only_meaning(const char* text, std::size_t viewer, std::size_t players) {
  auto meanings = meaning(parse_goal(text).atoms()[0], viewer, players);
  BOOST_TEST_REQUIRE(meanings.size() == 1);
  return meanings[0];
}

std::string name_of(const physical_entity& thing) {
  if (const auto* player = std::get_if<physical_player>(&thing))
    return player_name(player->index);
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return to_string(entity{*floor});
  return to_string(entity{std::get<object_kind>(thing)});
}

} // namespace

BOOST_AUTO_TEST_SUITE(physical_predicate_test)

BOOST_AUTO_TEST_CASE(there_are_258_for_three_players) {
  std::set<std::size_t> used;
  for (std::size_t viewer = 0; viewer < 3; ++viewer)
    for (std::size_t i = 0; i < atom::count; ++i)
      for (auto predicate : meaning(atom::at(i), viewer, 3))
        used.insert(predicate.index());
  BOOST_TEST(used.size() == troupe::physical_predicate::count);
  BOOST_TEST(*used.rbegin() + 1 == troupe::physical_predicate::count);
}

BOOST_AUTO_TEST_CASE(what_one_player_calls_me_another_calls_opponent) {
  BOOST_TEST((only_meaning("see(me, opponent)", 0, 2) == only_meaning("see(opponent, me)", 1, 2)));
  BOOST_TEST((only_meaning("see(me, opponent)", 0, 2) != only_meaning("see(me, opponent)", 1, 2)));
  BOOST_TEST(
      (only_meaning("hold(me, black cube)", 2, 3) != only_meaning("hold(me, black cube)", 1, 3)));
}

BOOST_AUTO_TEST_CASE(atoms_mean_what_their_definition_says) {
  for (std::size_t players = 1; players <= 3; ++players)
    for (std::size_t viewer = 0; viewer < players; ++viewer)
      for (std::size_t i = 0; i < atom::count; ++i) {
        std::vector<std::string> names;
        for (auto predicate : meaning(atom::at(i), viewer, players))
          names.push_back(std::string{to_string(predicate.relation())} + " "
                          + name_of(predicate.first()) + ", " + name_of(predicate.second()));
        BOOST_TEST_REQUIRE(names == naive_meaning(atom::at(i), viewer, players),
                           boost::test_tools::per_element());
      }
}

BOOST_AUTO_TEST_CASE(an_opponent_of_nobody_makes_an_atom_false) {
  predicate_state everything;
  everything.set();
  BOOST_TEST(rewards(game{parse_goal("see(me, opponent)")}, everything)[0] == 0);
  BOOST_TEST(rewards(game{parse_goal("!see(me, opponent)")}, everything)[0] == 1);
}

BOOST_AUTO_TEST_CASE(rewards_are_those_of_a_naive_evaluation) {
  random_stream stream{1};
  for (int round = 0; round < 2000; ++round) {
    auto players = 1 + stream.below(3);
    auto played = random_game(players, 6, stream);
    predicate_state state;
    for (std::size_t i = 0; i < state.size(); ++i)
      state[i] = stream.chance(0.4);
    auto earned = rewards(played, state);
    for (std::size_t player = 0; player < players; ++player) {
      const auto& aim = played.goals()[player];
      bool expected = false;
      for (auto way : aim.options()) {
        bool holds = true;
        for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
          bool truth = false;
          for (auto predicate : meaning(aim.atoms()[i], player, players))
            truth = truth || state[predicate.index()];
          holds =
              holds && !((way.required >> i & 1) && !truth) && !((way.forbidden >> i & 1) && truth);
        }
        expected = expected || holds;
      }
      BOOST_TEST_REQUIRE(earned[player] == (expected ? 1.F : 0.F));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
