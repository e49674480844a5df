#include "core/simulation/simulation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/simulation/player_actions.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <boost/test/unit_test.hpp>

#include <numbers>

using namespace troupe;

namespace {

/// A player in the west that looks east at a large cube.
world gadget_world(gadget tool) {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {6, 4.5, 0.8}, 1.6);
  add_player(w, {2, 4.5, 0}, 0).gadget = tool;
  return w;
}

/// A second player further east, in sight of the first once the cube is gone.
world duel_world(gadget tool) {
  auto w = gadget_world(tool);
  w.objects.clear();
  add_player(w, {6, 4.5, 0}, std::numbers::pi).gadget = tool;
  return w;
}

} // namespace

BOOST_AUTO_TEST_SUITE(gadgets_test)

BOOST_AUTO_TEST_CASE(a_frozen_object_stays_in_the_air_for_five_seconds) {
  auto w = gadget_world(gadget::freeze);
  w.objects[0].position.z = 1.5;
  w.objects[0].size = 0.8;
  simulation sim(w);
  run(sim, 1, {doing().use_gadget()});
  const auto& object = sim.state().objects[0];
  const auto& player = sim.state().players[0];
  BOOST_TEST(object.frozen());
  BOOST_TEST(object.steps_left == 150 - 3);
  BOOST_TEST(length(object.velocity) == 0);
  BOOST_REQUIRE(player.gadget_hit.has_value());
  BOOST_TEST(std::abs(player.gadget_hit->x - 5.6) < 0.01);
  BOOST_TEST(player.cool_down > 0);
  auto where = object.position;
  run(sim, 36);
  BOOST_TEST(!player.gadget_hit.has_value());
  BOOST_TEST(object.frozen());
  BOOST_TEST((object.position == where));
  run(sim, 3);
  BOOST_TEST(!object.frozen());
  BOOST_TEST(object.velocity.z < -0.1);
}

BOOST_AUTO_TEST_CASE(times_follow_the_clock) {
  simulation sim(gadget_world(gadget::freeze), {8, 60});
  run(sim, 1, {doing().use_gadget()});
  BOOST_TEST(sim.state().objects[0].steps_left == 300 - 7);
}

BOOST_AUTO_TEST_CASE(a_frozen_object_cannot_be_pushed_or_pulled) {
  auto w = gadget_world(gadget::freeze);
  w.objects[0] = world_object{};
  w.objects[0].position = {4.5, 4.5, 0.25};
  simulation sim(w);
  run(sim, 2, {doing().look(-1)});
  run(sim, 1, {doing().use_gadget()});
  BOOST_REQUIRE(sim.state().objects[0].frozen());
  auto where = sim.state().objects[0].position;
  run(sim, 5, {doing().grab()});
  BOOST_TEST((sim.state().objects[0].position == where));
  run(sim, 15, {doing().walk(1)});
  BOOST_TEST((sim.state().objects[0].position == where));
  BOOST_TEST(sim.state().players[0].position.x < 4.5);
}

BOOST_AUTO_TEST_CASE(freezing_what_one_holds_fixes_it_in_the_air) {
  auto w = gadget_world(gadget::freeze);
  w.objects[0] = world_object{};
  w.objects[0].position = {4.2, 4.5, 0.25};
  simulation sim(w);
  run(sim, 2, {doing().look(-1)});
  run(sim, 2, {doing().grab().look(1)});
  run(sim, 8, {doing().grab()});
  run(sim, 1, {doing().grab().use_gadget()});
  BOOST_REQUIRE(sim.state().objects[0].frozen());
  auto where = sim.state().objects[0].position;
  BOOST_TEST(where.z > 1);
  run(sim, 10);
  BOOST_TEST((sim.state().objects[0].position == where));
  run(sim, 10, {doing().grab().walk(-1)});
  BOOST_TEST((sim.state().objects[0].position == where));
}

BOOST_AUTO_TEST_CASE(a_tagged_object_is_away_for_three_seconds_and_returns_to_its_place) {
  auto w = gadget_world(gadget::tag);
  simulation sim(w);
  run(sim, 1, {doing().use_gadget()});
  const auto& object = sim.state().objects[0];
  BOOST_TEST(!object.present);
  BOOST_TEST(object.steps_left == 90 - 3);
  BOOST_TEST(object.floors.none());
  // Nothing is in the way.
  run(sim, 12, {doing().walk(1)});
  BOOST_TEST(sim.state().players[0].position.x > 6.5);
  run(sim, 11, {doing().walk(1)});
  BOOST_TEST(object.present);
  BOOST_TEST(object.steps_left == 0);
  BOOST_TEST(length(object.position - w.objects[0].position) < 0.01);
  BOOST_TEST(object.floors.test(0));
}

BOOST_AUTO_TEST_CASE(a_tagged_player_is_away_and_returns_as_it_began) {
  auto w = duel_world(gadget::tag);
  simulation sim(w);
  run(sim, 2, {doing(), doing().strafe(0.05f).turn(0.05f).look(0.03f)});
  run(sim, 1, {doing().use_gadget()});
  const auto& tagged = sim.state().players[1];
  BOOST_TEST(!tagged.present);
  BOOST_TEST(tagged.steps_left == 90 - 3);
  BOOST_TEST(tagged.floors.none());
  auto where = tagged.position;
  run(sim, 21, {doing(), doing().walk(1).turn(1).use_gadget()});
  BOOST_TEST((tagged.position == where));
  BOOST_TEST(sim.state().players[0].present);
  run(sim, 1);
  BOOST_TEST(tagged.present);
  BOOST_TEST(length(tagged.position - w.players[1].position) < 1e-4);
  BOOST_TEST(tagged.heading == w.players[1].heading);
  BOOST_TEST(tagged.pitch == 0);
}

BOOST_AUTO_TEST_CASE(a_tagged_player_drops_what_it_holds) {
  auto w = duel_world(gadget::tag);
  add_object(w, object_colour::black, object_shape::cube, {6, 2.4, 0.2}, 0.4);
  w.players[1].heading = -std::numbers::pi / 2;
  simulation sim(w);
  run(sim, 2, {doing(), doing().look(-1)});
  run(sim, 2, {doing(), doing().grab().look(1)});
  run(sim, 8, {doing(), doing().grab()});
  BOOST_REQUIRE(sim.state().players[1].held.has_value());
  BOOST_TEST(sim.state().objects[0].position.z > 1);
  run(sim, 1, {doing().use_gadget(), doing().grab()});
  BOOST_TEST(!sim.state().players[1].present);
  BOOST_TEST(!sim.state().players[1].held.has_value());
  run(sim, 12, {doing(), doing().grab()});
  BOOST_TEST(std::abs(sim.state().objects[0].position.z - 0.2) < 0.01);
}

BOOST_AUTO_TEST_CASE(what_is_held_can_be_tagged_away) {
  auto w = gadget_world(gadget::tag);
  w.objects[0] = world_object{};
  w.objects[0].position = {4.2, 4.5, 0.25};
  simulation sim(w);
  run(sim, 2, {doing().look(-1)});
  run(sim, 4, {doing().grab()});
  BOOST_REQUIRE(sim.state().players[0].held.has_value());
  run(sim, 1, {doing().grab().use_gadget()});
  BOOST_TEST(!sim.state().objects[0].present);
  BOOST_TEST(!sim.state().players[0].held.has_value());
}

BOOST_AUTO_TEST_CASE(freezing_has_no_effect_on_players) {
  simulation sim(duel_world(gadget::freeze));
  run(sim, 1, {doing().use_gadget()});
  BOOST_TEST(!sim.state().players[0].gadget_hit.has_value());
  BOOST_TEST(sim.state().players[0].cool_down == 0);
  run(sim, 4, {doing(), doing().strafe(1)});
  BOOST_TEST(sim.state().players[1].position.y > 5);
}

BOOST_AUTO_TEST_CASE(a_gadget_needs_time_before_it_works_again) {
  simulation sim(gadget_world(gadget::freeze));
  run(sim, 1, {doing().use_gadget()});
  BOOST_TEST(sim.state().players[0].cool_down == 90 - 3);
  int steps = 0;
  do {
    run(sim, 1, {doing().use_gadget()});
    ++steps;
  } while (!sim.state().players[0].gadget_hit && steps < 100);
  BOOST_TEST(steps == 23);
  BOOST_TEST(sim.state().objects[0].steps_left == 150 - 3);
}

BOOST_AUTO_TEST_CASE(gadgets_need_a_line_of_sight) {
  auto w = gadget_world(gadget::tag);
  w.tiles = topology_of({"0 0 0 0", "0 2 0 0", "0 0 0 0"});
  simulation sim(w);
  run(sim, 3, {doing().use_gadget()});
  BOOST_TEST(sim.state().objects[0].present);
  BOOST_TEST(sim.state().players[0].cool_down == 0);

  auto two = gadget_world(gadget::tag);
  add_object(two, object_colour::purple, object_shape::cube, {4, 4.5, 0.8}, 1.6);
  simulation first(two);
  run(first, 1, {doing().use_gadget()});
  BOOST_TEST(first.state().objects[0].present);
  BOOST_TEST(!first.state().objects[1].present);
}

BOOST_AUTO_TEST_CASE(gadgets_do_not_reach_everywhere) {
  auto w = empty_world({"0 0 0 0 0", "0 0 0 0 0"});
  add_object(w, object_colour::black, object_shape::cube, {14, 3, 0.8}, 1.6);
  add_player(w, {1, 3, 0}, 0).gadget = gadget::tag;
  simulation sim(w);
  run(sim, 2, {doing().use_gadget()});
  BOOST_TEST(sim.state().objects[0].present);
}

BOOST_AUTO_TEST_CASE(what_returns_to_an_occupied_place_appears_above_it) {
  auto w = duel_world(gadget::tag);
  simulation sim(w);
  run(sim, 1, {doing().use_gadget()});
  run(sim, 9, {doing().walk(1)});
  // The first player stands about where the second began.
  run(sim, 12);
  BOOST_TEST(length(sim.state().players[0].position - w.players[1].position) < 0.7);
  run(sim, 2);
  const auto& players = sim.state().players;
  BOOST_TEST(players[1].present);
  BOOST_TEST(players[1].position.z > 0.5);
  BOOST_TEST(length(players[0].velocity) < 4);
  run(sim, 10, {doing(), doing().walk(1)});
  BOOST_TEST(std::abs(players[1].position.z) < 0.01);
}

BOOST_AUTO_TEST_CASE(who_stands_on_what_is_tagged_falls) {
  auto w = gadget_world(gadget::tag);
  add_player(w, {6, 4.5, 1.6}, 0);
  w.players[0].position.x = 3;
  simulation sim(w);
  run(sim, 2, {doing().look(-1)});
  BOOST_TEST(std::abs(sim.state().players[1].position.z - 1.6) < 0.01);
  run(sim, 1, {doing().use_gadget()});
  BOOST_REQUIRE(!sim.state().objects[0].present);
  run(sim, 8);
  BOOST_TEST(std::abs(sim.state().players[1].position.z) < 0.01);
}

BOOST_AUTO_TEST_SUITE_END()
