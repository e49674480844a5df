#include "core/world/navigation.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

passage eastwards(const char* from, const char* to) {
  return passage_between(tile_of(from), direction::east, tile_of(to));
}

bool leads(const topology_graph& graph, const place& from, const place& to) {
  auto successors = graph.paths.successors(graph.vertex_of(from));
  return std::find(successors.begin(), successors.end(), graph.vertex_of(to)) != successors.end();
}

} // namespace

BOOST_AUTO_TEST_SUITE(navigation_test)

BOOST_AUTO_TEST_CASE(one_walks_on_a_level_and_falls_from_a_higher_one) {
  BOOST_TEST((eastwards("2", "2") == passage::level));
  BOOST_TEST((eastwards("5", "0") == passage::drop));
  BOOST_TEST((eastwards("0", "1") == passage::blocked));
}

BOOST_AUTO_TEST_CASE(a_ramp_is_climbed_at_its_ends) {
  BOOST_TEST((eastwards("1", ">1") == passage::ramp));
  BOOST_TEST((eastwards(">1", "2") == passage::ramp));
  BOOST_TEST((eastwards("2", "<1") == passage::ramp));
  BOOST_TEST((eastwards(">1", ">2") == passage::ramp));
  BOOST_TEST((eastwards("^1", "^1") == passage::ramp));
}

BOOST_AUTO_TEST_CASE(a_ramp_is_left_but_not_entered_over_its_side) {
  BOOST_TEST((eastwards("^1", "1") == passage::drop));
  BOOST_TEST((eastwards("1", "^1") == passage::blocked));
  BOOST_TEST((eastwards("2", "^1") == passage::drop));
  BOOST_TEST((eastwards("^1", "2") == passage::blocked));
  // Side by side in opposite directions each is higher than the other somewhere.
  BOOST_TEST((eastwards("^1", "v1") == passage::drop));
  BOOST_TEST((eastwards("v1", "^1") == passage::drop));
}

BOOST_AUTO_TEST_CASE(the_halves_of_a_diagonal_are_separate_places) {
  auto tiles = topology_of({"0 1 1", "0 NE0 1", "0 0 0"});
  auto graph = make_topology_graph(tiles);
  BOOST_TEST(graph.places.size() == 10u);
  place upper{{1, 1}, tile_part::upper_half};
  place lower{{1, 1}, tile_part::lower_half};
  BOOST_TEST(leads(graph, upper, {{1, 2}}));
  BOOST_TEST(leads(graph, upper, {{2, 1}}));
  BOOST_TEST(!leads(graph, upper, {{0, 1}}));
  BOOST_TEST(leads(graph, lower, {{0, 1}}));
  BOOST_TEST(leads(graph, {{1, 0}}, lower));
  BOOST_TEST(!leads(graph, lower, {{1, 2}}));
  BOOST_TEST(leads(graph, upper, lower));
  BOOST_TEST(!leads(graph, lower, upper));
}

BOOST_AUTO_TEST_CASE(a_pit_is_all_that_is_playable_where_one_can_fall_into_it) {
  auto area = find_playable_area(make_topology_graph(topology_of({"1 1 1", "1 0 1", "1 1 1"})));
  BOOST_TEST(area.fraction == 1.0 / 9);
  BOOST_TEST((area.tiles[{1, 1}] == 1));
}

BOOST_AUTO_TEST_CASE(a_ramp_out_of_a_pit_makes_everything_playable) {
  auto area = find_playable_area(make_topology_graph(topology_of({"1 1 1", "1 ^0 1", "1 0 1"})));
  BOOST_TEST(area.fraction == 1);
}

BOOST_AUTO_TEST_CASE(a_plateau_without_a_ramp_is_not_playable) {
  auto area = find_playable_area(make_topology_graph(topology_of({"0 0 0", "0 3 0", "0 0 0"})));
  BOOST_TEST(area.fraction == 8.0 / 9);
  BOOST_TEST((area.tiles[{1, 1}] == 0));
}

BOOST_AUTO_TEST_CASE(an_unreachable_upper_half_is_not_playable_but_its_tile_is) {
  auto graph = make_topology_graph(topology_of({"0 0 0", "0 NE0 0", "0 0 0"}));
  auto area = find_playable_area(graph);
  BOOST_TEST(area.fraction == 8.5 / 9);
  BOOST_TEST((area.tiles[{1, 1}] == 1));
  BOOST_TEST(area.contains[graph.vertex_of({{1, 1}, tile_part::lower_half})]);
  BOOST_TEST(!area.contains[graph.vertex_of({{1, 1}, tile_part::upper_half})]);
}

BOOST_AUTO_TEST_CASE(a_lower_half_between_outer_walls_is_a_trap) {
  auto area = find_playable_area(make_topology_graph(topology_of({"1 1", "NE0 1"})));
  BOOST_TEST(area.fraction == 0.5 / 4);
}

BOOST_AUTO_TEST_SUITE_END()
