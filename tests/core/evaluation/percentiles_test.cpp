#include "core/evaluation/percentiles.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

using namespace troupe;

namespace {

using names = std::vector<std::string>;
using curve = std::vector<double>;

constexpr double tolerance = 1e-9;
const names both{"noop", "random"};

/// Of each policy, for each game, its return with each of `both`.
using returns_by_policy = std::map<std::string, std::vector<std::vector<double>>>;

payoff_table table_of(const returns_by_policy& returns, const names& co_players = both) {
  payoff_table table;
  for (const auto& [policy, by_game] : returns)
    for (std::size_t game = 0; game < by_game.size(); ++game)
      for (std::size_t i = 0; i < by_game[game].size(); ++i)
        table.add(policy, co_players[i], game, by_game[game][i]);
  return table;
}

/// Three games that nobody, one or both of two policies can play.
payoff_table example() {
  return table_of({{"agent", {{4, 2}, {0, 6}, {0, 0}}}, {"rival", {{0, 4}, {8, 8}, {0, 0}}}});
}

/// A table without gaps, of 1 … 4 policies, co-players and games with 1 … 3 episodes a cell.
struct any_table {
  explicit any_table(random_stream& draw) {
    for (auto count = 1 + draw.below(4); count > 0; --count)
      policies.push_back("policy " + std::to_string(count));
    for (auto count = 1 + draw.below(4); count > 0; --count)
      co_players.push_back("co-player " + std::to_string(count));
    games = 1 + draw.below(4);
    for (const auto& policy : policies)
      for (const auto& co_player : co_players)
        for (std::size_t game = 0; game < games; ++game)
          for (auto count = 1 + draw.below(3); count > 0; --count)
            table.add(policy, co_player, game, static_cast<double>(draw.below(4)));
  }

  payoff_table table;
  names policies;
  names co_players;
  std::size_t games;
};

/// The best of all mixtures of two policies that get `a` and `b` with two co-players: a pure one,
/// or the one with which it does not matter who the co-player is.
double best_of_two(const curve& a, const curve& b) {
  auto guarantee = [&](double x) {
    return std::min(x * a[0] + (1 - x) * b[0], x * a[1] + (1 - x) * b[1]);
  };
  auto best = std::max(guarantee(0), guarantee(1));
  auto slope = a[0] - b[0] - a[1] + b[1];
  auto indifferent = (b[1] - b[0]) / slope;
  if (slope != 0 && indifferent > 0 && indifferent < 1)
    best = std::max(best, guarantee(indifferent));
  return best;
}

curve any_scores(random_stream& draw) {
  curve scores(1 + draw.below(200));
  for (auto& each : scores)
    each = draw.chance(0.3) ? 0 : draw.uniform(0, 1.5);
  return scores;
}

/// All non-decreasing curves of three of the values 0, 1 and 2.
std::vector<curve> small_curves() {
  std::vector<curve> curves;
  for (double a = 0; a <= 2; ++a)
    for (double b = a; b <= 2; ++b)
      for (double c = b; c <= 2; ++c)
        curves.push_back({a, b, c});
  return curves;
}

agent_scores with_participation(const curve& by_game) {
  agent_scores scores;
  scores.participation_by_game = by_game;
  return scores;
}

/// Checks that scoring fails and that the reason names all of these.
template <class Function>
void check_refusal(Function function, const names& parts) {
  BOOST_CHECK_EXCEPTION(function(), user_error, [&](const user_error& refusal) {
    return std::ranges::all_of(parts, [&](const auto& part) {
      return std::string(refusal.what()).find(part) != std::string::npos;
    });
  });
}

} // namespace

BOOST_AUTO_TEST_SUITE(percentiles_test)

BOOST_AUTO_TEST_CASE(performance_is_the_mean_with_the_worst_co_player) {
  auto table = example();
  BOOST_TEST(performance(table, "agent", 0, both).value() == 2);
  BOOST_TEST(performance(table, "agent", 1, both).value() == 0);
  BOOST_TEST(performance(table, "agent", 1, names{"random"}).value() == 6);
  table.add("agent", "random", 0, 5);
  BOOST_TEST(performance(table, "agent", 0, both).value() == 3.5);
  table.add("agent", "random", 0, 8);
  BOOST_TEST(performance(table, "agent", 0, both).value() == 4);
}

BOOST_AUTO_TEST_CASE(without_all_co_players_there_is_neither_performance_nor_participation) {
  auto table = example();
  for (const auto& co_players : {names{"noop", "stranger"}, names{}}) {
    BOOST_TEST(!performance(table, "agent", 0, co_players));
    BOOST_TEST(!participation(table, "agent", 0, co_players));
    BOOST_TEST(!participation(table, "agent", co_players));
  }
  BOOST_TEST(!performance(table, "agent", 3, both));
  BOOST_TEST(!performance(table, "stranger", 0, both));
  BOOST_TEST(!participation(payoff_table{}, "agent", both));
  table.add("rival", "noop", 3, 1);
  BOOST_TEST(!participation(table, "agent", both));
}

BOOST_AUTO_TEST_CASE(the_normaliser_is_the_value_of_the_game_against_the_co_players) {
  auto table = example();
  names population{"agent", "rival"};
  // The agent gets (4, 2), the rival (0, 4): two thirds and one third get 8/3 with either.
  BOOST_TEST(std::abs(normaliser(table, 0, population, both).value() - 8. / 3) < tolerance);
  BOOST_TEST(normaliser(table, 1, population, both).value() == 8);
  BOOST_TEST(normaliser(table, 2, population, both).value() == 0);
  BOOST_TEST(normaliser(table, 0, names{"agent"}, both).value() == 2);
  BOOST_TEST(normaliser(table, 0, population, names{"noop"}).value() == 4);
}

BOOST_AUTO_TEST_CASE(who_has_not_met_all_co_players_is_not_in_the_normaliser) {
  auto table = example();
  table.add("newcomer", "noop", 0, 100);
  BOOST_TEST(normaliser(table, 0, names{"agent", "newcomer"}, both).value() == 2);
  BOOST_TEST(normaliser(table, 0, names{"agent", "newcomer"}, names{"noop"}).value() == 100);
  BOOST_TEST(!normaliser(table, 0, names{"newcomer"}, both));
  BOOST_TEST(!normaliser(table, 0, names{}, both));
  BOOST_TEST(!normaliser(table, 0, names{"agent"}, names{}));
}

BOOST_AUTO_TEST_CASE(normalisers_of_two_policies_are_those_of_their_best_mixture) {
  for (double a = 0; a <= 3; ++a)
    for (double b = 0; b <= 3; ++b)
      for (double c = 0; c <= 3; ++c)
        for (double d = 0; d <= 3; ++d) {
          auto table = table_of({{"one", {{a, b}}}, {"two", {{c, d}}}});
          auto found = normaliser(table, 0, names{"one", "two"}, both).value();
          BOOST_REQUIRE(std::abs(found - best_of_two({a, b}, {c, d})) < tolerance);
        }
}

BOOST_AUTO_TEST_CASE(a_score_is_a_share_of_the_normaliser) {
  BOOST_TEST(normalised_score(3, 4) == 0.75);
  BOOST_TEST(normalised_score(0, 4) == 0);
  BOOST_TEST(normalised_score(6, 4) == 1.5);
  BOOST_TEST(normalised_score(0, 0) == 0);
  BOOST_TEST(normalised_score(0.1, 0) == 1);
}

BOOST_AUTO_TEST_CASE(percentiles_lie_between_the_scores_next_to_them) {
  // As numpy.percentile([8, 1, 4, 2], …).
  auto percentiles = percentile_curve(curve{8, 1, 4, 2}, 100);
  BOOST_TEST(percentiles.size() == 101u);
  BOOST_TEST(percentiles[0] == 1);
  BOOST_TEST(std::abs(percentiles[10] - 1.3) < tolerance);
  BOOST_TEST(std::abs(percentiles[25] - 1.75) < tolerance);
  BOOST_TEST(std::abs(percentiles[50] - 3) < tolerance);
  BOOST_TEST(std::abs(percentiles[90] - 6.8) < tolerance);
  BOOST_TEST(percentiles[100] == 8);
}

BOOST_AUTO_TEST_CASE(a_curve_has_51_percentiles_unless_others_are_wanted) {
  BOOST_TEST(percentile_curve(curve{0.5}) == curve(51, 0.5), boost::test_tools::per_element());
  BOOST_TEST(percentile_curve(curve{1, 2}, 0) == curve{1}, boost::test_tools::per_element());
  BOOST_CHECK_THROW(percentile_curve(curve{}), std::invalid_argument);
  BOOST_CHECK_THROW(percentile_curve(curve{1, 2}, 101), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(participation_is_the_share_of_tasks_with_any_reward) {
  auto table = example();
  BOOST_TEST(participation(table, "agent", 0, both).value() == 1);
  BOOST_TEST(participation(table, "agent", 1, both).value() == 0.5);
  BOOST_TEST(participation(table, "agent", 2, both).value() == 0);
  BOOST_TEST(participation(table, "agent", both).value() == 0.5);
  BOOST_TEST(participation(table, "agent", names{"noop"}).value() == 1. / 3);
}

BOOST_AUTO_TEST_CASE(one_rewarded_episode_is_enough_to_participate_in_a_task) {
  payoff_table table;
  for (auto got : {0, 0, 3, 0})
    table.add("agent", "noop", 0, got);
  BOOST_TEST(participation(table, "agent", names{"noop"}).value() == 1);
}

BOOST_AUTO_TEST_CASE(scores_are_put_together_over_all_games) {
  auto scores = score(example(), "agent", names{"agent", "rival"}, both);
  BOOST_TEST_REQUIRE(scores.by_game.size() == 3u);
  BOOST_TEST(std::abs(scores.by_game[0] - 0.75) < tolerance);
  BOOST_TEST(scores.by_game[1] == 0);
  BOOST_TEST(scores.by_game[2] == 0);
  BOOST_TEST(scores.percentiles == curve(51, 0), boost::test_tools::per_element());
  BOOST_TEST(scores.participation_by_game == curve({1, 0.5, 0}), boost::test_tools::per_element());
  BOOST_TEST(scores.participation == 0.5);
  BOOST_TEST(scores.mean_return == 2);
}

BOOST_AUTO_TEST_CASE(a_half_of_the_games_shows_in_the_median) {
  auto scores = score(example(), "rival", names{"rival"}, both);
  BOOST_TEST(scores.by_game == curve({0, 1, 0}), boost::test_tools::per_element());
  auto two_games = table_of({{"agent", {{3, 3}, {0, 0}}}});
  // Scores of 0 and 1: every percentile is its own share.
  auto percentiles = score(two_games, "agent", names{"agent"}, both).percentiles;
  for (std::size_t k = 0; k < percentiles.size(); ++k)
    BOOST_TEST(std::abs(percentiles[k] - static_cast<double>(k) / 100) < tolerance);
}

BOOST_AUTO_TEST_CASE(frozen_normalisers_can_be_exceeded) {
  auto frozen = normalisers(example(), names{"agent"}, both);
  BOOST_TEST(frozen == curve({2, 0, 0}), boost::test_tools::per_element());
  auto table = table_of({{"better", {{7, 6}, {1, 2}, {0, 3}}}});
  BOOST_TEST(score(table, "better", frozen, both).by_game == curve({3, 1, 0}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_missing_for_a_score_is_named) {
  names agent{"agent"};
  auto table = example();
  table.add("agent", "noop", 3, 1);
  check_refusal([&] { (void)normalisers(table, agent, both); }, {"Game 3"});
  check_refusal([&] { (void)score(table, "agent", agent, both); }, {"Game 3"});
  check_refusal([&] { (void)score(table, "agent", curve(4, 1), both); },
                {"'agent'", "game 3", "'random'"});
  check_refusal([&] { (void)score(table, "agent", curve(6, 1), both); },
                {"'agent'", "game 3", "'random'", "4 more"});
  check_refusal([&] { (void)score(example(), "stranger", agent, both); },
                {"'stranger'", "game 0", "'noop'", "5 more"});
  check_refusal([&] { (void)score(payoff_table{}, "agent", agent, both); }, {"'agent'", "games"});
  check_refusal([&] { (void)score(example(), "agent", curve(3, 1), names{}); },
                {"'agent'", "co-players"});
  BOOST_CHECK_THROW(score(example(), "agent", curve(2, 1), both), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_curve_dominates_if_it_is_nowhere_lower_and_somewhere_higher) {
  BOOST_TEST(dominates(curve{0, 1, 2}, curve{0, 1, 1}));
  BOOST_TEST(!dominates(curve{0, 1, 2}, curve{0, 1, 2}));
  BOOST_TEST(!dominates(curve{0, 1, 2}, curve{1, 1, 1}));
  BOOST_TEST(!dominates(curve{1, 1, 1}, curve{0, 1, 2}));
  BOOST_TEST(is_at_least_as_good(curve{0, 1, 2}, curve{0, 1, 2}));
  BOOST_TEST(!is_at_least_as_good(curve{0, 1, 2}, curve{0, 1}));
}

BOOST_AUTO_TEST_CASE(dominance_is_a_strict_partial_order) {
  auto curves = small_curves();
  BOOST_TEST(curves.size() == 10u);
  for (const auto& a : curves) {
    BOOST_TEST(!dominates(a, a));
    BOOST_TEST(is_at_least_as_good(a, a));
    for (const auto& b : curves) {
      BOOST_TEST(!(dominates(a, b) && dominates(b, a)));
      BOOST_TEST((is_at_least_as_good(a, b) && is_at_least_as_good(b, a)) == (a == b));
      for (const auto& c : curves)
        BOOST_TEST((!dominates(a, b) || !dominates(b, c) || dominates(a, c)));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_front_is_what_nothing_dominates) {
  std::vector<curve> curves{{0, 2, 2}, {0, 1, 2}, {1, 1, 1}, {0, 2, 2}, {0, 0, 1}};
  BOOST_TEST(pareto_front(curves) == std::vector<std::size_t>({0, 2, 3}),
             boost::test_tools::per_element());
  BOOST_TEST(pareto_front(std::vector<curve>{}).empty());
}

BOOST_AUTO_TEST_CASE(whatever_is_not_on_the_front_is_dominated_by_something_that_is) {
  auto all = small_curves();
  check_property("the front dominates all the rest", [&](std::uint64_t seed) {
    random_stream draw(seed);
    std::vector<curve> curves;
    for (auto count = 1 + draw.below(6); count > 0; --count)
      curves.push_back(all[draw.below(all.size())]);
    auto front = pareto_front(curves);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      auto dominated = std::ranges::any_of(
          front, [&](auto other) { return dominates(curves[other], curves[i]); });
      RC_ASSERT(dominated == (std::ranges::find(front, i) == front.end()));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_curve_never_falls_and_does_not_depend_on_the_order_of_games) {
  check_property("percentiles are sorted and permutation-invariant", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto scores = any_scores(draw);
    auto percentiles = percentile_curve(scores, 100);
    RC_ASSERT(percentiles.size() == 101u);
    RC_ASSERT(std::ranges::is_sorted(percentiles));
    RC_ASSERT(percentiles.front() == std::ranges::min(scores));
    RC_ASSERT(percentiles.back() == std::ranges::max(scores));
    draw.shuffle(std::span{scores});
    RC_ASSERT(percentile_curve(scores, 100) == percentiles);
  });
}

BOOST_AUTO_TEST_CASE(every_percentile_has_its_share_of_scores_below) {
  check_property("at most k % of scores are below percentile k", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto scores = any_scores(draw);
    auto percentiles = percentile_curve(scores);
    for (std::size_t k = 0; k < percentiles.size(); ++k) {
      auto below = std::ranges::count_if(scores, [&](auto s) { return s < percentiles[k]; });
      auto up_to = std::ranges::count_if(scores, [&](auto s) { return s <= percentiles[k]; });
      auto position = static_cast<double>(k) / 100 * static_cast<double>(scores.size() - 1);
      RC_ASSERT(static_cast<double>(below) <= std::ceil(position - tolerance));
      RC_ASSERT(static_cast<double>(up_to) >= std::floor(position + tolerance));
    }
  });
}

BOOST_AUTO_TEST_CASE(nobody_of_the_population_is_better_than_its_best_mixture) {
  check_property("scores and participation of the population lie in 0 … 1", [](std::uint64_t seed) {
    random_stream draw(seed);
    any_table made(draw);
    for (const auto& policy : made.policies) {
      auto scores = score(made.table, policy, made.policies, made.co_players);
      RC_ASSERT(scores.by_game.size() == made.games);
      for (auto each : scores.by_game)
        RC_ASSERT(each >= 0 && each <= 1);
      RC_ASSERT(scores.participation >= 0 && scores.participation <= 1);
      RC_ASSERT(participation(made.table, policy, made.co_players) == scores.participation);
    }
  });
}

BOOST_AUTO_TEST_CASE(whoever_scores_in_a_game_has_participated_in_all_its_tasks) {
  check_property("a positive score means full participation", [](std::uint64_t seed) {
    random_stream draw(seed);
    any_table made(draw);
    auto scores = score(made.table, made.policies[0], made.policies, made.co_players);
    for (std::size_t game = 0; game < made.games; ++game)
      RC_ASSERT((scores.by_game[game] > 0) == (scores.participation_by_game[game] == 1));
  });
}

BOOST_AUTO_TEST_CASE(a_population_that_grows_never_lowers_the_normaliser) {
  check_property("a policy more is no worse", [](std::uint64_t seed) {
    random_stream draw(seed);
    any_table made(draw);
    std::span<const std::string> population{made.policies};
    auto fewer = population.first(1 + draw.below(population.size()));
    auto all = normalisers(made.table, population, made.co_players);
    auto some = normalisers(made.table, fewer, made.co_players);
    for (std::size_t game = 0; game < made.games; ++game)
      RC_ASSERT(all[game] >= some[game] - tolerance);
  });
}

BOOST_AUTO_TEST_CASE(one_more_co_player_never_raises_the_normaliser) {
  check_property("a co-player more is no easier", [](std::uint64_t seed) {
    random_stream draw(seed);
    any_table made(draw);
    std::span<const std::string> co_players{made.co_players};
    auto fewer = co_players.first(1 + draw.below(co_players.size()));
    auto all = normalisers(made.table, made.policies, co_players);
    auto some = normalisers(made.table, made.policies, fewer);
    for (std::size_t game = 0; game < made.games; ++game)
      RC_ASSERT(all[game] <= some[game] + tolerance);
  });
}

BOOST_AUTO_TEST_CASE(percentiles_have_intervals_that_never_fall_either) {
  agent_scores scores;
  for (int game = 0; game <= 100; ++game)
    scores.by_game.push_back(game / 100.);
  auto found = percentile_estimates(scores, random_stream{1});
  BOOST_TEST_REQUIRE(found.size() == 51u);
  for (std::size_t k = 0; k < found.size(); ++k) {
    BOOST_TEST(std::abs(found[k].value - static_cast<double>(k) / 100) < tolerance);
    BOOST_TEST(found[k].low <= found[k].value);
    BOOST_TEST(found[k].value <= found[k].high);
    BOOST_TEST((k == 0 || found[k - 1].low <= found[k].low));
    BOOST_TEST((k == 0 || found[k - 1].high <= found[k].high));
  }
  // The standard error of the median of uniform numbers is 1 / (2 √n).
  BOOST_TEST(std::abs(found[50].low - (0.5 - 1.96 * 0.05)) < 0.03);
  BOOST_TEST(std::abs(found[50].high - (0.5 + 1.96 * 0.05)) < 0.03);
}

BOOST_AUTO_TEST_CASE(participation_has_the_interval_of_a_mean_over_games) {
  curve by_game(100);
  for (std::size_t game = 0; game < by_game.size(); ++game)
    by_game[game] = game % 2 == 0 ? 0 : 1;
  auto found = participation_estimate(with_participation(by_game), random_stream{1});
  BOOST_TEST(found.value == 0.5);
  BOOST_TEST(std::abs(found.low - (0.5 - 1.96 * 0.05)) < 0.02);
  BOOST_TEST(std::abs(found.high - (0.5 + 1.96 * 0.05)) < 0.02);
}

BOOST_AUTO_TEST_CASE(two_agents_are_compared_game_by_game) {
  // Games differ much more than the agents do, who differ alike in all of them.
  curve one(100), other(100);
  for (std::size_t game = 0; game < one.size(); ++game) {
    other[game] = game % 2 == 0 ? 0 : 0.75;
    one[game] = other[game] + 0.25;
  }
  auto found = participation_difference(with_participation(one), with_participation(other),
                                        random_stream{1});
  BOOST_TEST(found.value == 0.25);
  BOOST_TEST(found.low == 0.25);
  BOOST_TEST(found.high == 0.25);
  BOOST_CHECK_THROW(
      participation_difference(with_participation(one), with_participation({1}), random_stream{1}),
      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
