#include "core/rendering/renderer.hpp"
#include "core/world/parameters.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(renderer_test)

BOOST_AUTO_TEST_CASE(the_target_of_an_image_is_its_pixels) {
  image picture(3, 2, {7, 8, 9});
  auto target = target_of(picture);
  BOOST_TEST(target.width == 3);
  BOOST_TEST(target.height == 2);
  BOOST_TEST(target.bytes.size() == picture.byte_count());
  target.bytes[3 * 4 + 1] = 200;
  BOOST_TEST((picture.at(1, 1) == rgb{7, 200, 9}));
}

BOOST_AUTO_TEST_CASE(every_entity_has_a_colour_of_its_own) {
  std::set<rgb> colours{entity_colour_of_sky(), entity_colour_of_beam()};
  std::size_t entities = 2;
  auto add = [&](rgb colour) {
    colours.insert(colour);
    ++entities;
  };
  surface face;
  for (auto kind : {surface_kind::floor, surface_kind::side})
    for (std::size_t i = 0; i < floor_colour_count; ++i) {
      face.kind = kind;
      face.colour = static_cast<floor_colour>(i);
      add(entity_colour(face));
    }
  face.kind = surface_kind::wall;
  add(entity_colour(face));
  for (std::size_t i = 0; i < max_world_objects; ++i)
    add(entity_colour_of_object(i));
  for (std::size_t i = 0; i < words<player_colour>.size(); ++i)
    add(entity_colour_of_player(i));
  BOOST_TEST(colours.size() == entities);
}

BOOST_AUTO_TEST_CASE(walls_look_alike_whatever_colour_they_name) {
  surface face;
  face.kind = surface_kind::wall;
  auto expected = entity_colour(face);
  face.colour = floor_colour::white;
  BOOST_TEST((entity_colour(face) == expected));
}

BOOST_AUTO_TEST_SUITE_END()
