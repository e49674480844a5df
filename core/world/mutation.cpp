#include "core/world/mutation.hpp"

#include "core/world/tile_rules.hpp"

#include <bit>
#include <utility>

namespace troupe {

namespace {

cell draw_cell(const topology& tiles, random_stream& stream) {
  return tiles.cell_of(stream.below(tiles.values().size()));
}

/// Whether a cell and all around it go together.
bool neighbourhood_obeys_rules(const topology& tiles, cell at) {
  if (!obeys_rules(tiles, at))
    return false;
  for (auto side : sides) {
    auto next = neighbour(at, side);
    if (tiles.size().contains(next) && !obeys_rules(tiles, next))
      return false;
  }
  return true;
}

/// The tiles that the surroundings of a cell allow.
tile_set allowed_at(const topology& tiles, cell at) {
  auto allowed = every_tile;
  for (auto side : sides) {
    auto next = neighbour(at, side);
    allowed &= tiles.size().contains(next) ? allowed_beside(tile_index(tiles[next]), opposite(side))
                                           : allowed_at_wall(side);
  }
  return allowed;
}

bool replace_tile(topology& tiles, random_stream& stream) {
  auto at = draw_cell(tiles, stream);
  auto others = allowed_at(tiles, at) & ~set_of(tiles[at]);
  if (others == 0)
    return false;
  for (auto skip = stream.below(static_cast<std::uint64_t>(std::popcount(others))); skip > 0;
       --skip)
    others &= others - 1;
  tiles[at] = all_tiles[static_cast<std::size_t>(std::countr_zero(others))];
  return true;
}

bool exchange_tiles(topology& tiles, random_stream& stream) {
  auto a = draw_cell(tiles, stream);
  auto b = draw_cell(tiles, stream);
  if (tiles[a] == tiles[b])
    return false;
  std::swap(tiles[a], tiles[b]);
  if (neighbourhood_obeys_rules(tiles, a) && neighbourhood_obeys_rules(tiles, b))
    return true;
  std::swap(tiles[a], tiles[b]);
  return false;
}

} // namespace

topology mutate_topology(topology tiles, int mutations, random_stream& stream) {
  // A world may be so tightly joined that nothing can change alone: the tries are bounded.
  auto tries = 1000 * mutations;
  while (mutations > 0 && tries-- > 0) {
    auto changed = stream.chance(0.5) ? replace_tile(tiles, stream) : exchange_tiles(tiles, stream);
    if (changed)
      --mutations;
  }
  return tiles;
}

} // namespace troupe
