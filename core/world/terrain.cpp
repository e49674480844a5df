#include "core/world/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace troupe {

namespace {

/// Where a point lies in its tile, in [0, 1] from west to east and from south to north.
struct tile_point {
  double u = 0;
  double v = 0;
};

tile_point within_tile(const world& w, cell at, double x, double y) {
  return {std::clamp(x / w.tile_size.x - at.x, 0.0, 1.0),
          std::clamp(y / w.tile_size.y - at.y, 0.0, 1.0)};
}

bool in_upper_half(direction corner, tile_point p) {
  switch (corner) {
  case direction::northeast:
    return p.u + p.v > 1;
  case direction::southwest:
    return p.u + p.v < 1;
  case direction::northwest:
    return p.v > p.u;
  default:
    return p.v < p.u;
  }
}

/// How far up a ramp a point lies, in [0, 1].
double way_up(direction facing, tile_point p) {
  switch (facing) {
  case direction::north:
    return p.v;
  case direction::south:
    return 1 - p.v;
  case direction::east:
    return p.u;
  default:
    return 1 - p.u;
  }
}

/// The height of a tile's floor in levels.
double level_at(tile t, tile_point p) {
  switch (t.kind) {
  case tile_kind::flat:
    return t.level;
  case tile_kind::ramp:
    return t.level + way_up(t.facing, p);
  default:
    return t.level + (in_upper_half(t.facing, p) ? 1 : 0);
  }
}

} // namespace

cell cell_at(const world& w, double x, double y) {
  auto column = [](double coordinate, double size, int count) {
    return static_cast<int>(std::clamp(std::floor(coordinate / size), 0.0, count - 1.0));
  };
  return {column(x, w.tile_size.x, w.tiles.width()), column(y, w.tile_size.y, w.tiles.height())};
}

place place_at(const world& w, double x, double y) {
  auto at = cell_at(w, x, y);
  auto t = w.tiles[at];
  if (t.kind != tile_kind::diagonal)
    return {at, tile_part::whole};
  auto upper = in_upper_half(t.facing, within_tile(w, at, x, y));
  return {at, upper ? tile_part::upper_half : tile_part::lower_half};
}

double floor_height(const world& w, double x, double y) {
  auto at = cell_at(w, x, y);
  return level_at(w.tiles[at], within_tile(w, at, x, y)) * w.tile_size.z;
}

vector3 centre_of(const world& w, const place& p) {
  auto t = w.tiles[p.at];
  double u = 0.5;
  double v = 0.5;
  if (t.kind == tile_kind::diagonal) {
    auto upper = p.part == tile_part::upper_half;
    u = upper == upper_half_touches(t.facing, direction::east) ? 2.0 / 3 : 1.0 / 3;
    v = upper == upper_half_touches(t.facing, direction::north) ? 2.0 / 3 : 1.0 / 3;
  }
  return {(p.at.x + u) * w.tile_size.x, (p.at.y + v) * w.tile_size.y,
          level_at(t, {u, v}) * w.tile_size.z};
}

floor_colour surface_colour(const world& w, const place& p) {
  auto colour = w.floor_colours[p.at];
  auto level = w.tiles[p.at].level;
  if (p.part == tile_part::upper_half && colour == colour_of_level(level))
    return colour_of_level(level + 1);
  return colour;
}

std::vector<bool> playable_places(const world& w, const topology_graph& graph) {
  auto area = find_playable_area(graph);
  if (area.tiles == w.playable)
    return std::move(area.contains);
  // A world made by hand with a playable area of its own: all of its tiles count.
  std::vector<bool> playable(graph.places.size());
  for (std::size_t v = 0; v < graph.places.size(); ++v)
    playable[v] = w.playable[graph.places[v].at] != 0;
  return playable;
}

std::array<box, 4> enclosing_walls(const world& w) {
  int highest = 0;
  for (auto t : w.tiles.values())
    highest = std::max(highest, top_level(t));
  auto east = w.tiles.width() * w.tile_size.x;
  auto north = w.tiles.height() * w.tile_size.y;
  auto top = highest * w.tile_size.z + wall_height;
  constexpr auto d = wall_thickness;
  return {{{{-d, north, 0}, {east + d, north + d, top}},
           {{east, 0, 0}, {east + d, north, top}},
           {{-d, -d, 0}, {east + d, 0, top}},
           {{-d, 0, 0}, {0, north, top}}}};
}

vector3 object_extents(object_shape shape, double size) {
  if (shape == object_shape::slab)
    return {size, 0.5 * size, 0.2 * size};
  return {size, size, size};
}

double object_radius(object_shape shape, double size) {
  if (shape == object_shape::sphere)
    return size / 2;
  auto [x, y, z] = object_extents(shape, size);
  return std::sqrt(x * x + y * y) / 2;
}

} // namespace troupe
