#pragma once

#include "core/world/navigation.hpp"
#include "core/world/world.hpp"
#include "tests/core/world/topology_text.hpp"

namespace troupe {

/// Three by three tiles with a ramp, a diagonal, a tile out of reach, an object and a player.
inline world small_world() {
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

} // namespace troupe
