#include "core/simulation/simulation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/player_actions.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numbers>

using namespace troupe;

namespace {

constexpr auto right_angle = std::numbers::pi / 2;

double horizontal_speed(const player_state& player) {
  return std::hypot(player.velocity.x, player.velocity.y);
}

} // namespace

BOOST_AUTO_TEST_SUITE(players_test)

BOOST_AUTO_TEST_CASE(players_walk_where_they_look) {
  for (auto heading : {0.0, 1.0, 2.5, -2.0}) {
    auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0"});
    add_player(w, {6, 6, 0}, heading);
    simulation sim(w);
    run(sim, 6, {doing().walk(1)});
    auto way = sim.state().players[0].position - vector3{6, 6, 0};
    BOOST_TEST(length(cross(normalised(way), direction_of(heading, 0))) < 1e-3);
    BOOST_TEST(dot(way, direction_of(heading, 0)) > 2);
    auto speed = horizontal_speed(sim.state().players[0]);
    BOOST_TEST(speed > 3);
    BOOST_TEST(speed < 4);
    run(sim, 12, {doing().walk(-1)});
    BOOST_TEST(length(sim.state().players[0].position - vector3{6, 6, 0}) < 4);
  }
}

BOOST_AUTO_TEST_CASE(strafing_right_goes_right_and_diagonals_are_not_faster) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_player(w, {6, 6, 0}, right_angle);
  simulation sim(w);
  run(sim, 5, {doing().strafe(1)});
  BOOST_TEST(sim.state().players[0].position.x > 7);
  auto straight = horizontal_speed(sim.state().players[0]);
  run(sim, 10, {doing().strafe(-1).walk(1)});
  BOOST_TEST(sim.state().players[0].position.y > 7);
  BOOST_TEST(std::abs(horizontal_speed(sim.state().players[0]) - straight) < 0.01);
}

BOOST_AUTO_TEST_CASE(small_steps_to_the_side_are_small) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0"});
  add_player(w, {3, 3, 0}, 0);
  simulation sim(w);
  run(sim, 8, {doing().strafe(0.05f)});
  auto way = sim.state().players[0].position - vector3{3, 3, 0};
  BOOST_TEST(way.y < -0.1);
  BOOST_TEST(way.y > -0.3);
}

BOOST_AUTO_TEST_CASE(players_take_time_to_reach_their_speed_and_to_stop) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0"});
  add_player(w, {1, 3, 0}, 0);
  simulation sim(w);
  run(sim, 1, {doing().walk(1)});
  const auto& player = sim.state().players[0];
  BOOST_TEST(player.velocity.x > 1);
  BOOST_TEST(player.velocity.x < 3);
  BOOST_TEST(player.acceleration.y == player.velocity.x * 7.5, boost::test_tools::tolerance(1e-3));
  BOOST_TEST(std::abs(player.acceleration.x) < 1e-3);
  run(sim, 4, {doing().walk(1)});
  run(sim, 1);
  BOOST_TEST(player.velocity.x > 0.5);
  BOOST_TEST(player.acceleration.y < -5);
  run(sim, 3);
  BOOST_TEST(length(player.velocity) < 1e-3);
}

BOOST_AUTO_TEST_CASE(turning_right_is_clockwise_fast_or_fine) {
  auto w = empty_world({"0 0", "0 0"});
  add_player(w, {3, 3, 0}, 1);
  simulation sim(w);
  const auto& player = sim.state().players[0];
  run(sim, 1, {doing().turn(1)});
  auto fast = 1 - player.heading;
  BOOST_TEST(fast * 7.5 > std::numbers::pi);
  BOOST_TEST(fast * 7.5 < 1.4 * std::numbers::pi);
  run(sim, 1, {doing().turn(-1)});
  BOOST_TEST(std::abs(player.heading - 1) < 1e-12);
  run(sim, 1, {doing().turn(-0.05f)});
  BOOST_TEST(player.heading - 1 == fast / 20, boost::test_tools::tolerance(1e-5));
}

BOOST_AUTO_TEST_CASE(looking_up_ends_before_the_zenith) {
  auto w = empty_world({"0 0", "0 0"});
  add_player(w, {3, 3, 0});
  simulation sim(w);
  run(sim, 1, {doing().look(1)});
  BOOST_TEST(sim.state().players[0].pitch > 0.1);
  run(sim, 20, {doing().look(1)});
  BOOST_TEST(sim.state().players[0].pitch == max_pitch);
  run(sim, 40, {doing().look(-1)});
  BOOST_TEST(sim.state().players[0].pitch == -max_pitch);
}

BOOST_AUTO_TEST_CASE(players_climb_ramps_and_walk_down_without_hopping) {
  auto w = empty_world({"0 >0 1 >1 2 2", "0 0 0 0 0 0"});
  add_player(w, {1, 4.5, 0}, 0);
  simulation sim(w);
  const auto& player = sim.state().players[0];
  auto check_on_ground = [&] {
    // The round lower end of the body touches a slope beside its lowest point.
    auto gap = player.position.z - floor_height(w, player.position.x, player.position.y);
    BOOST_TEST(gap > -0.01);
    BOOST_TEST(gap < 0.06);
  };
  for (int i = 0; i < 40; ++i) {
    run(sim, 1, {doing().walk(1)});
    check_on_ground();
  }
  BOOST_TEST(player.position.z == 2, boost::test_tools::tolerance(1e-3));
  BOOST_TEST(player.floors.test(2));
  for (int i = 0; i < 40; ++i) {
    run(sim, 1, {doing().walk(-1)});
    check_on_ground();
  }
  BOOST_TEST(std::abs(player.position.z) < 1e-3);
}

BOOST_AUTO_TEST_CASE(players_who_stand_on_a_ramp_do_not_slide) {
  auto w = empty_world({"1 1", "^0 ^0"});
  w.tile_size = {2, 2, 1.5};
  add_player(w, {2, 1, 0.8});
  simulation sim(w);
  run(sim, 8);
  auto before = sim.state().players[0].position;
  run(sim, 100);
  BOOST_TEST(length(sim.state().players[0].position - before) < 0.002);
  BOOST_TEST(length(sim.state().players[0].velocity) < 0.001);
}

BOOST_AUTO_TEST_CASE(players_cannot_climb_a_level) {
  auto w = empty_world({"0 1", "0 1"});
  add_player(w, {1, 3, 0}, 0);
  simulation sim(w);
  for (auto strafe : {0.f, 1.f, -1.f})
    for (int i = 0; i < 30; ++i) {
      run(sim, 1, {doing().walk(1).strafe(strafe)});
      BOOST_TEST(sim.state().players[0].position.z < 0.01);
      BOOST_TEST(sim.state().players[0].position.x < 3 - player_radius + 0.01);
    }
}

BOOST_AUTO_TEST_CASE(players_step_off_ledges_and_fall) {
  auto w = empty_world({"3 0 0", "3 0 0"});
  add_player(w, {1, 3, 3}, 0);
  simulation sim(w);
  const auto& player = sim.state().players[0];
  run(sim, 7, {doing().walk(1)});
  BOOST_TEST(player.position.z < 2.9);
  BOOST_TEST(player.velocity.z < -1);
  BOOST_TEST(player.floors.none());
  run(sim, 8);
  BOOST_TEST(std::abs(player.position.z) < 1e-3);
  BOOST_TEST(player.floors.test(0));
}

BOOST_AUTO_TEST_CASE(players_are_on_one_floor_on_either_side_of_a_seam) {
  auto w = empty_world({"0 0", "0 0"});
  w.floor_colours = grid<floor_colour>({2, 2}, floor_colour::white);
  w.floor_colours[{0, 0}] = w.floor_colours[{0, 1}] = floor_colour::grey;
  add_player(w, {2.95, 1.5, 0});
  add_player(w, {3.05, 4.5, 0});
  simulation sim(w);
  run(sim, 1);
  BOOST_TEST((sim.state().players[0].floors == floor_contacts(1 << 4)));
  BOOST_TEST((sim.state().players[1].floors == floor_contacts(1 << 5)));
}

BOOST_AUTO_TEST_CASE(players_do_not_stick_to_walls_in_the_air) {
  auto w = empty_world({"0 3", "0 3"});
  add_player(w, {2.6, 3, 2.5}, 0);
  simulation sim(w);
  run(sim, 6, {doing().walk(1)});
  BOOST_TEST(std::abs(sim.state().players[0].position.z) < 1e-3);
}

BOOST_AUTO_TEST_CASE(players_stay_within_the_walls) {
  auto w = empty_world({"0 0", "0 0"});
  add_player(w, {3, 3, 0}, 0.7);
  simulation sim(w);
  run(sim, 30, {doing().walk(1)});
  const auto& player = sim.state().players[0];
  BOOST_TEST(player.position.x > 6 - player_radius - 0.01);
  BOOST_TEST(player.position.x < 6 - player_radius + 0.01);
  BOOST_TEST(player.position.y < 6 - player_radius + 0.01);
}

BOOST_AUTO_TEST_CASE(players_push_objects) {
  for (auto shape : {object_shape::cube, object_shape::sphere, object_shape::pyramid}) {
    auto w = empty_world({"0 0 0 0", "0 0 0 0"});
    add_object(w, object_colour::black, shape, {4, 3, 0.25}, 0.5);
    add_player(w, {2, 3, 0}, 0);
    simulation sim(w);
    run(sim, 15, {doing().walk(1)});
    BOOST_TEST(sim.state().objects[0].position.x > 5);
  }
}

BOOST_AUTO_TEST_CASE(heavy_objects_cannot_be_pushed) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {4, 3, 1}, 2);
  add_player(w, {2, 3, 0}, 0);
  simulation sim(w);
  run(sim, 15, {doing().walk(1)});
  BOOST_TEST(std::abs(sim.state().objects[0].position.x - 4) < 0.05);
}

BOOST_AUTO_TEST_CASE(players_push_each_other) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0"});
  add_player(w, {2, 3, 0}, 0);
  add_player(w, {4, 3, 0}, 0);
  simulation sim(w);
  run(sim, 15, {doing().walk(1)});
  const auto& players = sim.state().players;
  BOOST_TEST(players[1].position.x > 4.5);
  BOOST_TEST(players[1].position.x - players[0].position.x > 2 * player_radius - 0.01);
}

BOOST_AUTO_TEST_CASE(players_step_onto_slabs_and_not_onto_cubes) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, object_shape::slab, {4, 3, 0.05}, 0.5);
  add_player(w, {2.5, 3, 0}, 0);
  simulation sim(w);
  double highest = 0;
  for (int i = 0; i < 6; ++i) {
    run(sim, 1, {doing().walk(1)});
    highest = std::max(highest, sim.state().players[0].position.z);
  }
  BOOST_TEST(highest > 0.06);
  BOOST_TEST(sim.state().players[0].position.x > 3.8);

  w.objects[0].shape = object_shape::cube;
  w.objects[0].position.z = 0.25;
  simulation other(w);
  for (int i = 0; i < 10; ++i) {
    run(other, 1, {doing().walk(1)});
    BOOST_TEST(other.state().players[0].position.z < 0.1);
  }
}

BOOST_AUTO_TEST_CASE(a_slab_that_leans_on_a_ledge_serves_as_a_ramp) {
  auto w = empty_world({"0 0 1 1", "0 0 1 1"});
  w.tile_size = {3, 3, 0.5};
  auto angle = std::asin(0.5 / 1.1);
  auto& slab = add_object(w, object_colour::black, object_shape::slab, {5.45, 3, 0.36}, 1.2);
  slab.orientation = {std::cos(angle / 2), 0, -std::sin(angle / 2), 0};
  add_player(w, {3, 3, 0}, 0);
  simulation sim(w);
  run(sim, 15);
  double highest = 0;
  for (int i = 0; i < 10; ++i) {
    run(sim, 1, {doing().walk(1)});
    highest = std::max(highest, sim.state().players[0].position.z);
  }
  BOOST_TEST(highest > 0.5);
  BOOST_TEST(sim.state().players[0].position.x > 6.2);

  w.objects.clear();
  simulation without(w);
  run(without, 25, {doing().walk(1)});
  BOOST_TEST(without.state().players[0].position.x < 6);
}

BOOST_AUTO_TEST_SUITE_END()
