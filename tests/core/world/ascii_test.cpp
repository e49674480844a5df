#include "core/world/ascii.hpp"
#include "tests/core/world/small_world.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

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
