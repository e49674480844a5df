#include "core/world/tile.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(tile_test)

BOOST_AUTO_TEST_CASE(all_46_tiles_are_valid_and_know_their_index) {
  BOOST_TEST(tile_count == 46u);
  for (std::size_t i = 0; i < tile_count; ++i) {
    BOOST_TEST(is_valid(all_tiles[i]));
    BOOST_TEST(tile_index(all_tiles[i]) == i);
  }
}

BOOST_AUTO_TEST_CASE(nothing_rises_above_the_highest_level) {
  BOOST_TEST(is_valid(tile_of("5")));
  BOOST_TEST(!is_valid(tile_of("6")));
  BOOST_TEST(!is_valid(tile_of("^5")));
  BOOST_TEST(!is_valid(tile_of("NE5")));
}

BOOST_AUTO_TEST_CASE(ramps_face_sides_and_diagonals_face_corners) {
  BOOST_TEST(!is_valid({tile_kind::ramp, 0, direction::northeast}));
  BOOST_TEST(!is_valid({tile_kind::diagonal, 0, direction::north}));
  BOOST_TEST(!is_valid({tile_kind::flat, 0, direction::east}));
  BOOST_TEST(!is_valid({static_cast<tile_kind>(3), 0, direction::northeast}));
}

BOOST_AUTO_TEST_CASE(a_ramp_rises_towards_its_facing) {
  auto ramp = tile_of("^2");
  BOOST_TEST((edge_of(ramp, direction::north) == edge_levels{3, 3}));
  BOOST_TEST((edge_of(ramp, direction::south) == edge_levels{2, 2}));
  BOOST_TEST((edge_of(ramp, direction::east) == edge_levels{2, 3}));
  BOOST_TEST((edge_of(ramp, direction::west) == edge_levels{2, 3}));
  BOOST_TEST((edge_of(tile_of("<2"), direction::north) == edge_levels{3, 2}));
}

BOOST_AUTO_TEST_CASE(the_half_of_a_diagonal_towards_its_facing_is_higher) {
  auto diagonal = tile_of("SE1");
  BOOST_TEST((edge_of(diagonal, direction::south) == edge_levels{2, 2}));
  BOOST_TEST((edge_of(diagonal, direction::east) == edge_levels{2, 2}));
  BOOST_TEST((edge_of(diagonal, direction::north) == edge_levels{1, 1}));
  BOOST_TEST((edge_of(diagonal, direction::west) == edge_levels{1, 1}));
}

BOOST_AUTO_TEST_CASE(mirrors_swap_the_edges_of_every_tile) {
  auto turned = [](edge_levels e) { return edge_levels{e.second, e.first}; };
  for (auto t : all_tiles) {
    auto across = mirrored_east_west(t);
    BOOST_TEST(is_valid(across));
    BOOST_TEST((mirrored_east_west(across) == t));
    BOOST_TEST((edge_of(across, direction::east) == edge_of(t, direction::west)));
    BOOST_TEST((edge_of(across, direction::north) == turned(edge_of(t, direction::north))));

    auto along = mirrored_north_south(t);
    BOOST_TEST(is_valid(along));
    BOOST_TEST((mirrored_north_south(along) == t));
    BOOST_TEST((edge_of(along, direction::north) == edge_of(t, direction::south)));
    BOOST_TEST((edge_of(along, direction::east) == turned(edge_of(t, direction::east))));
  }
}

BOOST_AUTO_TEST_CASE(the_height_map_is_the_papers) {
  BOOST_TEST(normalised_height(tile_of("0")) == 0);
  BOOST_TEST(normalised_height(tile_of("5")) == 1);
  BOOST_TEST(normalised_height(tile_of(">1")) == 1.5 / 5);
  BOOST_TEST(normalised_height(tile_of("NW3")) == 3.5 / 5);
}

BOOST_AUTO_TEST_SUITE_END()
