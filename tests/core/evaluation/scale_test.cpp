#include "core/evaluation/scale.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace troupe;

namespace {

using returns = std::vector<double>;

estimate between(const returns& worse, const returns& better, const returns& player) {
  return score_between(worse, better, player, random_stream{1});
}

} // namespace

BOOST_AUTO_TEST_SUITE(scale_test)

BOOST_AUTO_TEST_CASE(the_ends_of_the_scale_are_0_and_1) {
  returns low{1, 2, 3}, high{5, 9, 4};
  BOOST_TEST(between(low, high, low).value == 0);
  BOOST_TEST(between(low, high, high).value == 1);
  BOOST_TEST(between(low, high, high).low == 1);
  BOOST_TEST(between(low, high, high).high == 1);
}

BOOST_AUTO_TEST_CASE(means_are_compared_and_not_single_tasks) {
  // (3 + 5 − 0 − 4) / (10 + 4 − 0 − 4) = 4 / 10
  BOOST_TEST(between({0, 4}, {10, 4}, {3, 5}).value == 0.4);
}

BOOST_AUTO_TEST_CASE(the_interval_is_as_wide_as_tasks_differ) {
  returns low(100, 0), high(100, 10), steady(100, 5), varied(100);
  for (std::size_t i = 0; i < varied.size(); ++i)
    varied[i] = i % 2 == 0 ? 0 : 10;
  auto narrow = between(low, high, steady);
  BOOST_TEST(narrow.low == 0.5);
  BOOST_TEST(narrow.high == 0.5);
  // The standard error is 0.5 / √100: 0.05.
  auto wide = between(low, high, varied);
  BOOST_TEST(wide.value == 0.5);
  BOOST_TEST(std::abs(wide.low - (0.5 - 1.96 * 0.05)) < 0.02);
  BOOST_TEST(std::abs(wide.high - (0.5 + 1.96 * 0.05)) < 0.02);
}

BOOST_AUTO_TEST_CASE(without_a_scale_there_is_no_score) {
  BOOST_TEST(std::isnan(between({1, 2}, {2, 1}, {3, 3}).value));
  BOOST_TEST(std::isnan(between({}, {}, {}).value));
}

BOOST_AUTO_TEST_SUITE_END()
