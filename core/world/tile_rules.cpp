#include "core/world/tile_rules.hpp"

namespace troupe {

namespace {

/// Whether the side demands floor of its own level next to it.
bool must_meet_floor(tile t, direction side) {
  return t.kind == tile_kind::diagonal
         || (t.kind == tile_kind::ramp && (side == t.facing || side == opposite(t.facing)));
}

struct rule_tables {
  std::array<std::array<tile_set, 4>, tile_count> beside{};
  std::array<tile_set, 4> at_wall{};

  rule_tables() {
    for (auto side : sides) {
      auto s = static_cast<std::size_t>(side);
      for (auto a : all_tiles) {
        if (a.kind != tile_kind::ramp || !must_meet_floor(a, side))
          at_wall[s] |= set_of(a);
        for (auto b : all_tiles)
          if (may_neighbour(a, side, b))
            beside[tile_index(a)][s] |= set_of(b);
      }
    }
  }
};

const rule_tables& tables() {
  static const rule_tables instance;
  return instance;
}

} // namespace

bool may_neighbour(tile a, direction side, tile b) {
  auto both_ramps = a.kind == tile_kind::ramp && b.kind == tile_kind::ramp;
  if (both_ramps && a.facing != b.facing)
    return false;
  if (must_meet_floor(a, side) || must_meet_floor(b, opposite(side)) || both_ramps)
    return edge_of(a, side) == edge_of(b, opposite(side));
  return true;
}

tile_set allowed_beside(std::size_t tile, direction side) {
  return tables().beside[tile][static_cast<std::size_t>(side)];
}

tile_set allowed_at_wall(direction side) {
  return tables().at_wall[static_cast<std::size_t>(side)];
}

bool obeys_rules(const topology& tiles, cell at) {
  auto here = tiles[at];
  for (auto side : sides) {
    auto next = neighbour(at, side);
    auto allowed = tiles.size().contains(next)
                       ? allowed_beside(tile_index(tiles[next]), opposite(side))
                       : allowed_at_wall(side);
    if ((allowed & set_of(here)) == 0)
      return false;
  }
  return true;
}

std::optional<std::string> find_rule_violation(const topology& tiles) {
  for (std::size_t i = 0; i < tiles.values().size(); ++i) {
    auto at = tiles.cell_of(i);
    if (!obeys_rules(tiles, at))
      return "The " + std::string(to_string(tiles[at].kind)) + " tile at column "
             + std::to_string(at.x) + ", row " + std::to_string(at.y)
             + " does not meet its neighbours at the right level.";
  }
  return std::nullopt;
}

} // namespace troupe
