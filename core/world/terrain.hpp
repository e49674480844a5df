#pragma once

#include "core/world/navigation.hpp"
#include "core/world/world.hpp"

#include <array>
#include <vector>

namespace troupe {

/// Where a world's tiles are in space, and how large what stands on them is. All in metres.

/// The tile at a point; the nearest one for points outside of the walls.
cell cell_at(const world& w, double x, double y);

/// Where somebody at this point stands.
place place_at(const world& w, double x, double y);

/// The height of the floor at a point.
double floor_height(const world& w, double x, double y);

/// The middle of a place, on its floor: for half a diagonal tile the middle of its triangle.
vector3 centre_of(const world& w, const place& p);

/// The colour of the floor at a place. A diagonal tile's upper half has the colour of its own
/// level, unless the world gives the tile another colour than its lower level's: then both halves
/// have that.
floor_colour surface_colour(const world& w, const place& p);

/// Whether each vertex of the world's topology graph is playable according to the world.
std::vector<bool> playable_places(const world& w, const topology_graph& graph);

/// An upright box.
struct box {
  vector3 low;
  vector3 high;

  friend bool operator==(const box&, const box&) = default;
};

/// Enclosing walls are this thick, and rise this much above the highest floor of their world.
inline constexpr double wall_thickness = 0.5;
inline constexpr double wall_height = 3;

/// The walls around a world, outside of its tiles: north, east, south, west.
std::array<box, 4> enclosing_walls(const world& w);

/// A player is an upright body of this height (paper, "near") and radius.
inline constexpr double player_height = 1.65;
inline constexpr double player_radius = 0.35;

/// The edges of the box around an object that is not rotated.
vector3 object_extents(object_shape shape, double size);

/// How far an object reaches sideways from its centre, however it is turned about the vertical.
double object_radius(object_shape shape, double size);

} // namespace troupe
