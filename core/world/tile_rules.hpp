#pragma once

#include "core/world/tile.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace troupe {

/// The rules of which tiles may lie side by side (paper, "local neighbourhood connectivity
/// constraints").
///
/// - A ramp's foot and top meet floor of exactly that level: a flat tile, half of a diagonal tile,
///   or the next ramp of the same flight. So no ramp is an orphan, and none ends at an outer wall.
/// - A diagonal tile's halves continue the floor: each of its sides meets the same level, or an
///   outer wall.
/// - Beside a ramp lies flat floor of any level, a ramp that rises with it, or an outer wall.
/// - Flat tiles of any levels may meet.

/// A set of tiles: bit i stands for `all_tiles[i]`.
using tile_set = std::uint64_t;
static_assert(tile_count <= 64);
inline constexpr tile_set every_tile = (tile_set{1} << tile_count) - 1;

constexpr tile_set set_of(tile t) {
  return tile_set{1} << tile_index(t);
}

/// Whether `b` may lie on the given side of `a`.
bool may_neighbour(tile a, direction side, tile b);

/// The tiles that may lie on the given side of the tile with this index.
tile_set allowed_beside(std::size_t tile, direction side);

/// The tiles whose given side may be at an outer wall.
tile_set allowed_at_wall(direction side);

/// Whether the tile at a cell goes with its neighbours and walls.
bool obeys_rules(const topology& tiles, cell at);

/// What is wrong with the first tile that breaks a rule, or nothing.
std::optional<std::string> find_rule_violation(const topology& tiles);

} // namespace troupe
