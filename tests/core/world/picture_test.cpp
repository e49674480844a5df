#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "core/world/picture.hpp"
#include "tests/core/world/small_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(picture_test)

BOOST_AUTO_TEST_CASE(a_picture_has_the_worlds_proportions) {
  world_parameters parameters;
  parameters.width = {12, 12};
  parameters.height = {4, 4};
  parameters.tile_width = parameters.tile_depth = {3, 3};
  auto picture = draw_world(generate_world(parameters, 1), 370);
  BOOST_TEST(picture.width == 370);
  BOOST_TEST(picture.height == 130);
}

BOOST_AUTO_TEST_CASE(the_same_world_gives_the_same_picture) {
  BOOST_TEST((draw_world(small_world(), 64) == draw_world(small_world(), 64)));
}

BOOST_AUTO_TEST_CASE(entities_and_the_playable_area_are_visible) {
  auto plain = draw_world(small_world(), 100);
  auto changed = [&](auto change) {
    auto w = small_world();
    change(w);
    return draw_world(w, 100) != plain;
  };
  BOOST_TEST(changed([](world& w) { w.objects.clear(); }));
  BOOST_TEST(changed([](world& w) { w.objects[0].shape = object_shape::pyramid; }));
  BOOST_TEST(changed([](world& w) { w.objects[0].colour = object_colour::yellow; }));
  BOOST_TEST(changed([](world& w) { w.players[0].heading = 2; }));
  BOOST_TEST(changed([](world& w) { w.players[0].gadget = gadget::tag; }));
  BOOST_TEST(changed([](world& w) { w.playable[{2, 2}] = 1; }));
  BOOST_TEST(changed([](world& w) { w.tiles[{2, 2}].level = 2; }));
}

BOOST_AUTO_TEST_CASE(a_gallery_has_room_for_all_worlds) {
  std::vector<world> worlds(5, small_world());
  auto gallery = draw_gallery(worlds, 3, 32);
  BOOST_TEST(gallery.width == 2 + 3 * 34);
  BOOST_TEST(gallery.height == 2 + 2 * 34);
  BOOST_CHECK_THROW(draw_world(worlds[0], 0), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
