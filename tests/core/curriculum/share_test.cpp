#include "core/curriculum/share.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(share_test)

BOOST_AUTO_TEST_CASE(decimals_of_whole_numbers_are_exact) {
  BOOST_TEST(0.29 * 100 < 29); // what it is about
  for (std::size_t count : {10, 100, 1000})
    for (std::size_t part = 0; part <= count; ++part) {
      // The decimal as it is written, and as steps of one part add up to it.
      auto written = static_cast<double>(part) / static_cast<double>(count);
      BOOST_TEST(share_of(written, count) == static_cast<double>(part));
      double added = 0;
      for (std::size_t i = 0; i < part; ++i)
        added += 1 / static_cast<double>(count);
      BOOST_TEST(share_of(added, count) == static_cast<double>(part));
    }
}

BOOST_AUTO_TEST_CASE(other_shares_stay_between_whole_numbers) {
  BOOST_TEST(share_of(0.5, 3) == 1.5);
  BOOST_TEST(share_of(0.35, 10) == 3.5);
  BOOST_TEST(share_of(0.3000001, 10) > 3);
  BOOST_TEST(share_of(0.2999999, 10) < 3);
}

BOOST_AUTO_TEST_SUITE_END()
