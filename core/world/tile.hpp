#pragma once

#include "core/game/vocabulary.hpp"
#include "core/world/grid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace troupe {

/// Floors lie on levels 0 … 5 (docs/paper.md, "Worlds").
inline constexpr int level_count = 6;

enum class tile_kind : std::uint8_t { flat, ramp, diagonal };
template <>
inline constexpr std::array<std::string_view, 3> words<tile_kind>{"flat", "ramp", "diagonal"};

/// Where a tile faces. The first four are also the sides of a tile.
enum class direction : std::uint8_t {
  north,
  east,
  south,
  west,
  northeast,
  northwest,
  southeast,
  southwest
};
template <>
inline constexpr std::array<std::string_view, 8> words<direction>{
    "north", "east", "south", "west", "northeast", "northwest", "southeast", "southwest"};

inline constexpr std::array sides{direction::north, direction::east, direction::south,
                                  direction::west};

constexpr bool is_side(direction d) {
  return d <= direction::west;
}

/// The side on the other end of a tile.
constexpr direction opposite(direction side) {
  return sides[(static_cast<std::size_t>(side) + 2) % 4];
}

/// The cell next to `from` on its given side; may lie outside of the grid.
constexpr cell neighbour(cell from, direction side) {
  constexpr std::array<cell, 4> steps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  auto step = steps[static_cast<std::size_t>(side)];
  return {from.x + step.x, from.y + step.y};
}

/// One piece of a world's floor (paper, "Topology" and appendix "Procedural World Generation").
///
/// A flat tile lies on its level and faces north, for want of a direction. A ramp rises from its
/// level to the next towards its facing, one of the four sides. A diagonal tile is cut from corner
/// to corner: the half towards its facing, one of the four corners, lies a level higher.
struct tile {
  tile_kind kind = tile_kind::flat;
  std::uint8_t level = 0;
  direction facing = direction::north;

  friend bool operator==(const tile&, const tile&) = default;
};

/// Whether kind, level and facing go together: nothing rises above the highest level.
constexpr bool is_valid(tile t) {
  if (t.kind == tile_kind::flat)
    return t.level < level_count && t.facing == direction::north;
  return t.kind <= tile_kind::diagonal && t.level < level_count - 1
         && t.facing <= direction::southwest && is_side(t.facing) == (t.kind == tile_kind::ramp);
}

/// 6 flat tiles, 5 × 4 ramps and 5 × 4 diagonals.
inline constexpr std::size_t tile_count = level_count + 2 * 4 * (level_count - 1);

/// Every valid tile.
inline constexpr std::array<tile, tile_count> all_tiles = [] {
  std::array<tile, tile_count> tiles{};
  std::size_t next = 0;
  for (std::uint8_t level = 0; level < level_count; ++level)
    tiles[next++] = {tile_kind::flat, level, direction::north};
  for (auto kind : {tile_kind::ramp, tile_kind::diagonal})
    for (std::uint8_t level = 0; level + 1 < level_count; ++level)
      for (int facing = 0; facing < 4; ++facing)
        tiles[next++] = {kind, level,
                         static_cast<direction>(facing + (kind == tile_kind::diagonal ? 4 : 0))};
  return tiles;
}();

/// The position of a valid tile in `all_tiles`.
constexpr std::size_t tile_index(tile t) {
  if (t.kind == tile_kind::flat)
    return t.level;
  auto first = level_count + (t.kind == tile_kind::diagonal ? 4 * (level_count - 1) : 0);
  return static_cast<std::size_t>(first + 4 * t.level + static_cast<int>(t.facing) % 4);
}

/// Whether a diagonal tile's upper half touches the given side.
bool upper_half_touches(direction corner, direction side);

/// The levels at the two ends of a tile's side, from west to east or from south to north: both
/// tiles that share a side name its ends in the same order.
struct edge_levels {
  std::uint8_t first = 0;
  std::uint8_t second = 0;

  friend bool operator==(const edge_levels&, const edge_levels&) = default;
};
edge_levels edge_of(tile t, direction side);

/// The level that the highest point of a tile reaches.
constexpr int top_level(tile t) {
  return t.level + (t.kind == tile_kind::flat ? 0 : 1);
}

/// The height map τ of the paper in [0, 1]: level / 5, and half a level more for tiles that span
/// two levels.
constexpr double normalised_height(tile t) {
  return (t.level + (t.kind == tile_kind::flat ? 0.0 : 0.5)) / (level_count - 1);
}

/// The tile as seen in a mirror that swaps east and west, or north and south.
tile mirrored_east_west(tile t);
tile mirrored_north_south(tile t);

/// A grid of tiles: the shape of a world.
using topology = grid<tile>;

topology mirrored_east_west(const topology& tiles);
topology mirrored_north_south(const topology& tiles);

} // namespace troupe
