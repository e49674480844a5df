#include "core/support/error.hpp"
#include "core/world/counting.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(counting_test)

BOOST_AUTO_TEST_CASE(two_by_two_cells_are_connected_as_often_as_enumeration_says) {
  int connected = 0;
  grid<std::uint8_t> levels({2, 2});
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    auto rest = code;
    for (auto& level : levels.values()) {
      level = static_cast<std::uint8_t>(rest % 6);
      rest /= 6;
    }
    connected += is_strongly_connected(levels) ? 1 : 0;
  }
  auto rate = connected / 1296.0;
  BOOST_TEST(rate == 0.164, boost::test_tools::tolerance(0.003));

  auto count = count_topologies({3, 3}, 200'000, 7);
  BOOST_TEST(std::abs(count.probability - rate) < 3 * count.standard_error);
}

BOOST_AUTO_TEST_CASE(the_papers_table_is_within_three_standard_errors) {
  constexpr std::array rates{1.0, 0.164, 0.0287, 0.00479, 0.000613, 0.000064};
  constexpr std::uint64_t samples = 200'000;
  for (int n = 1; n <= 12; ++n) {
    auto count = count_topologies({n, n}, samples, static_cast<std::uint64_t>(n));
    auto rate = rates[static_cast<std::size_t>((n + 1) / 2 - 1)];
    auto standard_error = std::sqrt(rate * (1 - rate) / samples);
    BOOST_TEST(std::abs(count.probability - rate) <= 3 * standard_error,
               n << " tiles a side: " << count.probability << " instead of " << rate);
  }
}

BOOST_AUTO_TEST_CASE(nine_tiles_a_side_make_about_2e16_topologies) {
  auto count = count_topologies({9, 9}, 200'000, 3);
  BOOST_TEST(count.log10_lower_bound == std::log10(1.74e16), boost::test_tools::tolerance(0.01));
  BOOST_TEST(count.log10_lower_bound - count.log10_lower_bound_up_to_symmetry == std::log10(8.0),
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(count.log10_upper_bound == 81 * std::log10(54.0), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(even_sizes_have_the_papers_extra_factor) {
  auto odd = count_topologies({3, 3}, 1000, 1);
  auto even = count_topologies({4, 4}, 1000, 1);
  BOOST_TEST(odd.probability == even.probability);
  BOOST_TEST(even.log10_lower_bound - odd.log10_lower_bound == 8 * std::log10(2.0),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(impossible_requests_are_users_errors) {
  BOOST_CHECK_THROW(count_topologies({0, 3}, 10, 1), user_error);
  BOOST_CHECK_THROW(count_topologies({10'000, 10'000}, 10, 1), user_error);
  BOOST_CHECK_THROW(count_topologies({3, 3}, 0, 1), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
