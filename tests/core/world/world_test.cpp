#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "core/world/parameters.hpp"
#include "core/world/world.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>
#include <string>

using namespace troupe;

namespace {

/// Checks that a change makes a good world unusable, and that the error names what is wrong.
void check_refused(const std::string& named, const std::function<void(world&)>& change) {
  auto w = generate_world(evaluation_world_parameters(), 1);
  BOOST_REQUIRE_NO_THROW(validate(w));
  change(w);
  BOOST_CHECK_EXCEPTION(validate(w), user_error, [&](const user_error& error) {
    auto names_it = std::string(error.what()).find(named) != std::string::npos;
    BOOST_TEST(names_it, error.what());
    return names_it;
  });
}

} // namespace

BOOST_AUTO_TEST_SUITE(world_test)

BOOST_AUTO_TEST_CASE(impossible_topologies_are_refused) {
  check_refused("1x1", [](auto& w) { w.tiles = topology({1, 1}); });
  check_refused("65x9", [](auto& w) { w.tiles = topology({65, 9}); });
  check_refused("column 2, row 3", [](auto& w) { w.tiles[{2, 3}].level = 6; });
  check_refused("column 2, row 3", [](auto& w) {
    w.tiles[{2, 3}] = {tile_kind::ramp, 0, direction::southwest};
  });
  check_refused("column 0, row 0", [](auto& w) {
    w.tiles[{0, 0}] = {tile_kind::diagonal, 5, direction::southwest};
  });
  check_refused("width of tiles", [](auto& w) { w.tile_size.x = 0; });
}

BOOST_AUTO_TEST_CASE(maps_of_the_wrong_size_are_refused) {
  check_refused("floor colours", [](auto& w) { w.floor_colours = grid<floor_colour>({9, 8}); });
  check_refused("playable area", [](auto& w) { w.playable = cell_mask({8, 9}); });
  check_refused("floor colour at column 1, row 0", [](auto& w) {
    w.floor_colours[{1, 0}] = static_cast<floor_colour>(6);
  });
}

BOOST_AUTO_TEST_CASE(impossible_entities_are_refused) {
  check_refused("size of object 3", [](auto& w) { w.objects[3].size = -1; });
  check_refused("x of object 0", [](auto& w) { w.objects[0].position.x = -0.1; });
  check_refused("z of player 0", [](auto& w) {
    w.players[0].position.z = std::numeric_limits<double>::quiet_NaN();
  });
  check_refused("orientation of object 1", [](auto& w) {
    w.objects[1].orientation = {2, 0, 0, 0};
  });
  check_refused("shape of object 2",
                [](auto& w) { w.objects[2].shape = static_cast<object_shape>(4); });
  check_refused("gadget of player 0",
                [](auto& w) { w.players[0].gadget = static_cast<gadget>(9); });
  check_refused("heading of player 0",
                [](auto& w) { w.players[0].heading = std::numeric_limits<double>::infinity(); });
  check_refused("are both", [](auto& w) { w.players.push_back(w.players[0]); });
  check_refused("65 objects", [](auto& w) { w.objects.resize(65); });
}

BOOST_AUTO_TEST_CASE(impossible_lighting_is_refused) {
  check_refused("direction", [](auto& w) { w.lighting.direction = {0, 0, 0}; });
  check_refused("intensity", [](auto& w) { w.lighting.intensity = -1; });
  check_refused("hue", [](auto& w) { w.lighting.hue = 400; });
  check_refused("hue", [](auto& w) { w.lighting.hue = 360; });
}

BOOST_AUTO_TEST_CASE(each_level_has_its_colour) {
  BOOST_TEST(to_string(colour_of_level(0)) == "brown");
  BOOST_TEST(to_string(colour_of_level(5)) == "white");
}

BOOST_AUTO_TEST_SUITE_END()
