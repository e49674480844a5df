#include "core/simulation/pilot.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <numbers>

using namespace troupe;

namespace {

enum group : std::size_t { forward, sideways, turn, tilt, grab, gadget_use };

world world_of(const std::vector<std::string>& rows) {
  world w;
  w.tiles = topology_of(rows);
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  return w;
}

player_state player_at(vector3 position, double heading) {
  player_state player;
  player.position = position;
  player.heading = heading;
  return player;
}

intent going_to(vector3 point) {
  intent wanted;
  wanted.destination = point;
  return wanted;
}

const world& plain() {
  static const auto w = world_of({"0 0 0", "0 0 0", "0 0 0"});
  return w;
}

} // namespace

BOOST_AUTO_TEST_SUITE(pilot_test)

BOOST_AUTO_TEST_CASE(whoever_wants_nothing_does_nothing) {
  pilot flying(plain());
  BOOST_TEST((flying.steer(player_at({4, 4, 0}, 1), {}) == noop_action()));
}

BOOST_AUTO_TEST_CASE(what_lies_ahead_is_walked_to) {
  pilot flying(plain());
  auto act = flying.steer(player_at({1, 4, 0}, 0), going_to({8, 4, 0}));
  BOOST_TEST(act.value(forward) == 1);
  BOOST_TEST(act.value(sideways) == 0);
  BOOST_TEST(act.value(turn) == 0);
}

BOOST_AUTO_TEST_CASE(one_turns_to_the_side_where_the_target_is) {
  pilot flying(plain());
  BOOST_TEST(flying.steer(player_at({4, 4, 0}, 0), going_to({4, 1, 0})).value(turn) == 1);
  BOOST_TEST(flying.steer(player_at({4, 4, 0}, 0), going_to({4, 8, 0})).value(turn) == -1);
  auto across_south = std::numbers::pi - 0.3;
  BOOST_TEST(flying.steer(player_at({7, 4, 0}, across_south), going_to({1, 3, 0})).value(turn) < 0);
}

BOOST_AUTO_TEST_CASE(one_looks_down_at_what_lies_below_the_eyes) {
  pilot flying(plain());
  intent wanted;
  wanted.focus = vector3{6, 4, 0};
  auto act = flying.steer(player_at({4, 4, 0}, 0), wanted);
  BOOST_TEST(act.value(tilt) == -1);
  BOOST_TEST(act.value(forward) == 0);
}

BOOST_AUTO_TEST_CASE(one_walks_backwards_from_what_one_looks_at) {
  pilot flying(plain());
  auto wanted = going_to({1, 4, 0});
  wanted.focus = vector3{8, 4, 1.5};
  auto act = flying.steer(player_at({5, 4, 0}, 0), wanted);
  BOOST_TEST(act.value(forward) == -1);
  BOOST_TEST(act.value(turn) == 0);
}

BOOST_AUTO_TEST_CASE(hands_do_as_they_are_told) {
  pilot flying(plain());
  intent wanted;
  wanted.grab = true;
  wanted.use_gadget = true;
  auto act = flying.steer(player_at({4, 4, 0}, 0), wanted);
  BOOST_TEST(act.value(grab) == 1);
  BOOST_TEST(act.value(gadget_use) == 1);
}

BOOST_AUTO_TEST_CASE(who_has_arrived_stops) {
  pilot flying(plain());
  auto act = flying.steer(player_at({4, 4, 0}, 0), going_to({4.2, 4, 0}));
  BOOST_TEST(act.value(forward) == 0);
}

BOOST_AUTO_TEST_CASE(nobody_walks_off_a_ledge_that_the_way_does_not_lead_down) {
  auto w = world_of({"2 2 2", "2 2 0", "2 2 2"});
  pilot flying(w);
  auto beside = player_at({5.9, 4.5, 2.5}, 0);
  beside.velocity = {2, 0, 0};
  BOOST_TEST(flying.steer(beside, going_to({7.5, 7.5, 2.5})).value(forward) < 1);
  // Down there is another matter.
  BOOST_TEST(flying.steer(beside, going_to({7.5, 4.5, 0})).value(forward) == 1);
}

BOOST_AUTO_TEST_CASE(who_does_not_get_on_tries_another_way) {
  pilot flying(plain());
  auto blocked = player_at({1, 4, 0}, 0);
  auto tries_another_way = false;
  for (int step = 0; step < 12; ++step)
    tries_another_way |= flying.steer(blocked, going_to({8, 4, 0})).value(sideways) != 0;
  BOOST_TEST(tries_another_way);
}

BOOST_AUTO_TEST_SUITE_END()
