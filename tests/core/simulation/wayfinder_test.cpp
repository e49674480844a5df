#include "core/simulation/wayfinder.hpp"
#include "core/world/generation.hpp"
#include "tests/core/world/topology_text.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

/// Tiles of 3 x 3 metres, levels of 1.25 metres.
wayfinder wayfinder_in(const std::vector<std::string>& rows) {
  world w;
  w.tiles = topology_of(rows);
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  return wayfinder(w);
}

/// Walks from waypoint to waypoint, in small steps, without any physics.
bool arrives(wayfinder& ways, vector3 from, vector3 to) {
  auto at = from;
  for (int step = 0; step < 3000; ++step) {
    if (horizontal_distance(at, to) < 0.2)
      return true;
    auto next = ways.next_waypoint(at, to);
    if (!next)
      return false;
    auto way = at_height(next->position - at, 0);
    at = length(way) < 0.1 ? next->position : at + normalised(way) * 0.1;
  }
  return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(wayfinder_test)

BOOST_AUTO_TEST_CASE(on_open_floor_one_walks_straight) {
  auto ways = wayfinder_in({"0 0 0", "0 0 0", "0 0 0"});
  auto next = ways.next_waypoint({1, 1, 0}, {8, 7, 0});
  BOOST_TEST_REQUIRE(next.has_value());
  BOOST_TEST((next->position == vector3{8, 7, 0}));
}

BOOST_AUTO_TEST_CASE(one_goes_up_by_the_ramp) {
  auto ways = wayfinder_in({"1 1 1", "2 2 ^0", "0 0 0"});
  auto next = ways.next_waypoint({1.5, 1.5, 0}, {1.5, 7.5, 1.25});
  BOOST_TEST_REQUIRE(next.has_value());
  BOOST_TEST(next->position.x > 5);
  BOOST_TEST(next->position.y < 3);
  BOOST_TEST(!next->drops);
}

BOOST_AUTO_TEST_CASE(there_is_no_way_up_without_a_ramp) {
  auto ways = wayfinder_in({"1 1", "0 0"});
  BOOST_TEST(!ways.next_waypoint({1, 1, 0}, {1, 5, 1.25}).has_value());
}

BOOST_AUTO_TEST_CASE(a_way_down_a_ledge_says_so) {
  auto ways = wayfinder_in({"2 2", "0 0"});
  auto next = ways.next_waypoint({1.5, 4.5, 2.5}, {1.5, 1.5, 0});
  BOOST_TEST_REQUIRE(next.has_value());
  BOOST_TEST(next->drops);
  BOOST_TEST(next->position.y < 3);
}

BOOST_AUTO_TEST_CASE(ramps_side_by_side_are_crossed_where_the_next_is_lower) {
  auto ways = wayfinder_in({"1 0", "^0 v0", "0 1"});
  auto next = ways.next_waypoint({1.5, 5.5, 1}, {4.5, 4.5, 0.6});
  BOOST_TEST_REQUIRE(next.has_value());
  BOOST_TEST(next->position.y > 4.5);
}

BOOST_AUTO_TEST_CASE(nobody_walks_straight_over_a_ledge_or_close_to_it) {
  auto ways = wayfinder_in({"0 0 0", "0 0 0", "1 0 0"});
  BOOST_TEST(ways.is_walkable({4, 1, 0}, {8, 8, 0}));
  BOOST_TEST(!ways.is_walkable({4, 1, 0}, {1, 1, 1.25}));
  BOOST_TEST(!ways.is_walkable({1.5, 3.2, 0}, {4, 3.2, 0}));
}

BOOST_AUTO_TEST_CASE(every_playable_place_can_be_reached_from_every_other) {
  check_property("ways lead to their ends", [](std::uint16_t seed) {
    auto w = generate_world({}, seed);
    wayfinder ways(w);
    auto playable = playable_places(w, ways.graph());
    std::vector<place> places;
    for (std::size_t v = 0; v < playable.size(); ++v)
      if (playable[v])
        places.push_back(ways.graph().places[v]);
    random_stream draws(seed);
    auto from = centre_of(w, places[draws.below(places.size())]);
    auto to = centre_of(w, places[draws.below(places.size())]);
    RC_ASSERT(arrives(ways, from, to));
  });
}

BOOST_AUTO_TEST_SUITE_END()
