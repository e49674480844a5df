#include "core/curriculum/evolution.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

using namespace troupe;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

constexpr std::int64_t late = 10'000'000'000;

population_member member(std::uint64_t id, std::vector<double> fitness,
                         std::int64_t agent_steps = late,
                         std::optional<std::int64_t> last_evolution = {}) {
  return {id, agent_steps, last_evolution, std::move(fitness)};
}

std::optional<double> ratio(const population_member& parent, const population_member& child) {
  return eligible_ratio(parent, child, {});
}

std::optional<evolution> choose(const std::vector<population_member>& members) {
  return choose_evolution(members, {});
}

/// Few different values, so that ties and zeros are common.
std::vector<population_member> draw_population(random_stream& draw) {
  std::vector<population_member> members(draw.below(9));
  auto percentiles = 1 + draw.below(3);
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i] = member(i, {}, draw.chance(0.8) ? late : 100);
    if (draw.chance(0.3))
      members[i].steps_at_last_evolution = late - draw.between(0, 2) * 200'000'000;
    for (std::size_t k = 0; k < percentiles; ++k)
      members[i].fitness.push_back(static_cast<double>(draw.below(4)) / 2);
  }
  return members;
}

/// The numbers that evolve, in a row.
std::array<double, 7> numbers_of(const evolving_values& values) {
  const auto& [learning, thresholds] = values;
  return {learning.epsilon_alpha, learning.learning_rate, thresholds.m_cont,        thresholds.m_s,
          thresholds.m_greater,   thresholds.m_solved,    thresholds.m_greater_cont};
}

/// Values that can rise and fall without meeting the end of their range.
evolving_values middling() {
  return {{1e-4, 0.01}, {10, 400, 100, 0.5, 0.5}};
}

bool is_tenth(double value) {
  return value == std::round(value * 10) / 10;
}

} // namespace

BOOST_AUTO_TEST_SUITE(evolution_test)

BOOST_AUTO_TEST_CASE(checks_begin_after_the_initial_period) {
  evolution_rules rules;
  BOOST_TEST(checks_within(0, rules) == 0);
  BOOST_TEST(checks_within(499'999'999, rules) == 0);
  BOOST_TEST(checks_within(500'000'000, rules) == 1);
  BOOST_TEST(checks_within(599'999'999, rules) == 1);
  BOOST_TEST(checks_within(600'000'000, rules) == 2);
  BOOST_TEST(checks_within(20'000'000'000, rules) == 196);
}

BOOST_AUTO_TEST_CASE(a_parent_is_nowhere_worse_and_more_than_a_hundredth_better) {
  BOOST_TEST(ratio(member(1, {0.2, 0.4, 0.6}), member(2, {0.1, 0.4, 0.5})).value() == 1.2,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!ratio(member(1, {0.09, 0.9, 0.9}), member(2, {0.1, 0.4, 0.5})));
  BOOST_TEST(!ratio(member(1, {1.01}), member(2, {1})));
  BOOST_TEST(ratio(member(1, {1.02}), member(2, {1})).has_value());
  BOOST_TEST(!ratio(member(1, {0.5, 0.5}), member(2, {0.5, 0.5})));
  BOOST_TEST(!ratio(member(1, {2}), member(1, {1}))); // nobody is its own parent
}

BOOST_AUTO_TEST_CASE(who_has_no_fitness_is_infinitely_worse_than_who_has) {
  BOOST_TEST((ratio(member(1, {0, 0, 0.1}), member(2, {0, 0, 0})) == infinite));
  BOOST_TEST(!ratio(member(1, {0, 0, 0}), member(2, {0, 0, 0})));
}

BOOST_AUTO_TEST_CASE(who_was_not_measured_takes_no_part) {
  BOOST_TEST(!ratio(member(1, {1}), member(2, {})));
  BOOST_TEST(!ratio(member(1, {}), member(2, {1})));
  BOOST_TEST(!ratio(member(1, {}), member(2, {})));
}

BOOST_AUTO_TEST_CASE(new_agents_are_left_alone_and_may_be_parents) {
  auto young = member(2, {1}, 499'999'999);
  auto grown = member(2, {1}, 500'000'000);
  BOOST_TEST(!ratio(member(1, {2}), young));
  BOOST_TEST((ratio(member(1, {2}), grown) == 2.0));
  BOOST_TEST((ratio(member(1, {2}, 0), grown) == 2.0));
}

BOOST_AUTO_TEST_CASE(evolved_agents_are_left_alone_for_the_cool_down) {
  auto steps = 1'000'000'000;
  BOOST_TEST(!ratio(member(1, {2}), member(2, {1}, steps, steps)));
  BOOST_TEST(!ratio(member(1, {2}), member(2, {1}, steps, steps - 249'999'999)));
  BOOST_TEST((ratio(member(1, {2}), member(2, {1}, steps, steps - 250'000'000)) == 2.0));
  BOOST_TEST((ratio(member(1, {2}, steps, steps), member(2, {1})) == 2.0)); // as a parent
}

BOOST_AUTO_TEST_CASE(the_pair_with_the_highest_ratio_evolves) {
  auto chosen = choose(
      {member(0, {0.5, 0.5}), member(1, {0.2, 0.3}), member(2, {0.6, 0.6}), member(3, {0.7, 0.1})});
  BOOST_REQUIRE(chosen);
  BOOST_TEST(chosen->parent == 2u); // 1.2 / 0.5, more than 1.0 / 0.5
  BOOST_TEST(chosen->child == 1u);
  BOOST_TEST(chosen->ratio == 2.4);
}

BOOST_AUTO_TEST_CASE(of_equal_pairs_the_fitter_parent_then_the_lower_numbers_count) {
  auto zero = std::vector<double>{0};
  BOOST_TEST(
      (choose({member(0, {1}), member(1, zero), member(2, {2})}) == evolution{2, 1, infinite}));
  BOOST_TEST((choose({member(5, {2}), member(4, zero), member(3, zero), member(2, {2})})
              == evolution{2, 3, infinite}));
}

BOOST_AUTO_TEST_CASE(without_an_eligible_pair_nobody_evolves) {
  BOOST_TEST(!choose({}));
  BOOST_TEST(!choose({member(0, {1})}));
  BOOST_TEST(!choose({member(0, {0, 0}), member(1, {0, 0})}));
  BOOST_TEST(!choose({member(0, {0.5}), member(1, {0.5})}));
  BOOST_TEST(!choose({member(0, {1, 0}), member(1, {0, 1})}));
}

BOOST_AUTO_TEST_CASE(the_choice_is_the_best_there_is_in_whatever_order) {
  check_property("of any population", [](std::uint64_t seed) {
    random_stream draw{seed};
    for (int i = 0; i < 20; ++i) {
      auto members = draw_population(draw);
      auto chosen = choose(members);
      double best = 0;
      for (const auto& parent : members)
        for (const auto& child : members)
          best = std::max(best, ratio(parent, child).value_or(0));
      RC_ASSERT(chosen.has_value() == (best > 0));
      if (chosen)
        RC_ASSERT((chosen->ratio == best
                   && ratio(members[chosen->parent], members[chosen->child]) == best));
      draw.shuffle(std::span{members});
      RC_ASSERT(choose(members) == chosen);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_same_stream_mutates_alike) {
  check_property("and leaves the stream alone", [](std::uint64_t seed) {
    random_stream stream{seed};
    auto mutant = mutate(middling(), {}, stream);
    RC_ASSERT(mutant == mutate(middling(), {}, stream));
    stream();
    RC_ASSERT(mutant == mutate(middling(), {}, stream)); // splitting does not depend on draws
  });
}

BOOST_AUTO_TEST_CASE(each_value_stays_in_half_of_all_cases_and_else_moves_as_the_paper_says) {
  const std::array<std::array<double, 3>, 7> fall_stay_rise{{{0.01 / 1.2, 0.01, 0.01 * 1.2},
                                                             {1e-4 / 1.2, 1e-4, 1e-4 * 1.2},
                                                             {92.5, 100, 107.5},
                                                             {400 / 1.1, 400, 400 * 1.1},
                                                             {10 / 1.2, 10, 10 * 1.2},
                                                             {0.4, 0.5, 0.6},
                                                             {0.4, 0.5, 0.6}}};
  constexpr int draws = 20'000;
  std::array<std::array<int, 3>, 7> counts{};
  std::array<int, 8> changes{}; // how many values a mutant has that moved
  for (std::uint64_t i = 0; i < draws; ++i) {
    auto mutant = numbers_of(mutate(middling(), {}, random_stream{1}.split(i)));
    std::size_t moved = 0;
    for (std::size_t k = 0; k < mutant.size(); ++k) {
      const auto& possible = fall_stay_rise[k];
      auto found = std::find(possible.begin(), possible.end(), mutant[k]);
      BOOST_REQUIRE_MESSAGE(found != possible.end(), "value " << k << " is " << mutant[k]);
      auto which = static_cast<std::size_t>(found - possible.begin());
      ++counts[k][which];
      moved += which == 1 ? 0 : 1;
    }
    ++changes[moved];
  }
  auto is_near = [&](int count, double probability) {
    auto deviation = std::sqrt(draws * probability * (1 - probability));
    return std::abs(count - draws * probability) < 5 * deviation;
  };
  for (const auto& [falls, stays, rises] : counts) {
    BOOST_TEST(is_near(falls, 0.25));
    BOOST_TEST(is_near(stays, 0.5));
    BOOST_TEST(is_near(rises, 0.25));
  }
  // Independent of each other: the number of changes is binomial.
  const std::array binomial{1, 7, 21, 35, 35, 21, 7, 1};
  for (std::size_t k = 0; k < changes.size(); ++k)
    BOOST_TEST(is_near(changes[k], binomial[k] / 128.0));
}

BOOST_AUTO_TEST_CASE(one_value_never_shifts_what_another_draws) {
  check_property("whatever the values are", [](std::uint64_t seed) {
    random_stream stream{seed};
    auto usual = numbers_of(mutate(middling(), {}, stream));
    auto other = middling();
    other.thresholds.m_cont = 0; // clipped if it falls
    other.thresholds.m_s = 900;  // clipped if it rises
    auto mutant = numbers_of(mutate(other, {}, stream));
    for (std::size_t k : {0, 1, 4, 5, 6})
      RC_ASSERT(mutant[k] == usual[k]);
  });
}

BOOST_AUTO_TEST_CASE(chance_0_changes_nothing_and_chance_1_everything) {
  evolution_rules never;
  never.mutation_chance = 0;
  evolution_rules always;
  always.mutation_chance = 1;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    BOOST_TEST((mutate(middling(), never, random_stream{seed}) == middling()));
    auto before = numbers_of(middling());
    auto after = numbers_of(mutate(middling(), always, random_stream{seed}));
    for (std::size_t k = 0; k < before.size(); ++k)
      BOOST_TEST(after[k] != before[k]);
  }
}

BOOST_AUTO_TEST_CASE(long_lines_of_descent_stay_in_range) {
  check_property("and probabilities stay tenths", [](std::uint64_t seed) {
    evolution_rules rules;
    rules.max_return = 150; // a short episode, below the first m_s
    evolving_values values;
    random_stream root{seed};
    for (std::uint64_t i = 0; i < 300; ++i) {
      values = mutate(values, rules, root.split(i));
      const auto& [learning, thresholds] = values;
      for (auto earned : {thresholds.m_cont, thresholds.m_s, thresholds.m_greater})
        RC_ASSERT((earned >= 0 && earned <= rules.max_return));
      for (auto probability : {thresholds.m_solved, thresholds.m_greater_cont})
        RC_ASSERT((probability >= 0 && probability <= 1 && is_tenth(probability)));
      RC_ASSERT((learning.learning_rate > 0 && learning.epsilon_alpha > 0));
    }
  });
}

BOOST_AUTO_TEST_CASE(probabilities_come_to_the_very_decimals) {
  auto shifted_to = [](double from, double to) {
    evolving_values values = middling();
    values.thresholds.m_solved = from;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
      if (mutate(values, {}, random_stream{seed}).thresholds.m_solved == to)
        return true;
    return false;
  };
  const std::array decimals{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  for (std::size_t i = 1; i < decimals.size(); ++i) {
    BOOST_TEST(shifted_to(decimals[i - 1], decimals[i]));
    BOOST_TEST(shifted_to(decimals[i], decimals[i - 1]));
  }
}

BOOST_AUTO_TEST_CASE(the_aim_of_a_generation_says_who_is_best) {
  std::vector<generation_product> products{
      {.agent = 0, .agent_steps = 10, .participation = 0.9, .low_percentile = 0.1},
      {.agent = 1, .agent_steps = 10, .participation = 0.8, .low_percentile = 0.3},
      {.agent = 2, .agent_steps = 10, .participation = 0.7, .low_percentile = 0.2}};
  BOOST_TEST((best_of_generation(products, generation_aim::exploration) == products[0]));
  BOOST_TEST((best_of_generation(products, generation_aim::competence) == products[1]));
  BOOST_TEST(!best_of_generation({}, generation_aim::competence));
}

BOOST_AUTO_TEST_CASE(an_earlier_state_of_an_agent_can_be_the_best) {
  std::vector<generation_product> products{
      {.agent = 0, .agent_steps = 10, .participation = 1, .low_percentile = 0.5},
      {.agent = 0, .agent_steps = 20, .participation = 1, .low_percentile = 0.4}};
  BOOST_TEST((best_of_generation(products, generation_aim::competence) == products[0]));
}

BOOST_AUTO_TEST_CASE(of_equals_the_other_measure_then_steps_then_numbers_decide) {
  std::vector<generation_product> products{
      {.agent = 3, .agent_steps = 20, .participation = 0.5, .low_percentile = 0},
      {.agent = 1, .agent_steps = 10, .participation = 0.6, .low_percentile = 0},
      {.agent = 2, .agent_steps = 20, .participation = 0.6, .low_percentile = 0},
      {.agent = 4, .agent_steps = 20, .participation = 0.6, .low_percentile = 0}};
  do
    BOOST_TEST(best_of_generation(products, generation_aim::competence)->agent == 2u);
  while (std::next_permutation(products.begin(), products.end(),
                               [](const auto& a, const auto& b) { return a.agent < b.agent; }));
}

BOOST_AUTO_TEST_SUITE_END()
