#include "core/support/metric.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(metric_test)

BOOST_AUTO_TEST_CASE(a_summary_of_nothing_is_zero) {
  metric_summary nothing;
  BOOST_TEST(nothing.mean() == 0);
  metric_summary something;
  something.add(-3);
  something.add(nothing);
  BOOST_TEST((something == metric_summary{1, -3, -3, -3}));
}

BOOST_AUTO_TEST_CASE(parts_add_up_to_the_whole) {
  check_property("summary(a ++ b) = summary(a) + summary(b)",
                 [](const std::vector<int>& a, const std::vector<int>& b) {
                   metric_summary left;
                   metric_summary right;
                   metric_summary whole;
                   for (auto x : a) {
                     left.add(x);
                     whole.add(x);
                   }
                   for (auto x : b) {
                     right.add(x);
                     whole.add(x);
                   }
                   left.add(right);
                   RC_ASSERT(left == whole);
                   if (!a.empty() && !b.empty())
                     RC_ASSERT(whole.maximum
                               == std::max(*std::max_element(a.begin(), a.end()),
                                           *std::max_element(b.begin(), b.end())));
                 });
}

BOOST_AUTO_TEST_SUITE_END()
