#include "core/simulation/simulation.hpp"
#include "tests/core/simulation/player_actions.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <boost/test/unit_test.hpp>

#include <numbers>

using namespace troupe;

namespace {

/// A player in the west that looks east, slightly down at an object 2.5 m away.
world beam_world(object_shape shape = object_shape::cube, double size = 0.4) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, shape, {4.5, 4.5, size / 2}, size);
  add_player(w, {2, 4.5, 0}, 0);
  return w;
}

/// Looks down at what lies on the floor ahead.
void look_down(simulation& sim) {
  run(sim, 2, {doing().look(-1)});
}

const held_object* held_by(const simulation& sim, std::size_t player) {
  const auto& held = sim.state().players[player].held;
  return held ? &*held : nullptr;
}

} // namespace

BOOST_AUTO_TEST_SUITE(beam_test)

BOOST_AUTO_TEST_CASE(a_player_holds_what_it_looks_at_in_front_of_it) {
  for (auto shape :
       {object_shape::cube, object_shape::sphere, object_shape::pyramid, object_shape::slab}) {
    simulation sim(beam_world(shape));
    look_down(sim);
    run(sim, 1, {doing().grab()});
    BOOST_REQUIRE(held_by(sim, 0) != nullptr);
    BOOST_TEST(held_by(sim, 0)->object == 0);
    BOOST_TEST(held_by(sim, 0)->force > 0);
    BOOST_TEST(length(held_by(sim, 0)->grip - sim.state().objects[0].position) < 0.5);
    run(sim, 2, {doing().grab().look(1)});
    run(sim, 10, {doing().grab()});
    const auto& player = sim.state().players[0];
    auto offset = sim.state().objects[0].position - eyes_of(player);
    BOOST_TEST(length(offset) > 0.8);
    BOOST_TEST(length(offset) < 2.2);
    BOOST_TEST(dot(normalised(offset), direction_of(player.heading, player.pitch)) > 0.99);
    BOOST_TEST(length(sim.state().objects[0].velocity) < 0.05);
    BOOST_TEST(length(sim.state().objects[0].spin) < 0.05);
  }
}

BOOST_AUTO_TEST_CASE(it_follows_where_the_player_looks_and_walks) {
  simulation sim(beam_world());
  look_down(sim);
  run(sim, 2, {doing().grab().look(1)});
  run(sim, 3, {doing().grab().turn(-1)});
  run(sim, 10, {doing().grab()});
  const auto& player = sim.state().players[0];
  auto offset = sim.state().objects[0].position - eyes_of(player);
  BOOST_TEST(dot(normalised(offset), direction_of(player.heading, player.pitch)) > 0.99);
  BOOST_TEST(offset.y > 1);
  run(sim, 5, {doing().grab().walk(-1)});
  offset = sim.state().objects[0].position - eyes_of(player);
  BOOST_TEST(length(offset) < 2.5);
  BOOST_TEST(held_by(sim, 0) != nullptr);
}

BOOST_AUTO_TEST_CASE(letting_go_drops_it) {
  simulation sim(beam_world());
  look_down(sim);
  run(sim, 2, {doing().grab().look(1)});
  run(sim, 8, {doing().grab()});
  BOOST_TEST(sim.state().objects[0].position.z > 1);
  run(sim, 12);
  BOOST_TEST(held_by(sim, 0) == nullptr);
  BOOST_TEST(std::abs(sim.state().objects[0].position.z - 0.2) < 0.01);
}

BOOST_AUTO_TEST_CASE(letting_go_while_turning_throws_it) {
  simulation sim(beam_world());
  look_down(sim);
  run(sim, 3, {doing().grab().look(1)});
  run(sim, 6, {doing().grab()});
  run(sim, 4, {doing().grab().turn(1)});
  auto speed = length(sim.state().objects[0].velocity);
  BOOST_TEST(speed > 3);
  auto before = sim.state().objects[0].position;
  run(sim, 4);
  auto way = sim.state().objects[0].position - before;
  BOOST_TEST(std::hypot(way.x, way.y) > 1);
}

BOOST_AUTO_TEST_CASE(what_is_too_heavy_stays_where_it_is_and_slips) {
  simulation sim(beam_world(object_shape::cube, 1.5));
  run(sim, 2, {doing().grab()});
  BOOST_TEST(held_by(sim, 0) != nullptr);
  run(sim, 10, {doing().grab().look(1)});
  BOOST_TEST(held_by(sim, 0) == nullptr);
  BOOST_TEST(std::abs(sim.state().objects[0].position.z - 0.75) < 0.01);
}

BOOST_AUTO_TEST_CASE(what_cannot_follow_slips) {
  auto w = beam_world();
  w.players[0].gadget = gadget::freeze;
  w.players[0].position.x = 3;
  simulation sim(w);
  run(sim, 3, {doing().look(-1)});
  run(sim, 3, {doing().grab().use_gadget()});
  BOOST_REQUIRE(sim.state().objects[0].frozen());
  BOOST_REQUIRE(held_by(sim, 0) != nullptr);
  run(sim, 12, {doing().grab().walk(-1)});
  BOOST_TEST(held_by(sim, 0) == nullptr);
}

BOOST_AUTO_TEST_CASE(what_stays_hidden_slips) {
  auto w = beam_world();
  add_player(w, {3, 2.5, 0}, std::numbers::pi / 2);
  simulation sim(w);
  run(sim, 2, {doing().look(-1)});
  run(sim, 4, {doing().grab()});
  BOOST_REQUIRE(held_by(sim, 0) != nullptr);
  // The other player walks into the beam and stays there.
  run(sim, 4, {doing().grab(), doing().walk(1)});
  BOOST_TEST(held_by(sim, 0) != nullptr);
  run(sim, 16, {doing().grab()});
  BOOST_TEST(held_by(sim, 0) == nullptr);
}

BOOST_AUTO_TEST_CASE(the_beam_is_short) {
  auto w = beam_world();
  w.players[0].position.x = 0.4;
  w.objects[0].position.x = 5.5;
  simulation sim(w);
  run(sim, 1, {doing().look(-1)});
  run(sim, 3, {doing().grab()});
  BOOST_TEST(held_by(sim, 0) == nullptr);
}

BOOST_AUTO_TEST_CASE(it_takes_the_nearest_of_several) {
  auto w = beam_world(object_shape::cube, 0.8);
  add_object(w, object_colour::purple, object_shape::cube, {3.6, 4.5, 0.4}, 0.8);
  simulation sim(w);
  look_down(sim);
  run(sim, 1, {doing().grab()});
  BOOST_REQUIRE(held_by(sim, 0) != nullptr);
  BOOST_TEST(held_by(sim, 0)->object == 1);
}

BOOST_AUTO_TEST_CASE(ground_and_players_are_in_the_way) {
  auto w = beam_world();
  add_player(w, {3.4, 4.5, 0}, 0);
  simulation blocked(w);
  look_down(blocked);
  run(blocked, 2, {doing().grab()});
  BOOST_TEST(held_by(blocked, 0) == nullptr);

  auto hill = beam_world();
  hill.tiles = topology_of({"0 0 0 0", "0 2 0 0", "0 0 0 0"});
  hill.players[0].position = {2.6, 4.5, 0};
  hill.objects[0].position = {6.3, 4.5, 0.2};
  simulation behind(hill);
  run(behind, 1, {doing().look(-1)});
  run(behind, 2, {doing().grab()});
  BOOST_TEST(held_by(behind, 0) == nullptr);
}

BOOST_AUTO_TEST_CASE(two_players_can_hold_and_pull_the_same_object) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {6, 4.5, 0.2}, 0.4);
  add_player(w, {4, 4.5, 0}, 0);
  add_player(w, {8, 4.5, 0}, std::numbers::pi);
  simulation sim(w);
  run(sim, 2, {doing().look(-1), doing().look(-1)});
  run(sim, 12, {doing().grab(), doing().grab()});
  BOOST_REQUIRE(held_by(sim, 0) != nullptr);
  BOOST_REQUIRE(held_by(sim, 1) != nullptr);
  BOOST_TEST(std::abs(sim.state().objects[0].position.x - 6) < 0.2);
  BOOST_TEST(length(sim.state().objects[0].velocity) < 0.1);
  // Who goes on pulling takes it along once the other lets go.
  run(sim, 6, {doing().grab().walk(-1), doing()});
  BOOST_TEST(held_by(sim, 1) == nullptr);
  BOOST_TEST(sim.state().objects[0].position.x < 5);
}

BOOST_AUTO_TEST_CASE(nobody_lifts_itself) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, object_shape::slab, {4.5, 4.5, 0.1}, 1);
  add_player(w, {4.4, 4.5, 0.21}, 0);
  simulation sim(w);
  run(sim, 12, {doing().look(-1)});
  for (int i = 0; i < 60; ++i) {
    run(sim, 1, {doing().grab().look(i % 2 == 0 ? 0.f : 0.03f)});
    BOOST_TEST(sim.state().players[0].position.z < 0.6);
  }
}

BOOST_AUTO_TEST_SUITE_END()
