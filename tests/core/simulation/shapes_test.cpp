#include "core/simulation/shapes.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/still_life.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace troupe;

namespace {

body object_body(object_shape shape, double size, vector3 position = {}, quaternion turn = {}) {
  world_object object;
  object.shape = shape;
  object.size = size;
  object.position = position;
  object.orientation = turn;
  return body_of(object);
}

body any_body(random_stream& draw) {
  if (draw.chance(0.2)) {
    player_state player;
    player.position = any_vector(draw, 2);
    return body_of(player);
  }
  return object_body(static_cast<object_shape>(draw.below(4)), draw.uniform(0.1, 2),
                     any_vector(draw, 2), any_rotation(draw));
}

/// Whether a point, in the body's frame, is in the body enlarged by a factor.
bool contains(const body& solid, vector3 p, double factor = 1) {
  p = p * (1 / factor);
  auto [x, y, z] = solid.half;
  auto straight = z - x;
  switch (solid.shape) {
  case body_shape::sphere:
    return length(p) <= x;
  case body_shape::capsule:
    return std::hypot(p.x, p.y) <= x
           && std::abs(p.z) <= straight + std::sqrt(std::max(x * x - p.x * p.x - p.y * p.y, 0.0));
  case body_shape::pyramid:
    return p.z >= -z && std::max(std::abs(p.x), std::abs(p.y)) <= x * (z - p.z) / (2 * z);
  default:
    return std::abs(p.x) <= x && std::abs(p.y) <= y && std::abs(p.z) <= z;
  }
}

vector3 in_frame(const body& solid, vector3 p) {
  return rotated(inverse(solid.orientation), p - solid.position);
}

/// A point in the body, drawn uniformly.
vector3 any_point_in(const body& solid, random_stream& draw) {
  for (;;) {
    vector3 p{draw.uniform(-1, 1) * solid.half.x, draw.uniform(-1, 1) * solid.half.y,
              draw.uniform(-1, 1) * solid.half.z};
    if (contains(solid, p))
      return solid.position + rotated(solid.orientation, p);
  }
}

void check_close(vector3 found, vector3 expected) {
  BOOST_TEST(length(found - expected) < 1e-12,
             "(" << found.x << ", " << found.y << ", " << found.z << ") is not where it should be");
}

} // namespace

BOOST_AUTO_TEST_SUITE(shapes_test)

BOOST_AUTO_TEST_CASE(a_box_is_closest_at_faces_edges_and_corners) {
  auto cube = object_body(object_shape::cube, 1, {1, 2, 3});
  check_close(closest_point(cube, {5, 2.25, 3}), {1.5, 2.25, 3});
  check_close(closest_point(cube, {5, 5, 3}), {1.5, 2.5, 3});
  check_close(closest_point(cube, {-5, -5, -5}), {0.5, 1.5, 2.5});
  check_close(closest_point(cube, {1.25, 2.25, 2.75}), {1.25, 2.25, 2.75});
}

BOOST_AUTO_TEST_CASE(a_slab_is_half_as_wide_and_a_fifth_as_high_as_long) {
  auto slab = object_body(object_shape::slab, 1);
  check_close(closest_point(slab, {9, 9, 9}), {0.5, 0.25, 0.1});
}

BOOST_AUTO_TEST_CASE(a_turned_box_is_closest_where_it_is_then) {
  auto cube = object_body(object_shape::cube, 2, {}, turned({0, 0, 1}, std::acos(-1.0) / 4));
  check_close(closest_point(cube, {5, 0, 0}), {std::sqrt(2.0), 0, 0});
}

BOOST_AUTO_TEST_CASE(a_sphere_is_closest_towards_the_point) {
  auto ball = object_body(object_shape::sphere, 2, {1, 0, 0});
  check_close(closest_point(ball, {4, 4, 0}), {1.6, 0.8, 0});
  check_close(closest_point(ball, {1.5, 0, 0}), {1.5, 0, 0});
}

BOOST_AUTO_TEST_CASE(a_pyramid_is_closest_at_base_face_ridge_apex_or_corner) {
  auto pyramid = object_body(object_shape::pyramid, 2);
  check_close(closest_point(pyramid, {0.25, 0.5, -3}), {0.25, 0.5, -1});
  check_close(closest_point(pyramid, {2, -3, -2}), {1, -1, -1});
  check_close(closest_point(pyramid, {0.1, 0.1, 7}), {0, 0, 1});
  check_close(closest_point(pyramid, {0.2, -0.1, -0.5}), {0.2, -0.1, -0.5});
  // Off the middle of a face, along its normal (2, 0, 1).
  check_close(closest_point(pyramid, {0.5 + 2, 0.1, 0 + 1}), {0.5, 0.1, 0});
  check_close(closest_point(pyramid, {0.1, -0.5 - 2, 0 + 1}), {0.1, -0.5, 0});
  // Off the middle of a ridge, along (1, 1, 1), the sum of the normals beside it.
  check_close(closest_point(pyramid, {-0.5 - 1, 0.5 + 1, 0 + 1}), {-0.5, 0.5, 0});
  // Beside an edge of the base, a little above it.
  check_close(closest_point(pyramid, {3, 0.5, -0.9}), {1, 0.5, -1});
}

BOOST_AUTO_TEST_CASE(a_player_is_a_capsule_on_its_feet) {
  player_state player;
  player.position = {1, 1, 2};
  auto solid = body_of(player);
  check_close(closest_point(solid, {4, 1, 3}), {1 + player_radius, 1, 3});
  check_close(closest_point(solid, {1, 1, 0}), {1, 1, 2});
  check_close(closest_point(solid, {1, 1, 9}), {1, 1, 2 + player_height});
  check_close(centre_of_mass(solid), {1, 1, 2 + player_height / 2});
}

BOOST_AUTO_TEST_CASE(the_centre_of_mass_of_a_pyramid_lies_at_a_quarter_of_its_height) {
  check_close(centre_of_mass(object_body(object_shape::pyramid, 2, {1, 1, 1})), {1, 1, 0.5});
  auto on_its_side = turned({0, 1, 0}, std::acos(-1.0) / 2);
  check_close(centre_of_mass(object_body(object_shape::pyramid, 2, {}, on_its_side)), {-0.5, 0, 0});
  check_close(centre_of_mass(object_body(object_shape::slab, 2, {1, 1, 1})), {1, 1, 1});
}

BOOST_AUTO_TEST_CASE(the_closest_point_is_in_the_body_and_no_other_is_closer) {
  check_property("closest point", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto solid = any_body(draw);
    auto p = solid.position + any_vector(draw, 3);
    auto found = closest_point(solid, p);
    RC_ASSERT(contains(solid, in_frame(solid, found), 1 + 1e-9));
    for (int i = 0; i < 100; ++i)
      RC_ASSERT(length(any_point_in(solid, draw) - p) >= length(found - p) - 1e-12);
    // A convex body lies behind the plane through its closest point.
    for (int i = 0; i < 100; ++i)
      RC_ASSERT(dot(any_point_in(solid, draw) - found, p - found) <= 1e-9);
  });
}

BOOST_AUTO_TEST_CASE(the_closest_point_of_a_point_within_is_itself) {
  check_property("points within", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto solid = any_body(draw);
    auto p = any_point_in(solid, draw);
    RC_ASSERT(length(closest_point(solid, p) - p) < 1e-12);
  });
}

BOOST_AUTO_TEST_CASE(no_point_is_farther_away_than_the_reach) {
  check_property("reach", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto solid = any_body(draw);
    auto far_away = solid.position + normalised(any_vector(draw, 1)) * 100;
    RC_ASSERT(length(closest_point(solid, far_away) - solid.position) <= solid.reach + 1e-9);
  });
}

BOOST_AUTO_TEST_CASE(the_midpoint_gap_is_symmetric_and_no_smaller_than_the_smallest_distance) {
  check_property("gap", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto a = any_body(draw);
    auto b = any_body(draw);
    auto gap = midpoint_gap(a, b);
    RC_ASSERT(gap == midpoint_gap(b, a));
    // Back and forth between two convex bodies leads to the smallest distance.
    auto p = b.position;
    for (int i = 0; i < 200; ++i)
      p = closest_point(b, closest_point(a, p));
    RC_ASSERT(gap >= length(closest_point(a, p) - p) - 1e-3);
  });
}

BOOST_AUTO_TEST_CASE(the_midpoint_gap_does_not_change_when_everything_moves_and_turns) {
  check_property("gap", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto object = [&] {
      return object_body(static_cast<object_shape>(draw.below(4)), draw.uniform(0.1, 2),
                         any_vector(draw, 2), any_rotation(draw));
    };
    auto a = object();
    auto b = object();
    auto turn = any_rotation(draw);
    auto shift = any_vector(draw, 10);
    auto moved = [&](body solid) {
      solid.position = rotated(turn, solid.position) + shift;
      solid.orientation = product(turn, solid.orientation);
      return solid;
    };
    RC_ASSERT(std::abs(midpoint_gap(a, b) - midpoint_gap(moved(a), moved(b))) < 1e-9);
  });
}

BOOST_AUTO_TEST_CASE(lines_meet_what_lies_between_their_ends) {
  auto cube = object_body(object_shape::cube, 1);
  BOOST_TEST(meets(cube, {-2, 0.4, 0}, {2, 0.4, 0}));
  BOOST_TEST(!meets(cube, {-2, 0.6, 0}, {2, 0.6, 0}));
  BOOST_TEST(!meets(cube, {-2, 0, 0}, {-0.6, 0, 0}));
  BOOST_TEST(meets(cube, {0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}));
  auto pyramid = object_body(object_shape::pyramid, 1);
  BOOST_TEST(meets(pyramid, {-2, 0, 0.4}, {2, 0, 0.4}));
  BOOST_TEST(!meets(pyramid, {-2, 0.1, 0.4}, {2, 0.1, 0.4}));
  BOOST_TEST(!meets(pyramid, {0, 0, 1}, {0, 0, 0.6}));
  auto ball = object_body(object_shape::sphere, 1);
  BOOST_TEST(meets(ball, {-2, 0.3, 0.3}, {2, 0.3, 0.3}));
  BOOST_TEST(!meets(ball, {-2, 0.4, 0.4}, {2, 0.4, 0.4}));
  auto player = body_of(player_state{});
  BOOST_TEST(meets(player, {-2, 0.3, 1}, {2, 0.3, 1}));
  BOOST_TEST(!meets(player, {-2, 0.3, 0.1}, {2, 0.3, 0.1}));
  BOOST_TEST(meets(player, {0, 0, 9}, {0, 0, 1}));
  BOOST_TEST(!meets(player, {0, 0, 9}, {0, 0, 1.7}));
}

BOOST_AUTO_TEST_CASE(a_line_meets_a_body_if_and_only_if_one_of_its_points_is_in_it) {
  check_property("lines", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto solid = any_body(draw);
    auto from = solid.position + any_vector(draw, 2);
    auto to = solid.position + any_vector(draw, 2);
    constexpr int parts = 4000;
    auto smallest = 1e9;
    for (int i = 0; i <= parts; ++i) {
      auto p = from + (to - from) * (static_cast<double>(i) / parts);
      smallest = std::min(smallest, length(closest_point(solid, p) - p));
    }
    if (smallest == 0)
      RC_ASSERT(meets(solid, from, to));
    if (smallest > length(to - from) / parts)
      RC_ASSERT(!meets(solid, from, to));
  });
}

BOOST_AUTO_TEST_SUITE_END()
