#include "core/simulation/simulation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/player_actions.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <numbers>

using namespace troupe;

namespace {

constexpr std::array all_shapes{object_shape::cube, object_shape::sphere, object_shape::pyramid,
                                object_shape::slab};

/// Two seconds.
constexpr int rest_steps = 15;

world_object& add(world& w, object_shape shape, vector3 position, double size = 0.5) {
  return add_object(w, object_colour::black, shape, position, size);
}

quaternion turned_about(vector3 axis, double angle) {
  auto [x, y, z] = normalised(axis) * std::sin(angle / 2);
  return {std::cos(angle / 2), x, y, z};
}

} // namespace

BOOST_AUTO_TEST_SUITE(objects_test)

BOOST_AUTO_TEST_CASE(dropped_objects_lie_still_on_the_floor_within_two_seconds) {
  for (auto size : {0.1, 0.3, 0.7, 1.5})
    for (auto shape : all_shapes) {
      auto w = empty_world({"1 1", "1 1"});
      auto rise = object_extents(shape, size).z / 2;
      add(w, shape, {3, 3, 1 + rise + 0.7}, size);
      simulation sim(w);
      run(sim, rest_steps);
      const auto& object = sim.state().objects[0];
      BOOST_TEST(std::abs(object.position.z - (1 + rise)) < 0.003);
      BOOST_TEST(length(object.velocity) < 0.001);
      BOOST_TEST(length(object.spin) < 0.001);
      BOOST_TEST((object.floors == floor_contacts(1 << 1)));
    }
}

BOOST_AUTO_TEST_CASE(objects_that_fall_onto_a_corner_come_to_lie_on_a_face) {
  for (auto shape : {object_shape::cube, object_shape::pyramid, object_shape::slab}) {
    auto w = empty_world({"0 0", "0 0"});
    add(w, shape, {3, 3, 1.5}, 0.6).orientation = turned_about({1, 2, 0.5}, 0.9);
    simulation sim(w);
    run(sim, 40);
    const auto& object = sim.state().objects[0];
    BOOST_TEST(length(object.velocity) < 0.001);
    BOOST_TEST(length(object.spin) < 0.001);
    BOOST_TEST(object.floors.test(0));
  }
}

BOOST_AUTO_TEST_CASE(a_pyramid_rests_on_its_base) {
  auto w = empty_world({"0 0", "0 0"});
  add(w, object_shape::pyramid, {3, 3, 0.6}, 0.6).orientation = turned_about({1, 0.3, 0}, 0.5);
  simulation sim(w);
  run(sim, 40);
  const auto& object = sim.state().objects[0];
  BOOST_TEST(rotated(object.orientation, {0, 0, 1}).z > 0.9999);
  BOOST_TEST(std::abs(object.position.z - 0.3) < 0.003);
}

BOOST_AUTO_TEST_CASE(falls_from_the_highest_floor_end_at_the_lowest) {
  for (auto shape : all_shapes) {
    auto w = empty_world({"5 0", "5 0"});
    auto rise = object_extents(shape, 0.4).z / 2;
    add(w, shape, {4.5, 3, 14}, 0.4);
    simulation sim(w);
    for (int i = 0; i < 60; ++i) {
      run(sim, 1);
      BOOST_TEST(sim.state().objects[0].position.z > rise - 0.02);
    }
    BOOST_TEST(sim.state().objects[0].floors.test(0));
  }
}

BOOST_AUTO_TEST_CASE(spheres_roll_down_ramps) {
  auto w = empty_world({"1 0 0 0 0", "1 <0 0 0 0", "1 0 0 0 0"});
  auto slope = 1.0 / 3;
  auto rise = 0.25 * std::sqrt(1 + slope * slope);
  add(w, object_shape::sphere, {4, 4.5, floor_height(w, 4, 4.5) + rise});
  simulation sim(w);
  run(sim, 12);
  const auto& ball = sim.state().objects[0];
  BOOST_TEST(ball.position.x > 6);
  BOOST_TEST(std::abs(ball.position.y - 4.5) < 0.01);
  BOOST_TEST(ball.velocity.x > 1);
  // Without slipping, to the east.
  BOOST_TEST(ball.spin.y > 0.8 * ball.velocity.x / 0.25);
}

BOOST_AUTO_TEST_CASE(rolling_spheres_stop_in_the_end) {
  auto w = empty_world({"1 0 0 0 0 0 0", "1 <0 0 0 0 0 0"});
  add(w, object_shape::sphere, {5.4, 1.5, 0.55});
  simulation sim(w);
  run(sim, 200);
  BOOST_TEST(sim.state().objects[0].position.x > 6.5);
  BOOST_TEST(length(sim.state().objects[0].velocity) == 0);
}

BOOST_AUTO_TEST_CASE(spheres_do_not_feel_the_seams_of_tiles) {
  // The tile beyond the corner makes the floor uneven, so that it is not treated as one plane.
  auto w = empty_world({"1 0 0 0 0 0", "1 <0 0 0 0 0", "1 2 0 0 2 2"});
  add(w, object_shape::sphere, {5, 3.4, 0.7});
  simulation sim(w);
  run(sim, 10);
  double highest = 0;
  for (int i = 0; i < 30; ++i) {
    run(sim, 1);
    if (sim.state().objects[0].position.x > 6.3)
      highest = std::max(highest, sim.state().objects[0].position.z);
  }
  BOOST_TEST(sim.state().objects[0].position.x > 9);
  BOOST_TEST(highest < 0.253);
}

BOOST_AUTO_TEST_CASE(cubes_stay_on_ramps) {
  auto w = empty_world({"1 0 0", "1 <0 0", "1 0 0"});
  auto tilt = std::atan(1.0 / 3);
  auto height = floor_height(w, 4.5, 4.5) + 0.25 / std::cos(tilt) + 0.01;
  add(w, object_shape::cube, {4.5, 4.5, height}).orientation = turned_about({0, 1, 0}, tilt);
  simulation sim(w);
  run(sim, rest_steps);
  BOOST_TEST(std::abs(sim.state().objects[0].position.x - 4.5) < 0.05);
  BOOST_TEST(length(sim.state().objects[0].velocity) < 0.001);
}

BOOST_AUTO_TEST_CASE(a_slab_bridges_a_gap_and_carries_a_player) {
  auto w = empty_world({"1 1 0 1 1", "1 1 0 1 1"});
  w.tile_size = {0.75, 3, 1};
  add(w, object_shape::slab, {1.875, 3, 1.13}, 1.2);
  add_player(w, {0.5, 3, 1});
  simulation sim(w);
  run(sim, 8);
  BOOST_TEST(std::abs(sim.state().objects[0].position.z - 1.12) < 0.005);
  double lowest = 1;
  for (int i = 0; i < 8; ++i) {
    run(sim, 1, {doing().walk(1)});
    lowest = std::min(lowest, sim.state().players[0].position.z);
  }
  BOOST_TEST(sim.state().players[0].position.x > 2.6);
  BOOST_TEST(lowest > 0.95);
}

BOOST_AUTO_TEST_CASE(without_a_bridge_players_fall_into_the_gap) {
  auto w = empty_world({"1 1 0 1 1", "1 1 0 1 1"});
  w.tile_size = {0.75, 3, 1};
  add_player(w, {0.5, 3, 1});
  simulation sim(w);
  run(sim, 2);
  run(sim, 8, {doing().walk(1)});
  BOOST_TEST(sim.state().players[0].position.z < 0.9);
}

BOOST_AUTO_TEST_CASE(objects_can_be_stacked) {
  auto w = empty_world({"0 0", "0 0"});
  add(w, object_shape::cube, {3, 3, 0.35}, 0.7);
  add(w, object_shape::cube, {3, 3, 0.96}, 0.5);
  add(w, object_shape::cube, {3, 3, 1.37}, 0.3);
  simulation sim(w);
  run(sim, rest_steps);
  auto heights = {0.35, 0.95, 1.35};
  std::size_t i = 0;
  for (auto height : heights) {
    BOOST_TEST(std::abs(sim.state().objects[i].position.z - height) < 0.01);
    BOOST_TEST(length(sim.state().objects[i].velocity) < 0.001);
    ++i;
  }
  BOOST_TEST(sim.state().objects[0].floors.test(0));
  BOOST_TEST(sim.state().objects[1].floors.none());
}

BOOST_AUTO_TEST_CASE(an_object_across_two_floors_touches_both) {
  auto w = empty_world({"1 1 0", "1 1 0"});
  w.floor_colours[{0, 0}] = floor_colour::white;
  add(w, object_shape::cube, {3, 1.5, 1.25});
  simulation sim(w);
  run(sim, 2);
  floor_contacts both;
  both.set(static_cast<std::size_t>(floor_colour::white));
  both.set(static_cast<std::size_t>(floor_colour::olive));
  BOOST_TEST((sim.state().objects[0].floors == both));
}

BOOST_AUTO_TEST_CASE(an_object_beside_a_cliff_is_not_on_it) {
  auto w = empty_world({"1 0", "1 0"});
  add(w, object_shape::cube, {3.25, 3, 0.25});
  simulation sim(w);
  run(sim, 2);
  BOOST_TEST((sim.state().objects[0].floors == floor_contacts(1)));
}

BOOST_AUTO_TEST_CASE(each_half_of_a_diagonal_tile_carries_on_its_own_level) {
  auto w = empty_world({"NE0 0", "0 0"});
  add(w, object_shape::cube, {2.2, 5.2, 1.3}, 0.4);
  add(w, object_shape::cube, {0.8, 3.8, 0.3}, 0.4);
  simulation sim(w);
  run(sim, 8);
  BOOST_TEST(std::abs(sim.state().objects[0].position.z - 1.2) < 0.003);
  BOOST_TEST((sim.state().objects[0].floors == floor_contacts(1 << 1)));
  BOOST_TEST(std::abs(sim.state().objects[1].position.z - 0.2) < 0.003);
  BOOST_TEST((sim.state().objects[1].floors == floor_contacts(1)));
}

BOOST_AUTO_TEST_SUITE_END()
