#include "core/world/placement.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

namespace {

/// Ramps across the middle of a world; one meets flat floor there only by chance.
world world_with_ramps() {
  world w;
  w.tiles = topology_of({"1 1 1 1", "^0 ^0 ^0 ^0", "0 0 0 0"});
  w.tile_size = {2, 3, 1.5};
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  return w;
}

entity_latent latent_of(random_stream& stream) {
  entity_latent latent{};
  for (auto& value : latent)
    value = stream.normal();
  return latent;
}

bool is_on_ramp(const world& w, const vector3& position) {
  return w.tiles[cell_at(w, position.x, position.y)].kind == tile_kind::ramp;
}

} // namespace

BOOST_AUTO_TEST_SUITE(placement_test)

BOOST_AUTO_TEST_CASE(only_spheres_start_on_ramps) {
  auto w = world_with_ramps();
  int rolling = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    random_stream stream(seed);
    entity_placer placer(w);
    world_object cube;
    cube.latent = latent_of(stream);
    BOOST_TEST(placer.put(cube, 0.3, stream));
    BOOST_TEST(!is_on_ramp(w, cube.position));
    world_player player;
    player.latent = latent_of(stream);
    BOOST_TEST(placer.put(player, stream));
    BOOST_TEST(!is_on_ramp(w, player.position));
    world_object sphere;
    sphere.shape = object_shape::sphere;
    sphere.latent = latent_of(stream);
    BOOST_TEST(placer.put(sphere, 0.3, stream));
    rolling += is_on_ramp(w, sphere.position) ? 1 : 0;
  }
  BOOST_TEST(rolling > 30);
}

BOOST_AUTO_TEST_CASE(a_sphere_on_a_ramp_touches_the_slope) {
  auto w = world_with_ramps();
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_stream stream(seed);
    entity_placer placer(w);
    world_object sphere;
    sphere.shape = object_shape::sphere;
    sphere.latent = latent_of(stream);
    BOOST_REQUIRE(placer.put(sphere, 0.3, stream));
    if (!is_on_ramp(w, sphere.position))
      continue;
    // The slope rises 1.5 m on 3 m: its plane is z = (y − 3) / 2.
    auto distance = (sphere.position.z - (sphere.position.y - 3) / 2) / std::sqrt(1.25);
    BOOST_TEST(distance == sphere.size / 2, boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(objects_shrink_before_they_are_refused) {
  world w = world_with_ramps();
  random_stream stream(1);
  entity_placer placer(w);
  world_object large;
  large.size = 5;
  BOOST_TEST(placer.put(large, 0.5, stream));
  BOOST_TEST((large.size >= 0.5 && large.size < 2));
  world_object huge;
  huge.size = 5;
  BOOST_TEST(!placer.put(huge, 5, stream));
  BOOST_TEST(huge.size == 5);
}

BOOST_AUTO_TEST_CASE(a_full_world_refuses_more_players) {
  auto w = world_with_ramps();
  random_stream stream(1);
  entity_placer placer(w);
  int players = 0;
  for (world_player player; placer.put(player, stream);)
    ++players;
  // 8 flat tiles of 2 m × 3 m, and players of 0.7 m with some space between them.
  BOOST_TEST((players > 20 && players <= 64));
}

BOOST_AUTO_TEST_SUITE_END()
