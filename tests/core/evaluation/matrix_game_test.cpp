#include "core/evaluation/matrix_game.hpp"
#include "core/support/random.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <thread>

using namespace troupe;

namespace {

constexpr double tolerance = 1e-9;

payoff_matrix matrix_of(const std::vector<std::vector<double>>& rows) {
  std::vector<double> payoffs;
  for (const auto& row : rows)
    payoffs.insert(payoffs.end(), row.begin(), row.end());
  return {rows.size(), rows.front().size(), payoffs};
}

/// Small whole numbers, of which many are equal, or any numbers.
payoff_matrix any_matrix(random_stream& draw) {
  auto rows = 1 + draw.below(8);
  auto columns = 1 + draw.below(8);
  auto whole = draw.chance(0.5);
  std::vector<double> payoffs(rows * columns);
  for (auto& each : payoffs)
    each = whole ? static_cast<double>(draw.between(-2, 2)) : draw.uniform(-100, 100);
  return {rows, columns, payoffs};
}

template <class Function>
payoff_matrix with_payoffs(const payoff_matrix& matrix, Function function) {
  auto payoffs = matrix.payoffs();
  std::ranges::transform(payoffs, payoffs.begin(), function);
  return {matrix.rows(), matrix.columns(), payoffs};
}

/// The same game as the column player sees it.
payoff_matrix from_the_other_side(const payoff_matrix& matrix) {
  std::vector<double> payoffs;
  for (std::size_t column = 0; column < matrix.columns(); ++column)
    for (std::size_t row = 0; row < matrix.rows(); ++row)
      payoffs.push_back(-matrix(row, column));
  return {matrix.columns(), matrix.rows(), payoffs};
}

double maximin(const payoff_matrix& matrix) {
  auto best = -std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    best = std::max(best, std::ranges::min(matrix.row(row)));
  return best;
}

double minimax(const payoff_matrix& matrix) {
  return -maximin(from_the_other_side(matrix));
}

double payoff_against(std::size_t column, const std::vector<double>& mixture,
                      const payoff_matrix& matrix) {
  double payoff = 0;
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    payoff += mixture[row] * matrix(row, column);
  return payoff;
}

bool close(double a, double b, double scale = 1) {
  return std::abs(a - b) <= tolerance * scale;
}

void check(const std::vector<std::vector<double>>& rows, double value,
           const std::vector<double>& mixture) {
  auto solution = solve(matrix_of(rows));
  BOOST_TEST(std::abs(solution.value - value) < tolerance);
  BOOST_TEST_REQUIRE(solution.mixture.size() == mixture.size());
  for (std::size_t row = 0; row < mixture.size(); ++row)
    BOOST_TEST(std::abs(solution.mixture[row] - mixture[row]) < tolerance);
}

} // namespace

BOOST_AUTO_TEST_SUITE(matrix_game_test)

BOOST_AUTO_TEST_CASE(pennies_are_matched_by_chance) {
  check({{1, -1}, {-1, 1}}, 0, {0.5, 0.5});
}

BOOST_AUTO_TEST_CASE(rock_paper_and_scissors_are_equally_likely) {
  check({{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, 0, {1. / 3, 1. / 3, 1. / 3});
  // A choice is made as often as the other two fight for more.
  check({{0, -1, 2}, {1, 0, -3}, {-2, 3, 0}}, 0, {3. / 6, 2. / 6, 1. / 6});
}

BOOST_AUTO_TEST_CASE(games_that_are_not_symmetric_have_the_values_found_by_hand) {
  check({{3, -1}, {-2, 4}}, 1, {0.6, 0.4});
  // With x for the first row the columns pay 8 − 7x, 5 − 2x and 2 + 9x: the last two meet at 3/11.
  check({{1, 3, 11}, {8, 5, 2}}, 49. / 11, {3. / 11, 8. / 11});
  check({{-1, -8}, {-3, -5}, {-11, -2}}, -49. / 11, {0, 9. / 11, 2. / 11});
  // Each policy is paid by one co-player only: 1 / (1/1 + 1/2 + 1/4).
  check({{1, 0, 0}, {0, 2, 0}, {0, 0, 4}}, 4. / 7, {4. / 7, 2. / 7, 1. / 7});
}

BOOST_AUTO_TEST_CASE(dominated_choices_are_not_made) {
  check({{2, 3}, {1, 0}}, 2, {1, 0});
  check({{1, -1, 5}, {-1, 1, 6}, {-2, -2, -2}}, 0, {0.5, 0.5, 0});
  check({{1, 0}, {0, 1}, {0.4, 0.5}}, 0.5, {0.5, 0.5, 0});
}

BOOST_AUTO_TEST_CASE(the_value_at_a_saddle_point_is_exact) {
  BOOST_TEST(solve(matrix_of({{4, 2, 5, 2}, {2, 1, -1, -20}, {3, 2, 4, 2}, {-16, 0, 16, 1}})).value
             == 2);
  BOOST_TEST(solve(matrix_of({{0.1, 0.3}, {0.1, 0.7}, {0.1, 0.2}})).value == 0.1);
}

BOOST_AUTO_TEST_CASE(a_single_choice_that_does_as_well_as_a_mixture_is_made) {
  check({{1, 1}, {0, 2}, {2, 0}}, 1, {1, 0, 0});
}

BOOST_AUTO_TEST_CASE(without_a_choice_the_other_decides) {
  check({{3, -1, 2}}, -1, {1});
  check({{3}, {-1}, {5}}, 5, {0, 0, 1});
  check({{7}}, 7, {1});
}

BOOST_AUTO_TEST_CASE(equal_rows_are_worth_the_same) {
  BOOST_TEST(solve(matrix_of({{0, 0}, {0, 0}, {0, 0}})).value == 0);
  BOOST_TEST(solve(matrix_of({{0.3, 0.3}, {0.3, 0.3}})).value == 0.3);
  BOOST_TEST(close(solve(matrix_of({{1, 0}, {1, 0}, {0, 1}, {0, 1}})).value, 0.5));
  BOOST_TEST(solve(matrix_of({{-5, 2}, {-5, 2}})).value == -5);
}

BOOST_AUTO_TEST_CASE(payoffs_may_be_huge_or_tiny) {
  BOOST_TEST(close(solve(matrix_of({{1e300, 0}, {0, 1e300}})).value, 5e299, 1e300));
  BOOST_TEST(close(solve(matrix_of({{1e-300, 0}, {0, 1e-300}})).value, 5e-301, 1e-300));
  BOOST_TEST(close(solve(matrix_of({{1e6 + 1, 1e6}, {1e6, 1e6 + 1}})).value, 1e6 + 0.5));
}

BOOST_AUTO_TEST_CASE(what_is_no_game_is_refused) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  constexpr auto most = std::numeric_limits<double>::max();
  BOOST_CHECK_THROW(solve(payoff_matrix{}), std::invalid_argument);
  BOOST_CHECK_THROW(solve(payoff_matrix(0, 3, {})), std::invalid_argument);
  BOOST_CHECK_THROW(solve(payoff_matrix(3, 0, {})), std::invalid_argument);
  BOOST_CHECK_THROW(solve(payoff_matrix(1, 2, {-most, most})), std::invalid_argument);
  BOOST_CHECK_THROW(payoff_matrix(2, 2, {1, 2, 3}), std::invalid_argument);
  BOOST_CHECK_THROW(payoff_matrix(1, 1, {infinity}), std::invalid_argument);
  BOOST_CHECK_THROW(payoff_matrix(1, 1, {std::nan("")}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(threads_solve_games_at_the_same_time) {
  std::vector<double> values(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < values.size(); ++i)
      threads.emplace_back([&values, i] {
        auto pay = static_cast<double>(i + 1);
        for (int n = 0; n < 100; ++n)
          values[i] += solve(matrix_of({{pay, 0}, {0, pay}})).value / 100;
      });
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    BOOST_TEST(close(values[i], static_cast<double>(i + 1) / 2));
}

BOOST_AUTO_TEST_CASE(two_by_two_games_have_the_value_of_the_textbook) {
  for (double a = -2; a <= 2; ++a)
    for (double b = -2; b <= 2; ++b)
      for (double c = -2; c <= 2; ++c)
        for (double d = -2; d <= 2; ++d) {
          auto matrix = matrix_of({{a, b}, {c, d}});
          auto value = maximin(matrix) == minimax(matrix) ? maximin(matrix)
                                                          : (a * d - b * c) / (a + d - b - c);
          BOOST_REQUIRE(close(solve(matrix).value, value));
        }
}

BOOST_AUTO_TEST_CASE(a_mixture_is_probabilities_and_guarantees_the_value) {
  check_property("the mixture gets the value against every column", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto matrix = any_matrix(draw);
    auto [value, mixture] = solve(matrix);
    RC_ASSERT(mixture.size() == matrix.rows());
    RC_ASSERT(std::ranges::all_of(mixture, [](double each) { return each >= 0; }));
    RC_ASSERT(close(std::accumulate(mixture.begin(), mixture.end(), 0.), 1));
    for (std::size_t column = 0; column < matrix.columns(); ++column)
      RC_ASSERT(payoff_against(column, mixture, matrix) >= value);
  });
}

BOOST_AUTO_TEST_CASE(mixing_helps_both_players) {
  check_property("the value lies between maximin and minimax", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto matrix = any_matrix(draw);
    auto value = solve(matrix).value;
    RC_ASSERT(value >= maximin(matrix));
    RC_ASSERT(value <= minimax(matrix) + tolerance * 100);
  });
}

BOOST_AUTO_TEST_CASE(what_one_player_can_get_the_other_can_keep_it_to) {
  check_property("the game seen from the other side has the negated value", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto matrix = any_matrix(draw);
    auto other = from_the_other_side(matrix);
    RC_ASSERT(close(solve(matrix).value, -solve(other).value, 1000));
  });
}

BOOST_AUTO_TEST_CASE(a_shift_of_all_payoffs_shifts_the_value) {
  check_property("value(A + b) = value(A) + b", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto matrix = any_matrix(draw);
    auto shift = draw.uniform(-100, 100);
    auto shifted = with_payoffs(matrix, [&](double each) { return each + shift; });
    RC_ASSERT(close(solve(shifted).value, solve(matrix).value + shift, 1000));
  });
}

BOOST_AUTO_TEST_CASE(a_scale_of_all_payoffs_scales_the_value) {
  check_property("value(s A) = s value(A)", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto matrix = any_matrix(draw);
    auto factor = draw.uniform(0.01, 100);
    auto larger = with_payoffs(matrix, [&](double each) { return each * factor; });
    RC_ASSERT(close(solve(larger).value, solve(matrix).value * factor, 1000 * factor));
  });
}

BOOST_AUTO_TEST_SUITE_END()
