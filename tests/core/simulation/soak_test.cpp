#include "tests/core/simulation/soak.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(soak_test)

BOOST_AUTO_TEST_CASE(nothing_leaves_the_world_or_ends_in_a_wall) {
  constexpr std::uint64_t steps = 100'000;
  soak_result result;
  while (result.steps < steps)
    soak(result.episodes, result);
  BOOST_TEST(result.outside == 0u);
  BOOST_TEST(result.too_deep == 0u);
  BOOST_TEST_MESSAGE("deepest overlap " << result.deepest << " m");
}

/// In this episode a small cube between a player and a wall rests on an edge, and then on a corner.
BOOST_AUTO_TEST_CASE(what_begins_to_spin_at_once_stays_out_of_others) {
  soak_result result;
  soak(1684, result);
  BOOST_TEST(result.deepest < max_depth);
}

BOOST_AUTO_TEST_CASE(what_is_left_alone_comes_to_rest) {
  for (std::uint64_t episode = 0; episode < 40; ++episode) {
    auto rest = settle(episode);
    BOOST_TEST(rest.depth < 0.01);
    BOOST_TEST(rest.speed < 0.001);
  }
}

BOOST_AUTO_TEST_SUITE_END()
