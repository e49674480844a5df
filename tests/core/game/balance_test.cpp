#include "core/game/balance.hpp"
#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "tests/core/game/example_games.hpp"
#include "tests/core/game/naive.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <set>

using namespace troupe;
using namespace troupe::test;

namespace {

/// Calls `visit` for each of the 3!^3 · 6! recolourings.
template <class Visit>
void for_each_recolouring(Visit&& visit, recolouring change = {}, std::size_t group = 0) {
  if (group == colour_group_count) {
    visit(change);
    return;
  }
  auto begin = change.colours[group].begin();
  auto end = begin + static_cast<std::ptrdiff_t>(group_size(group));
  do
    for_each_recolouring(visit, change, group + 1);
  while (std::next_permutation(begin, end));
}

/// Everything that a goal can become by recolouring.
std::vector<goal> recoloured_goals(const goal& aim) {
  std::set<std::vector<atom>> seen;
  std::vector<goal> all;
  for_each_recolouring([&](const recolouring& change) {
    std::vector<atom> atoms;
    for (auto predicate : aim.atoms())
      atoms.push_back(recolour(predicate, change));
    if (seen.insert(atoms).second)
      all.push_back(recolour(aim, change));
  });
  return all;
}

/// Balance by its definition.
double naive_balance(const game& played) {
  std::vector<std::vector<goal>> games{{played.goals()[0]}};
  for (std::size_t k = 1; k < played.players(); ++k) {
    std::vector<std::vector<goal>> extended;
    for (const auto& aim : recoloured_goals(played.goals()[k]))
      for (auto goals : games) {
        goals.push_back(aim);
        extended.push_back(goals);
      }
    games = std::move(extended);
  }
  double best = 0;
  for (const auto& goals : games)
    for (const auto& views : {std::vector<std::size_t>{0, 1, 2}, std::vector<std::size_t>{0, 0, 0}})
      best = std::max(best, naive_goals{goals, views, played.players()}.cooperativeness());
  return best;
}

/// Atoms with much in common, so that recolourings matter: a few and their images.
goal::atom_list related_atoms(std::size_t drawn, random_stream& stream) {
  auto atoms = random_atoms(drawn, stream);
  auto change = random_recolouring(stream);
  for (std::size_t i = 0; i < drawn; ++i)
    if (auto image = recolour(atoms[i], change);
        std::find(atoms.begin(), atoms.end(), image) == atoms.end())
      atoms.push_back(image);
  return atoms;
}

} // namespace

BOOST_AUTO_TEST_SUITE(balance_test)

BOOST_AUTO_TEST_CASE(example_games_have_their_exact_values) {
  for (const auto& example : example_games())
    BOOST_TEST(troupe::balance(example.played) == example.balance, example.name);
}

BOOST_AUTO_TEST_CASE(two_players_have_the_balance_of_trying_all_recolourings) {
  random_stream stream{1};
  for (int round = 0; round < 25; ++round) {
    auto pool = related_atoms(1 + stream.below(2), stream);
    game played{random_goal(pool, stream), random_goal(pool, stream)};
    BOOST_TEST_REQUIRE(troupe::balance(played) == naive_balance(played));
  }
}

BOOST_AUTO_TEST_CASE(three_players_have_the_balance_of_trying_all_recolourings) {
  random_stream stream{2};
  for (int round = 0; round < 12;) {
    // Atoms about objects alone, or about one player and one object, have few images.
    auto pool = random_atoms(1, stream);
    if (pool[0].relation() == relation::on)
      continue;
    auto image = recolour(pool[0], random_object_recolouring(stream));
    if (image != pool[0])
      pool.push_back(image);
    game played{random_goal(pool, stream), random_goal(pool, stream), random_goal(pool, stream)};
    BOOST_TEST_REQUIRE(troupe::balance(played) == naive_balance(played));
    ++round;
  }
}

BOOST_AUTO_TEST_CASE(balance_is_at_least_cooperativeness_and_survives_recolouring) {
  random_stream stream{3};
  for (int round = 0; round < 1500; ++round) {
    auto pool = related_atoms(3, stream);
    game played{random_goal(pool, stream), random_goal(pool, stream)};
    auto recoloured = recolour(played, random_recolouring(stream));
    auto value = troupe::balance(played);
    BOOST_TEST_REQUIRE(value >= troupe::properties(played).cooperativeness);
    BOOST_TEST_REQUIRE(troupe::balance(recoloured) == value);
    BOOST_TEST_REQUIRE(troupe::properties(recoloured).competitiveness
                       == troupe::properties(played).competitiveness);
  }
}

BOOST_AUTO_TEST_CASE(balance_of_three_is_at_least_cooperativeness_and_survives_recolouring) {
  random_stream stream{4};
  for (int round = 0; round < 100; ++round) {
    auto pool = related_atoms(2, stream);
    game played{random_goal(pool, stream), random_goal(pool, stream), random_goal(pool, stream)};
    auto value = troupe::balance(played);
    BOOST_TEST_REQUIRE(value >= troupe::properties(played).cooperativeness);
    BOOST_TEST_REQUIRE(troupe::balance(recolour(played, random_recolouring(stream))) == value);
  }
}

BOOST_AUTO_TEST_CASE(balance_is_exact_if_it_is_higher_than_the_least_of_interest) {
  random_stream stream{8};
  for (int round = 0; round < 20; ++round) {
    auto played = random_game(3, 4, stream);
    auto value = troupe::balance(played);
    BOOST_TEST(troupe::balance(played, value - 1e-12) == value);
    BOOST_TEST(troupe::balance(played, value) == 0);
  }
}

BOOST_AUTO_TEST_CASE(each_goal_but_the_first_is_recoloured_by_itself) {
  auto goal_about = [](const std::string& colour) {
    return parse_goal("near(" + colour + " cube, black sphere)");
  };
  game played{goal_about("black"), goal_about("purple"), goal_about("yellow")};
  BOOST_TEST(troupe::balance(played) == 1);
}

BOOST_AUTO_TEST_CASE(one_player_is_balanced_unless_never_rewarded) {
  BOOST_TEST(troupe::balance(game{parse_goal("hold(me, black cube)")}) == 1);
  BOOST_TEST(troupe::balance(game{goal{}}) == 0);
  BOOST_TEST(troupe::balance(game{goal{}, goal{}}) == 0);
  BOOST_TEST(troupe::balance(game{goal{}, goal{}, goal{}}) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
