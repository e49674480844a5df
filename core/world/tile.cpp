#include "core/world/tile.hpp"

namespace troupe {

bool upper_half_touches(direction corner, direction side) {
  switch (side) {
  case direction::north:
    return corner == direction::northeast || corner == direction::northwest;
  case direction::south:
    return corner == direction::southeast || corner == direction::southwest;
  case direction::east:
    return corner == direction::northeast || corner == direction::southeast;
  default:
    return corner == direction::northwest || corner == direction::southwest;
  }
}

edge_levels edge_of(tile t, direction side) {
  auto low = t.level;
  auto high = static_cast<std::uint8_t>(t.level + 1);
  if (t.kind == tile_kind::flat)
    return {low, low};
  if (t.kind == tile_kind::diagonal)
    return upper_half_touches(t.facing, side) ? edge_levels{high, high} : edge_levels{low, low};
  if (side == t.facing)
    return {high, high};
  if (side == opposite(t.facing))
    return {low, low};
  auto rises_along_edge = t.facing == direction::north || t.facing == direction::east;
  return rises_along_edge ? edge_levels{low, high} : edge_levels{high, low};
}

tile mirrored_east_west(tile t) {
  using enum direction;
  constexpr std::array mirror{north, west, south, east, northwest, northeast, southwest, southeast};
  return {t.kind, t.level, mirror[static_cast<std::size_t>(t.facing)]};
}

tile mirrored_north_south(tile t) {
  using enum direction;
  constexpr std::array mirror{south, east, north, west, southeast, southwest, northeast, northwest};
  return {t.kind, t.level,
          t.kind == tile_kind::flat ? north : mirror[static_cast<std::size_t>(t.facing)]};
}

topology mirrored_east_west(const topology& tiles) {
  topology result(tiles.size());
  for (int y = 0; y < tiles.height(); ++y)
    for (int x = 0; x < tiles.width(); ++x)
      result[{tiles.width() - 1 - x, y}] = mirrored_east_west(tiles[{x, y}]);
  return result;
}

topology mirrored_north_south(const topology& tiles) {
  topology result(tiles.size());
  for (int y = 0; y < tiles.height(); ++y)
    for (int x = 0; x < tiles.width(); ++x)
      result[{x, tiles.height() - 1 - y}] = mirrored_north_south(tiles[{x, y}]);
  return result;
}

} // namespace troupe
