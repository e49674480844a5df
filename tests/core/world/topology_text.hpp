#pragma once

#include "core/world/tile.hpp"

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// A tile from text: `2` is flat, `^1` a ramp up north (`>`, `v` and `<` likewise), `NE0` a
/// diagonal tile.
inline tile tile_of(const std::string& text) {
  static const std::vector<std::pair<std::string, direction>> facings{
      {"^", direction::north},      {">", direction::east},       {"v", direction::south},
      {"<", direction::west},       {"NE", direction::northeast}, {"NW", direction::northwest},
      {"SE", direction::southeast}, {"SW", direction::southwest}};
  auto level = static_cast<std::uint8_t>(text.back() - '0');
  auto prefix = text.substr(0, text.size() - 1);
  if (prefix.empty())
    return {tile_kind::flat, level, direction::north};
  for (const auto& [name, facing] : facings)
    if (name == prefix)
      return {is_side(facing) ? tile_kind::ramp : tile_kind::diagonal, level, facing};
  throw std::invalid_argument("no tile is called " + text);
}

/// A topology from rows of tiles, north first, as on a map.
inline topology topology_of(const std::vector<std::string>& rows) {
  std::vector<std::vector<tile>> tiles;
  for (const auto& row : rows) {
    std::istringstream in(row);
    tiles.emplace_back();
    for (std::string text; in >> text;)
      tiles.back().push_back(tile_of(text));
  }
  topology result({static_cast<int>(tiles.front().size()), static_cast<int>(tiles.size())});
  for (int y = 0; y < result.height(); ++y)
    for (int x = 0; x < result.width(); ++x)
      result[{x, y}] =
          tiles[tiles.size() - 1 - static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
  return result;
}

} // namespace troupe
