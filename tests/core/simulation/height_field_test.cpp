#include "core/simulation/height_field.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/still_life.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

const auto closely = boost::test_tools::tolerance(1e-9);

/// Somewhere above the ground of a world.
vector3 any_free_point(const world& w, random_stream& draw) {
  auto x = draw.uniform(0, w.tiles.width() * w.tile_size.x);
  auto y = draw.uniform(0, w.tiles.height() * w.tile_size.y);
  return {x, y, floor_height(w, x, y) + draw.uniform(0.01, 2)};
}

double above_ground(const world& w, vector3 p) {
  return p.z - floor_height(w, p.x, p.y);
}

} // namespace

BOOST_AUTO_TEST_SUITE(height_field_test)

BOOST_AUTO_TEST_CASE(a_line_over_level_floor_is_free) {
  height_field ground{empty_world({"0 0", "0 0"})};
  BOOST_TEST(ground.free_share({0.5, 0.5, 0.1}, {5.5, 5.5, 0.1}) == 1);
  BOOST_TEST(ground.free_share({0.5, 0.5, 0}, {5.5, 5.5, 0}) == 1);
  BOOST_TEST(ground.free_share({5.5, 0.5, 0.1}, {5.5, 0.5, 0.1}) == 1);
}

BOOST_AUTO_TEST_CASE(a_line_ends_where_it_enters_the_ground) {
  height_field ground{empty_world({"0 0", "0 0"})};
  BOOST_TEST(ground.free_share({1, 1, 1}, {5, 1, -1}) == 0.5, closely);
  BOOST_TEST(ground.free_share({1, 1, 1}, {1, 1, -3}) == 0.25, closely);
}

BOOST_AUTO_TEST_CASE(a_higher_tile_is_in_the_way_of_low_lines) {
  height_field ground{empty_world({"0 0 0", "0 2 0", "0 0 0"})};
  BOOST_TEST(ground.free_share({1, 4.5, 1.9}, {9, 4.5, 1.9}) == 0.25, closely);
  BOOST_TEST(ground.free_share({1, 4.5, 2.1}, {9, 4.5, 2.1}) == 1);
  BOOST_TEST(ground.free_share({1, 4.5, 3}, {9, 4.5, 1}) == 0.5, closely);
  BOOST_TEST(ground.free_share({8.5, 1.5, 1}, {8.5, 8.5, 1}) == 1);
  // From the top to below the edge, and past the corner.
  BOOST_TEST(ground.blocks({4.5, 4.5, 2.5}, {8, 4.5, 0.5}));
  BOOST_TEST(!ground.blocks({5.9, 4.5, 3.6}, {8, 4.5, 0.5}));
  BOOST_TEST(ground.blocks({2, 2.5, 1}, {4, 3.5, 1}));
  BOOST_TEST(!ground.blocks({0.5, 5, 1}, {4, 8.5, 1}));
}

BOOST_AUTO_TEST_CASE(a_ramp_is_in_the_way_where_it_is_high) {
  height_field ground{empty_world({"1 1 1", "^0 >0 v0", "0 0 0"})};
  // Northward over the ramp that rises from y = 3 to y = 6.
  BOOST_TEST(ground.free_share({1.5, 0, 0.5}, {1.5, 9, 0.5}) == 0.5, closely);
  BOOST_TEST(ground.free_share({1.5, 3, 0.1}, {1.5, 6, 1.1}) == 1);
  // Eastward over the ramp that rises from x = 3 to x = 6.
  BOOST_TEST(ground.free_share({3, 4.5, 0.75}, {6, 4.5, 0.75}) == 0.75, closely);
  // The ramp that rises southwards has a wall of up to 1 m in its south.
  BOOST_TEST(ground.blocks({7.5, 1.5, 0.9}, {7.5, 4, 0.9}));
}

BOOST_AUTO_TEST_CASE(the_upper_half_of_a_diagonal_is_in_the_way) {
  height_field ground{empty_world({"0 0 0", "0 NE0 0", "0 0 0"})};
  // Its cut goes from (3, 6) to (6, 3).
  BOOST_TEST(ground.free_share({3, 4, 0.5}, {6, 4, 0.5}) == 2.0 / 3, closely);
  BOOST_TEST(ground.free_share({1, 4.9, 0.5}, {4.9, 1, 0.5}) == 1);
  BOOST_TEST(ground.free_share({3, 5.9, 0.5}, {5.9, 3, 0.5}) == 1);
  BOOST_TEST(ground.blocks({3.2, 5.9, 0.5}, {5.9, 3.2, 0.5}));
  BOOST_TEST(!ground.blocks({3.2, 5.9, 1.1}, {5.9, 3.2, 1.1}));
  BOOST_TEST(ground.free_share({7, 4, 0.5}, {5, 4, 0.5}) == 0.5, closely);
}

BOOST_AUTO_TEST_CASE(lines_end_at_the_walls_around_the_world) {
  height_field ground{empty_world({"0 0", "0 0"})};
  BOOST_TEST(ground.free_share({5, 1, 1}, {7, 1, 1}) == 0.5, closely);
  BOOST_TEST(ground.free_share({1, 1, 1}, {1, -3, 1}) == 0.25, closely);
}

BOOST_AUTO_TEST_CASE(lines_are_free_as_far_as_small_steps_find_no_ground) {
  check_property("traversal", [](std::uint64_t seed) {
    random_stream draw{seed};
    world_parameters small;
    small.width = small.height = {4, 7};
    small.diagonal_weight = {0, 2};
    auto w = generate_world(small, seed);
    height_field ground{w};
    for (int line = 0; line < 10; ++line) {
      auto from = any_free_point(w, draw);
      auto to = any_free_point(w, draw);
      auto share = ground.free_share(from, to);
      auto at = [&](double s) { return from + (to - from) * s; };
      constexpr int steps = 1000;
      for (int i = 0; i < steps * share - 1; ++i)
        RC_ASSERT(above_ground(w, at(static_cast<double>(i) / steps)) > -1e-6);
      RC_ASSERT(share == 1 || above_ground(w, at(share + 1e-7)) < 1e-6);
      RC_ASSERT((share < 1) == ground.blocks(from, to));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_line_is_blocked_in_both_directions_or_in_none) {
  check_property("both directions", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto w = generate_world({}, seed % 20);
    height_field ground{w};
    for (int line = 0; line < 10; ++line) {
      auto from = any_free_point(w, draw);
      auto to = any_free_point(w, draw);
      RC_ASSERT(ground.blocks(from, to) == ground.blocks(to, from));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
