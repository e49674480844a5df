#pragma once

#include "core/world/graph.hpp"
#include "core/world/tile.hpp"

#include <cstdint>
#include <vector>

namespace troupe {

/// How a player gets from one tile onto the next in a straight line.
enum class passage : std::uint8_t {
  blocked, ///< the next tile is nowhere lower, and does not meet this one
  level,   ///< both lie on the same level where they meet
  ramp,    ///< onto, along or off a ramp, up or down
  drop,    ///< somewhere along the common side the next tile is lower; there is no way back
};

/// How to get from `from` to `to`, which lies on its given side.
passage passage_between(tile from, direction side, tile to);

/// Which part of a tile a place is.
enum class tile_part : std::uint8_t { whole, lower_half, upper_half };

/// Somewhere to stand: a tile, or one half of a diagonal tile.
struct place {
  cell at;
  tile_part part = tile_part::whole;

  friend bool operator==(const place&, const place&) = default;
};

/// The part of a tile that touches the given side.
tile_part part_beside(tile t, direction side);

/// The world topology graph of the paper (section "World Properties"): an edge leads wherever a
/// player can walk, climb a ramp or fall to. The halves of a diagonal tile lie on different levels,
/// so they are two vertices; every other tile is one.
struct topology_graph {
  /// What each vertex stands for: tiles in row order, lower halves before upper ones.
  std::vector<place> places;
  directed_graph paths;
  /// The vertex of each tile, or of its lower half.
  grid<directed_graph::vertex> first_vertex;

  [[nodiscard]] directed_graph::vertex vertex_of(const place& p) const {
    return first_vertex[p.at] + (p.part == tile_part::upper_half ? 1 : 0);
  }

  friend bool operator==(const topology_graph&, const topology_graph&) = default;
};
topology_graph make_topology_graph(const topology& tiles);

/// The largest strongly connected part of a world that no path leaves (docs/paper.md, "Worlds").
struct playable_area {
  /// Whether each vertex of the topology graph belongs to it.
  std::vector<bool> contains;
  /// The tiles of which at least one half belongs to it. (A half that does not is an upper half
  /// that no path leads to.)
  cell_mask tiles;
  /// Its share of the world's floor, in [0, 1]: the accessible fraction.
  double fraction = 0;

  friend bool operator==(const playable_area&, const playable_area&) = default;
};
playable_area find_playable_area(const topology_graph& graph);
playable_area find_playable_area(const topology_graph& graph, const graph_components& components);

/// How much floor each component of a topology graph has, in halves of tiles.
std::vector<int> component_areas(const topology_graph& graph, const graph_components& components);

} // namespace troupe
