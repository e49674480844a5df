#include "core/world/generation.hpp"
#include "core/world/reflection.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/world/small_world.hpp"
#include "tests/fixtures/property.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

using namespace troupe;

namespace {

bool are_close(double a, double b) {
  return std::abs(a - b) < 1e-9;
}

bool are_close(vector3 a, vector3 b) {
  return length(a - b) < 1e-9;
}

/// A world and a mirror image of it, with where a direction goes.
struct reflected {
  world before;
  world after;
  vector3 signs;

  [[nodiscard]] vector3 image(vector3 v) const {
    return {signs.x * v.x, signs.y * v.y, signs.z * v.z};
  }

  /// The same from corner to corner.
  [[nodiscard]] vector3 image_of_point(vector3 p) const {
    vector3 size{before.tiles.width() * before.tile_size.x,
                 before.tiles.height() * before.tile_size.y, 0};
    return image(p) + vector3{signs.x < 0 ? size.x : 0, signs.y < 0 ? size.y : 0, 0};
  }
};

template <class Property>
void check_mirrors(const std::string& sentence, Property property) {
  check_property(sentence, [&](std::uint64_t seed) {
    world_parameters parameters;
    parameters.width = parameters.height = {3, 7};
    auto w = generate_world(parameters, seed);
    property(reflected{w, mirrored_east_west(w), {-1, 1, 1}});
    property(reflected{w, mirrored_north_south(w), {1, -1, 1}});
  });
}

} // namespace

BOOST_AUTO_TEST_SUITE(reflection_test)

BOOST_AUTO_TEST_CASE(a_small_world_is_mirrored_as_one_expects) {
  auto w = small_world();
  w.players[0].heading = std::numbers::pi / 6;
  auto image = mirrored_east_west(w);
  BOOST_TEST((image.tiles == topology_of({"3 1 1", "1 NW0 ^0", "0 0 0"})));
  BOOST_TEST((image.objects[0].position == vector3{7.5, 1.5, 0.25}));
  BOOST_TEST((image.players[0].position == vector3{1.5, 1.5, 0}));
  BOOST_TEST(are_close(image.players[0].heading, 5 * std::numbers::pi / 6));
  image = mirrored_north_south(w);
  BOOST_TEST((image.tiles == topology_of({"0 0 0", "v0 SE0 1", "1 1 3"})));
  BOOST_TEST((image.players[0].position == vector3{7.5, 7.5, 0}));
  BOOST_TEST(are_close(image.players[0].heading, 11 * std::numbers::pi / 6));
}

BOOST_AUTO_TEST_CASE(mirrored_worlds_can_be_used) {
  check_mirrors("and stay the same to live in", [](const reflected& r) {
    validate(r.after);
    auto graph = make_topology_graph(r.after.tiles);
    auto area = find_playable_area(graph);
    RC_ASSERT(
        are_close(area.fraction, find_playable_area(make_topology_graph(r.before.tiles)).fraction));
    RC_ASSERT(r.after.tile_size == r.before.tile_size);
    RC_ASSERT(r.after.seed == r.before.seed);
  });
}

BOOST_AUTO_TEST_CASE(everybody_stands_on_the_same_floor) {
  check_mirrors("of the same height, colour and use", [](const reflected& r) {
    auto ground = [](const world& w, vector3 p) {
      auto here = place_at(w, p.x, p.y);
      return std::tuple(here.part, surface_colour(w, here), w.playable[here.at]);
    };
    auto check = [&](vector3 before, vector3 after) {
      RC_ASSERT(are_close(after, r.image_of_point(before)));
      RC_ASSERT(ground(r.before, before) == ground(r.after, after));
      RC_ASSERT(are_close(floor_height(r.before, before.x, before.y),
                          floor_height(r.after, after.x, after.y)));
    };
    for (std::size_t i = 0; i < r.before.objects.size(); ++i)
      check(r.before.objects[i].position, r.after.objects[i].position);
    for (std::size_t i = 0; i < r.before.players.size(); ++i)
      check(r.before.players[i].position, r.after.players[i].position);
  });
}

BOOST_AUTO_TEST_CASE(everybody_looks_at_the_image_of_what_it_looked_at) {
  check_mirrors("and so does the light", [](const reflected& r) {
    for (std::size_t i = 0; i < r.before.players.size(); ++i) {
      auto heading = r.after.players[i].heading;
      RC_ASSERT((heading >= 0 && heading <= 2 * std::numbers::pi));
      RC_ASSERT(are_close(direction_of(heading, 0),
                          r.image(direction_of(r.before.players[i].heading, 0))));
    }
    RC_ASSERT(are_close(r.after.lighting.direction, r.image(r.before.lighting.direction)));
    RC_ASSERT(are_close(r.after.lighting.position, r.image_of_point(r.before.lighting.position)));
  });
}

BOOST_AUTO_TEST_CASE(objects_turn_the_other_way) {
  check_mirrors("about any axis", [](const reflected& r) {
    for (std::size_t i = 0; i < r.before.objects.size(); ++i)
      for (vector3 v : {vector3{1, 0, 0}, vector3{0, 1, 0}, vector3{0, 0, 1}})
        RC_ASSERT(are_close(rotated(r.after.objects[i].orientation, r.image(v)),
                            r.image(rotated(r.before.objects[i].orientation, v))));
  });
  auto w = small_world();
  w.objects[0].orientation = {0.5, 0.5, 0.5, -0.5};
  for (auto [image, signs] : {std::pair{mirrored_east_west(w), vector3{-1, 1, 1}},
                              std::pair{mirrored_north_south(w), vector3{1, -1, 1}}}) {
    reflected r{w, image, signs};
    for (vector3 v : {vector3{1, 0, 0}, vector3{0, 1, 0}, vector3{0, 0, 1}})
      BOOST_TEST(are_close(rotated(r.after.objects[0].orientation, r.image(v)),
                           r.image(rotated(w.objects[0].orientation, v))));
  }
}

BOOST_AUTO_TEST_CASE(a_mirror_image_of_a_mirror_image_is_the_original) {
  check_mirrors("up to rounding", [](const reflected& r) {
    auto again = r.signs.x < 0 ? mirrored_east_west(r.after) : mirrored_north_south(r.after);
    RC_ASSERT(again.tiles == r.before.tiles);
    RC_ASSERT(again.floor_colours == r.before.floor_colours);
    RC_ASSERT(again.playable == r.before.playable);
    for (std::size_t i = 0; i < r.before.objects.size(); ++i) {
      RC_ASSERT(are_close(again.objects[i].position, r.before.objects[i].position));
      RC_ASSERT(again.objects[i].orientation == r.before.objects[i].orientation);
      RC_ASSERT(again.objects[i].latent == r.before.objects[i].latent);
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
