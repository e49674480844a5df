#pragma once

#include "core/game/physical_predicate.hpp"
#include "core/simulation/state.hpp"
#include "core/support/random.hpp"
#include "core/world/navigation.hpp"
#include "core/world/world.hpp"
#include "tests/core/world/topology_text.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace troupe {

// Worlds and states without any physics: everything is where a test puts it.

/// An empty world of tiles of 3 m x 3 m, with levels 1 m apart.
inline world empty_world(const std::vector<std::string>& rows) {
  world w;
  w.tiles = topology_of(rows);
  w.tile_size = {3, 3, 1};
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  return w;
}

inline world_object& add_object(world& w, object_colour colour, object_shape shape,
                                vector3 position, double size = 0.5) {
  auto& object = w.objects.emplace_back();
  object.colour = colour;
  object.shape = shape;
  object.position = position;
  object.size = size;
  return object;
}

inline world_player& add_player(world& w, vector3 position, double heading = 0) {
  auto& player = w.players.emplace_back();
  player.colour = static_cast<player_colour>(w.players.size() - 1);
  player.position = position;
  player.heading = heading;
  return player;
}

/// Everything as the world says, at rest.
inline simulation_state still_state(const world& w) {
  simulation_state state;
  for (const auto& object : w.objects) {
    auto& there = state.objects.emplace_back();
    there.position = object.position;
    there.orientation = object.orientation;
  }
  for (const auto& player : w.players) {
    auto& there = state.players.emplace_back();
    there.position = player.position;
    there.heading = player.heading;
  }
  return state;
}

inline quaternion turned(vector3 axis, double angle) {
  auto part = normalised(axis) * std::sin(angle / 2);
  return {std::cos(angle / 2), part.x, part.y, part.z};
}

/// The rotation that is `first` and then `second`.
inline quaternion product(quaternion second, quaternion first) {
  auto [w, x, y, z] = second;
  auto [a, b, c, d] = first;
  return {w * a - x * b - y * c - z * d, w * b + x * a + y * d - z * c,
          w * c - x * d + y * a + z * b, w * d + x * c - y * b + z * a};
}

inline vector3 any_vector(random_stream& draw, double reach) {
  return {draw.uniform(-reach, reach), draw.uniform(-reach, reach), draw.uniform(-reach, reach)};
}

inline quaternion any_rotation(random_stream& draw) {
  vector3 axis{draw.normal(), draw.normal(), draw.normal()};
  return turned(axis, draw.uniform(-3, 3));
}

} // namespace troupe
