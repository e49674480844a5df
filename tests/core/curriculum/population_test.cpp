#include "core/curriculum/population.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace troupe;

namespace {

constexpr std::int64_t late = 10'000'000'000;

population_state population_of(std::size_t count) {
  population_state state;
  state.agents.resize(count, {{{1e-4, 0.01}, {10, 400, 100, 0.5, 0.5}}, std::nullopt});
  return state;
}

void check(population_state& state, const std::vector<std::vector<double>>& fitness,
           std::int64_t steps = late) {
  check_for_evolution(state, steps, fitness, {}, random_stream{1});
}

} // namespace

BOOST_AUTO_TEST_SUITE(population_test)

BOOST_AUTO_TEST_CASE(the_worst_agent_becomes_a_mutant_of_the_best) {
  auto state = population_of(3);
  check(state, {{0.5}, {0.9}, {0.2}});
  BOOST_REQUIRE(state.under_way);
  BOOST_TEST(state.under_way->parent == 2U);
  BOOST_TEST(state.under_way->child == 3U);
  BOOST_TEST(state.under_way->ratio == 4.5);
  BOOST_TEST(state.checks == 1);
  BOOST_TEST(state.of(3).steps_at_last_evolution.value() == late);
  BOOST_TEST((state.of(3).values != state.of(2).values));
  BOOST_TEST((state.of(2) == population_of(1).of(1)));
  BOOST_TEST((state.of(1) == population_of(1).of(1)));
}

BOOST_AUTO_TEST_CASE(a_check_counts_even_if_nobody_evolves) {
  auto state = population_of(2);
  check(state, {{0.5}, {0.9}}, 1000); // the initial period is not over
  BOOST_TEST(!state.under_way);
  BOOST_TEST(state.checks == 1);
  check(state, {{0.5}, {0.5}});
  BOOST_TEST(!state.under_way);
  BOOST_TEST(state.checks == 2);
}

BOOST_AUTO_TEST_CASE(a_child_is_left_alone_until_it_has_cooled_down) {
  auto state = population_of(2);
  check(state, {{0.1}, {0.9}});
  BOOST_TEST(state.under_way.has_value());
  check(state, {{0.1}, {0.9}}, late + evolution_rules{}.cool_down - 1);
  BOOST_TEST(!state.under_way);
  check(state, {{0.1}, {0.9}}, late + evolution_rules{}.cool_down);
  BOOST_TEST(state.under_way.has_value());
}

BOOST_AUTO_TEST_CASE(every_check_draws_its_own_mutations_and_the_same_ones_again) {
  auto first = population_of(2);
  check(first, {{0.1}, {0.9}});
  auto again = population_of(2);
  check(again, {{0.1}, {0.9}});
  BOOST_TEST((first == again));
  auto later = population_of(2);
  later.checks = 1;
  check(later, {{0.1}, {0.9}});
  BOOST_TEST((later.of(1).values != first.of(1).values));
}

BOOST_AUTO_TEST_CASE(explorers_are_judged_by_participation_others_by_percentiles) {
  std::vector<double> curve(51);
  curve[10] = 0.1;
  curve[20] = 0.2;
  curve[50] = 0.5;
  std::vector<std::int64_t> percentiles{10, 20, 50};
  BOOST_TEST((fitness_of(curve, 0.7, percentiles, generation_aim::competence)
              == std::vector{0.1, 0.2, 0.5}));
  BOOST_TEST(
      (fitness_of(curve, 0.7, percentiles, generation_aim::exploration) == std::vector{0.7}));
}

BOOST_AUTO_TEST_SUITE_END()
