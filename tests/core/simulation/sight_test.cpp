#include "core/simulation/sight.hpp"
#include "tests/core/simulation/still_life.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

namespace {

const auto closely = boost::test_tools::tolerance(1e-9);

player_state any_player(random_stream& draw) {
  player_state player;
  player.position = any_vector(draw, 5);
  player.heading = draw.uniform(-10, 10);
  player.pitch = draw.uniform(-max_pitch, max_pitch);
  return player;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sight_test)

BOOST_AUTO_TEST_CASE(the_field_of_view_is_a_right_angle_wide_and_three_quarters_as_high) {
  player_state player;
  auto view = view_of(player); // from (0, 0, 1.5) eastwards
  BOOST_TEST(is_in_view(view, {2, 1.99, 1.5}));
  BOOST_TEST(is_in_view(view, {2, -1.99, 1.5}));
  BOOST_TEST(!is_in_view(view, {2, 2.01, 1.5}));
  BOOST_TEST(is_in_view(view, {2, 0, 1.5 + 1.49}));
  BOOST_TEST(!is_in_view(view, {2, 0, 1.5 + 1.51}));
  BOOST_TEST(is_in_view(view, {2, 0, 1.5 - 1.49}));
  BOOST_TEST(!is_in_view(view, {-2, 0, 1.5}));
  player.heading = std::acos(-1.0) / 2;
  player.pitch = 0.5;
  view = view_of(player);
  BOOST_TEST(is_in_view(view, {0, 2, 1.5 + 2 * std::tan(0.5)}));
  BOOST_TEST(is_in_view(view, {0, 2, 1.5}));
  BOOST_TEST(!is_in_view(view, {0, 2, 0}));
  // Right of a player that looks north is east.
  BOOST_TEST(view.right.x == 1, closely);
}

BOOST_AUTO_TEST_CASE(the_axes_of_a_view_are_perpendicular_unit_vectors) {
  check_property("axes", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto view = view_of(any_player(draw));
    RC_ASSERT(std::abs(dot(view.forward, view.right)) < 1e-12);
    RC_ASSERT(std::abs(dot(view.forward, view.up)) < 1e-12);
    RC_ASSERT(std::abs(length(view.up) - 1) < 1e-12);
    RC_ASSERT(view.up.z > 0);
  });
}

BOOST_AUTO_TEST_CASE(a_ball_with_a_visible_point_may_be_in_view) {
  check_property("balls", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto view = view_of(any_player(draw));
    auto centre = view.eyes + any_vector(draw, 4);
    auto radius = draw.uniform(0.1, 2);
    for (int i = 0; i < 100; ++i)
      if (is_in_view(view, centre + normalised(any_vector(draw, 1)) * radius * draw.uniform()))
        RC_ASSERT(may_be_in_view(view, centre, radius));
  });
}

BOOST_AUTO_TEST_CASE(samples_lie_in_their_body) {
  check_property("samples", [](std::uint64_t seed) {
    random_stream draw{seed};
    world_object object;
    object.shape = static_cast<object_shape>(draw.below(4));
    object.size = draw.uniform(0.1, 2);
    object.position = any_vector(draw, 3);
    object.orientation = any_rotation(draw);
    auto view = view_of(any_player(draw));
    for (const auto& solid : {body_of(object), body_of(any_player(draw))})
      for (auto p : view_samples(solid, view))
        RC_ASSERT(length(closest_point(solid, p) - p) < 1e-9);
  });
}

BOOST_AUTO_TEST_CASE(bodies_between_obstruct_but_not_those_at_the_ends) {
  auto w = empty_world({"0 0 0", "0 0 0"});
  for (auto x : {1.0, 4.0, 7.0})
    add_object(w, object_colour::black, object_shape::sphere, {x, 1, 0.5}, 1);
  std::vector<body> bodies;
  for (const auto& object : w.objects)
    bodies.push_back(body_of(object));
  height_field ground{w};
  BOOST_TEST(!is_unobstructed(ground, bodies, {1, 1, 0.5}, {7, 1, 0.5}, 0, 2));
  BOOST_TEST(is_unobstructed(ground, bodies, {1, 1, 0.5}, {4, 1, 0.5}, 0, 1));
  BOOST_TEST(is_unobstructed(ground, bodies, {1, 3, 0.5}, {7, 3, 0.5}, 0, 2));
  bodies[1].present = false;
  BOOST_TEST(is_unobstructed(ground, bodies, {1, 1, 0.5}, {7, 1, 0.5}, 0, 2));
}

BOOST_AUTO_TEST_SUITE_END()
