#include "core/world/ascii.hpp"
#include "core/world/navigation.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

world small_world() {
  world w;
  w.tiles = topology_of({"1 1 3", "^0 NE0 1", "0 0 0"});
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  w.objects.resize(1);
  w.objects[0].position = {1.5, 1.5, 0.25};
  w.players.resize(1);
  w.players[0].colour = player_colour::red;
  w.players[0].position = {7.5, 1.5, 0};
  return w;
}

} // namespace

BOOST_AUTO_TEST_SUITE(ascii_test)

BOOST_AUTO_TEST_CASE(letters_show_ramps_levels_and_entities) {
  BOOST_TEST(draw_ascii(small_world())
             == "+------------+\n"
                "| 1   1   3# |\n"
                "|^0  0\\   1  |\n"
                "| 0 o 0   0 R|\n"
                "+------------+\n"
                "red player with the freeze gadget at (7.5, 1.5, 0.0)\n"
                "black cube at (1.5, 1.5, 0.2)\n");
}

BOOST_AUTO_TEST_CASE(the_level_of_a_diagonal_stands_in_its_lower_half) {
  world w;
  w.tiles = topology_of({"NE0 NW1", "SE2 SW3"});
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = cell_mask(w.tiles.size(), 1);
  BOOST_TEST(draw_ascii(w)
             == "+--------+\n"
                "|0\\  /1  |\n"
                "|2/  \\3  |\n"
                "+--------+\n");
}

BOOST_AUTO_TEST_SUITE_END()
