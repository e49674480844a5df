#include "core/game/properties.hpp"
#include "core/support/error.hpp"
#include "tests/core/game/example_games.hpp"
#include "tests/core/game/naive.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;
using namespace troupe::test;

namespace {

/// The same goal after one of the edits of the paper's smoothness study.
goal edited(const goal& aim, random_stream& stream) {
  auto atoms = aim.atoms();
  auto options = aim.options();
  if (options.empty() || stream.below(4) == 0) {
    if (atoms.empty())
      atoms = random_atoms(1, stream);
    if (options.size() < options.max_size())
      options.push_back(random_options(atoms, 1, 3, stream)[0]);
    return {atoms, options};
  }
  auto row = stream.below(options.size());
  auto bit = static_cast<std::uint8_t>(1U << stream.below(atoms.size()));
  switch (stream.below(3)) {
  case 0:
    options.erase(options.begin() + static_cast<std::ptrdiff_t>(row));
    break;
  case 1:
    options[row].required ^= bit;
    options[row].forbidden &= static_cast<std::uint8_t>(~bit);
    break;
  default:
    options[row].forbidden ^= bit;
    options[row].required &= static_cast<std::uint8_t>(~bit);
  }
  return {atoms, options};
}

constexpr double rounding = 1e-12;

} // namespace

BOOST_AUTO_TEST_SUITE(properties_test)

BOOST_AUTO_TEST_CASE(example_games_have_their_exact_values) {
  for (const auto& example : example_games())
    BOOST_TEST_CONTEXT(example.name) {
      auto values = troupe::properties(example.played);
      BOOST_TEST(values.exploration_difficulty == example.exploration_difficulty);
      BOOST_TEST(values.competitiveness == example.competitiveness);
      BOOST_TEST(values.cooperativeness == 1 - example.competitiveness,
                 boost::test_tools::tolerance(rounding));
      BOOST_TEST(!values.trivial);
    }
}

BOOST_AUTO_TEST_CASE(values_are_those_of_counting_states_one_by_one) {
  random_stream stream{1};
  for (int round = 0; round < 1500; ++round) {
    auto players = 1 + stream.below(3);
    auto played = random_game(players, players == 3 ? 4 : 6, stream);
    auto values = troupe::properties(played);
    auto counted = physically(played).count();
    auto any = counted.states - counted.none;
    BOOST_TEST_REQUIRE(values.exploration_difficulty == counted.none / counted.states);
    BOOST_TEST_REQUIRE(values.cooperativeness == (any == 0 ? 0 : counted.all / any));
    BOOST_TEST_REQUIRE(values.competitiveness == (any == 0 ? 0 : (any - counted.all) / any));
  }
}

BOOST_AUTO_TEST_CASE(goals_about_twelve_predicates_of_other_players_are_counted) {
  // Three players, six atoms about opponents each: 12 predicates per goal, most of them shared.
  random_stream stream{2};
  goal::atom_list atoms;
  for (std::size_t i = 0; atoms.size() < 6; ++i)
    if (to_string(atom::at(i)).find("opponent") != std::string::npos)
      atoms.push_back(atom::at(i));
  for (int round = 0; round < 5; ++round) {
    game played{goal{atoms, random_options(atoms, 6, 3, stream)},
                goal{atoms, random_options(atoms, 6, 3, stream)},
                goal{atoms, random_options(atoms, 6, 3, stream)}};
    auto counted = physically(played).count();
    BOOST_TEST(troupe::properties(played).exploration_difficulty == counted.none / counted.states);
    BOOST_TEST(troupe::properties(played).cooperativeness
               == counted.all / (counted.states - counted.none));
  }
}

BOOST_AUTO_TEST_CASE(the_largest_game_is_counted) {
  // 18 atoms, each about two opponents: 36 predicates that nobody shares. One option of six atoms
  // that each hold in 3 of 4 states.
  std::vector<goal> goals;
  for (auto colour : words<object_colour>) {
    std::string text;
    for (auto shape : {"cube", "sphere", "pyramid"})
      for (auto how : {"near", "hold"})
        text += (text.empty() ? "" : " & ") + std::string{how} + "(opponent, " + std::string{colour}
                + " " + shape + ")";
    goals.push_back(parse_goal(text));
  }
  auto rewarded = 1.0;
  for (int i = 0; i < 6; ++i)
    rewarded *= 0.75;
  auto nobody = (1 - rewarded) * (1 - rewarded) * (1 - rewarded);
  BOOST_TEST(troupe::properties(game{goals}).exploration_difficulty == nobody,
             boost::test_tools::tolerance(rounding));
}

BOOST_AUTO_TEST_CASE(nobody_ever_rewarded_is_neither_cooperative_nor_competitive) {
  auto values = troupe::properties(game{goal{}, goal{}});
  BOOST_TEST(values.exploration_difficulty == 1);
  BOOST_TEST(values.cooperativeness == 0);
  BOOST_TEST(values.competitiveness == 0);
  BOOST_TEST(values.trivial);
}

BOOST_AUTO_TEST_CASE(a_single_player_cooperates) {
  auto values = troupe::properties(game{parse_goal("hold(me, black cube)")});
  BOOST_TEST(values.cooperativeness == 1);
  BOOST_TEST(values.competitiveness == 0);
  BOOST_TEST(!values.trivial);
  BOOST_TEST(troupe::properties(game{parse_goal("see(opponent, me)")}).trivial);
}

BOOST_AUTO_TEST_CASE(options_and_predicates_are_counted_over_all_goals) {
  auto values = troupe::properties(game{parse_goal("hold(me, black cube) & see(me, opponent)"),
                                        parse_goal("hold(me, black cube) | on(me, blue floor)")});
  BOOST_TEST(values.options == 2);
  BOOST_TEST(values.predicates == 3);
}

BOOST_AUTO_TEST_CASE(distances_are_a_metric) {
  random_stream stream{3};
  for (int round = 0; round < 2000; ++round) {
    auto pool = random_atoms(6, stream);
    auto a = random_goal(pool, stream);
    auto b = random_goal(pool, stream);
    auto c = random_goal(pool, stream);
    BOOST_TEST_REQUIRE(distance(a, a) == 0);
    BOOST_TEST_REQUIRE((distance(a, b) == 0) == (a == b));
    BOOST_TEST_REQUIRE(distance(a, b) == distance(b, a));
    BOOST_TEST_REQUIRE(distance(a, c) <= distance(a, b) + distance(b, c) + rounding);
    auto players = 1 + stream.below(3);
    auto x = random_game(players, 4, stream);
    auto y = random_game(players, 4, stream);
    auto z = random_game(players, 4, stream);
    BOOST_TEST_REQUIRE(distance(x, x) == 0);
    BOOST_TEST_REQUIRE(distance(x, y) == distance(y, x));
    BOOST_TEST_REQUIRE(distance(x, z) <= distance(x, y) + distance(y, z) + rounding);
    BOOST_TEST_REQUIRE((distance(x, y) == 0) == equivalent(x, y));
    if (players > 1)
      BOOST_TEST_REQUIRE(equivalent(x, y) == (x == y));
  }
}

BOOST_AUTO_TEST_CASE(distance_is_the_fraction_of_states_where_rewards_differ) {
  random_stream stream{4};
  for (int round = 0; round < 1000; ++round) {
    auto pool = random_atoms(6, stream);
    std::vector<goal> goals{random_goal(pool, stream), random_goal(pool, stream)};
    auto counted = naive_goals{goals, {0, 0}, 2}.count();
    BOOST_TEST_REQUIRE(distance(goals[0], goals[1]) == counted.differ / counted.states);
  }
}

BOOST_AUTO_TEST_CASE(games_of_different_numbers_of_players_have_no_distance) {
  BOOST_CHECK_THROW(distance(game{goal{}}, game{goal{}, goal{}}), user_error);
  BOOST_TEST(!equivalent(game{goal{}}, game{goal{}, goal{}}));
}

BOOST_AUTO_TEST_CASE(an_absent_opponent_makes_games_of_one_player_equivalent) {
  BOOST_TEST(equivalent(game{parse_goal("hold(me, black cube) | see(me, opponent)")},
                        game{parse_goal("hold(me, black cube)")}));
}

BOOST_AUTO_TEST_CASE(exploration_difficulty_is_n_lipschitz) {
  random_stream stream{5};
  for (int round = 0; round < 3000; ++round) {
    auto players = 1 + stream.below(3);
    auto before = random_game(players, 5, stream);
    auto goals = goals_of(before);
    auto& changed = goals[stream.below(players)];
    changed = edited(changed, stream);
    game after{goals};
    auto change = std::abs(troupe::properties(before).exploration_difficulty
                           - troupe::properties(after).exploration_difficulty);
    BOOST_TEST_REQUIRE(change <= static_cast<double>(players) * distance(before, after) + rounding);
  }
}

BOOST_AUTO_TEST_CASE(cooperativeness_of_two_is_lipschitz_in_one_goal) {
  random_stream stream{6};
  for (int round = 0; round < 3000; ++round) {
    auto before = random_game(2, 5, stream);
    game after{edited(before.goals()[0], stream), before.goals()[1]};
    auto old_values = troupe::properties(before);
    auto new_values = troupe::properties(after);
    if (old_values.exploration_difficulty == 1)
      continue;
    auto bound = 2 * distance(before, after) / (1 - old_values.exploration_difficulty) + rounding;
    BOOST_TEST_REQUIRE(std::abs(old_values.cooperativeness - new_values.cooperativeness) <= bound);
  }
}

BOOST_AUTO_TEST_CASE(a_game_has_one_to_three_goals) {
  BOOST_CHECK_THROW(game{std::vector<goal>{}}, user_error);
  BOOST_CHECK_THROW(game{std::vector<goal>(4)}, user_error);
}

BOOST_AUTO_TEST_SUITE_END()
