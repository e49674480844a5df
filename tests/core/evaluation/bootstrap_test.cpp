#include "core/evaluation/bootstrap.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace troupe;

namespace {

std::vector<double> mean_index(std::span<const std::size_t> sample) {
  double sum = 0;
  for (auto item : sample)
    sum += static_cast<double>(item);
  return {sum / static_cast<double>(sample.size())};
}

} // namespace

BOOST_AUTO_TEST_SUITE(bootstrap_test)

BOOST_AUTO_TEST_CASE(the_interval_of_a_mean_is_that_of_the_normal_distribution) {
  auto mean = bootstrap(400, mean_index, random_stream{1}).front();
  // The standard deviation of 0 … 399 is 115.5, and √400 = 20.
  BOOST_TEST(mean.value == 199.5);
  BOOST_TEST(std::abs(mean.low - (199.5 - 1.96 * 5.77)) < 1);
  BOOST_TEST(std::abs(mean.high - (199.5 + 1.96 * 5.77)) < 1);
}

BOOST_AUTO_TEST_CASE(a_sample_is_as_large_as_what_it_is_drawn_from) {
  auto sizes = bootstrap(
      7,
      [](std::span<const std::size_t> sample) {
        BOOST_REQUIRE(std::ranges::all_of(sample, [](auto item) { return item < 7; }));
        return std::vector<double>{static_cast<double>(sample.size()), 2};
      },
      random_stream{1});
  BOOST_TEST_REQUIRE(sizes.size() == 2u);
  BOOST_TEST(sizes[0].value == 7);
  BOOST_TEST(sizes[0].low == 7);
  BOOST_TEST(sizes[0].high == 7);
  BOOST_TEST(sizes[1].value == 2);
}

BOOST_AUTO_TEST_CASE(the_same_stream_gives_the_same_interval) {
  auto one = bootstrap(20, mean_index, random_stream{3}).front();
  auto same = bootstrap(20, mean_index, random_stream{3}).front();
  auto other = bootstrap(20, mean_index, random_stream{4}).front();
  BOOST_TEST(one.low == same.low);
  BOOST_TEST(one.high == same.high);
  BOOST_TEST((one.low != other.low || one.high != other.high));
}

BOOST_AUTO_TEST_CASE(samples_without_a_number_do_not_count) {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  auto found = bootstrap(
      2,
      [](std::span<const std::size_t> sample) {
        auto both = sample[0] != sample[1];
        return std::vector<double>{both ? 1 : nan, both ? nan : 1};
      },
      random_stream{1});
  BOOST_TEST(found[0].value == 1);
  BOOST_TEST(found[0].low == 1);
  BOOST_TEST(found[0].high == 1);
  BOOST_TEST(std::isnan(found[1].value));
  BOOST_TEST(std::isnan(found[1].low));
  BOOST_TEST(std::isnan(found[1].high));
}

BOOST_AUTO_TEST_CASE(without_items_there_is_no_mean) {
  auto none = bootstrap(0, mean_index, random_stream{1}).front();
  BOOST_TEST(std::isnan(none.value));
  BOOST_TEST(std::isnan(none.low));
}

BOOST_AUTO_TEST_SUITE_END()
