#include "core/world/terrain.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

namespace {

world world_of(const std::vector<std::string>& rows) {
  world w;
  w.tiles = topology_of(rows);
  w.tile_size = {2, 3, 1.5};
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  return w;
}

} // namespace

BOOST_AUTO_TEST_SUITE(terrain_test)

BOOST_AUTO_TEST_CASE(floors_lie_on_their_levels) {
  auto w = world_of({"2 5", "0 1"});
  BOOST_TEST(floor_height(w, 1, 1) == 0);
  BOOST_TEST(floor_height(w, 3, 1) == 1.5);
  BOOST_TEST(floor_height(w, 1, 4) == 3);
  BOOST_TEST(floor_height(w, 3, 4) == 7.5);
}

BOOST_AUTO_TEST_CASE(points_outside_of_the_walls_belong_to_the_nearest_tile) {
  auto w = world_of({"2 5", "0 1"});
  BOOST_TEST((cell_at(w, -7, 100) == cell{0, 1}));
  BOOST_TEST((cell_at(w, 4, 6) == cell{1, 1}));
  BOOST_TEST(floor_height(w, 99, -1) == 1.5);
}

BOOST_AUTO_TEST_CASE(a_ramp_rises_evenly_towards_its_facing) {
  auto w = world_of({"1 1 1", "1 ^0 <0", "0 0 0"});
  BOOST_TEST(floor_height(w, 3, 3) == 0);
  BOOST_TEST(floor_height(w, 3, 3.75) == 0.375);
  BOOST_TEST(floor_height(w, 3, 5.999) == 1.4995, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(floor_height(w, 4.5, 4) == 1.125);
}

BOOST_AUTO_TEST_CASE(the_halves_of_diagonals_are_where_they_face) {
  for (const auto* facing : {"NE", "NW", "SE", "SW"}) {
    auto w = world_of({std::string(facing) + "0 0", "0 0"});
    auto u = facing[1] == 'E' ? 1.8 : 0.2;
    auto v = 3 + (facing[0] == 'N' ? 2.7 : 0.3);
    BOOST_TEST(floor_height(w, u, v) == 1.5);
    BOOST_TEST(floor_height(w, 2 - u, 9 - v) == 0);
    BOOST_TEST((place_at(w, u, v) == place{{0, 1}, tile_part::upper_half}));
    BOOST_TEST((place_at(w, 2 - u, 9 - v) == place{{0, 1}, tile_part::lower_half}));
  }
}

BOOST_AUTO_TEST_CASE(the_centre_of_a_place_lies_in_it) {
  auto w = world_of({"NE0 NW1 0", "SE2 SW3 ^1", "0 1 1"});
  for (const auto& p : make_topology_graph(w.tiles).places) {
    auto centre = centre_of(w, p);
    BOOST_TEST((place_at(w, centre.x, centre.y) == p));
    BOOST_TEST(centre.z == floor_height(w, centre.x, centre.y));
  }
}

BOOST_AUTO_TEST_CASE(the_upper_half_of_a_diagonal_has_its_levels_colour) {
  auto w = world_of({"NE1 0", "0 0"});
  BOOST_TEST((surface_colour(w, {{0, 1}, tile_part::lower_half}) == floor_colour::olive));
  BOOST_TEST((surface_colour(w, {{0, 1}, tile_part::upper_half}) == floor_colour::orange));
  w.floor_colours[{0, 1}] = floor_colour::white;
  BOOST_TEST((surface_colour(w, {{0, 1}, tile_part::lower_half}) == floor_colour::white));
  BOOST_TEST((surface_colour(w, {{0, 1}, tile_part::upper_half}) == floor_colour::white));
}

BOOST_AUTO_TEST_CASE(walls_enclose_all_tiles_without_a_gap) {
  auto [north, east, south, west] = enclosing_walls(world_of({"2 0", "0 0"}));
  BOOST_TEST((north == box{{-0.5, 6, 0}, {4.5, 6.5, 6}}));
  BOOST_TEST((east == box{{4, 0, 0}, {4.5, 6, 6}}));
  BOOST_TEST((south == box{{-0.5, -0.5, 0}, {4.5, 0, 6}}));
  BOOST_TEST((west == box{{-0.5, 0, 0}, {0, 6, 6}}));
}

BOOST_AUTO_TEST_CASE(a_hand_made_playable_area_is_respected) {
  auto w = world_of({"0 5", "0 0"});
  w.playable = cell_mask({2, 2}, 1);
  auto playable = playable_places(w, make_topology_graph(w.tiles));
  BOOST_TEST((playable == std::vector<bool>{true, true, true, true}));
}

BOOST_AUTO_TEST_CASE(objects_reach_as_far_as_their_corners) {
  BOOST_TEST(object_radius(object_shape::sphere, 0.6) == 0.3);
  BOOST_TEST(object_radius(object_shape::cube, 0.6) == 0.3 * std::sqrt(2.0),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(object_extents(object_shape::slab, 1).z < object_extents(object_shape::slab, 1).y);
}

BOOST_AUTO_TEST_SUITE_END()
