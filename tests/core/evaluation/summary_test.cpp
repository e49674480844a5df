#include "core/evaluation/summary.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace troupe;

namespace {

episode_result earned(std::vector<float> returns, const std::string& group = "") {
  episode_result result;
  result.returns = std::move(returns);
  result.group = group;
  return result;
}

evaluation_summary summary_of(const std::vector<episode_result>& results) {
  return summarise(std::span<const episode_result>{results});
}

} // namespace

BOOST_AUTO_TEST_SUITE(summary_test)

BOOST_AUTO_TEST_CASE(the_mean_of_0_2_and_4_is_2_and_two_thirds_took_part) {
  auto summary = summarise(std::vector<double>{0, 2, 4});
  BOOST_TEST(summary.episodes == 3u);
  BOOST_TEST(summary.mean == 2);
  // A standard deviation of √((4 + 0 + 4) / 2) = 2, over √3.
  BOOST_TEST(std::abs(summary.standard_error - 2 / std::sqrt(3.)) < 1e-12);
  BOOST_TEST(std::abs(summary.participation - 2. / 3) < 1e-12);
}

BOOST_AUTO_TEST_CASE(fewer_than_two_episodes_have_no_error) {
  BOOST_TEST((summarise(std::vector<double>{}) == return_summary{}));
  auto one = summarise(std::vector<double>{5});
  BOOST_TEST(one.mean == 5);
  BOOST_TEST(one.standard_error == 0);
  BOOST_TEST(one.participation == 1);
}

BOOST_AUTO_TEST_CASE(the_first_player_counts_all_together_and_by_group) {
  auto summary = summary_of(
      {earned({1, 9}, "near"), earned({3, 9}, "near"), earned({8}, "hold"), earned({0})});
  BOOST_TEST(summary.all.episodes == 4u);
  BOOST_TEST(summary.all.mean == 3);
  BOOST_TEST(summary.all.participation == 0.75);
  BOOST_TEST(summary.by_group.size() == 2u);
  BOOST_TEST(summary.by_group["near"].mean == 2);
  BOOST_TEST(summary.by_group["near"].standard_error == 1);
  BOOST_TEST(summary.by_group["hold"].episodes == 1u);
  BOOST_TEST(summary.unplayable == 0u);
}

BOOST_AUTO_TEST_CASE(what_could_not_be_played_is_counted_apart) {
  auto unplayable = earned({}, "near");
  unplayable.problem = "there is no cube";
  auto summary = summary_of({unplayable, earned({2}, "near")});
  BOOST_TEST(summary.unplayable == 1u);
  BOOST_TEST(summary.all.episodes == 1u);
  BOOST_TEST(summary.by_group["near"].episodes == 1u);
}

BOOST_AUTO_TEST_CASE(an_episode_whose_goals_somebody_changed_is_left_out) {
  auto changed = earned({100});
  changed.intervened = true;
  auto summary = summary_of({changed, earned({2})});
  BOOST_TEST(summary.all.episodes == 1u);
  BOOST_TEST(summary.all.mean == 2);
  BOOST_TEST(summary.unplayable == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
