#pragma once

#include "core/game/vocabulary.hpp"
#include "core/support/vector.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace troupe {

/// A surface made of triangles, for whatever draws or stores triangles.
struct mesh {
  std::vector<vector3> positions;
  /// One unit vector for each position.
  std::vector<vector3> normals;
  /// Indices of positions, counter-clockwise as seen from outside.
  std::vector<std::array<std::uint32_t, 3>> triangles;

  friend bool operator==(const mesh&, const mesh&) = default;
};

/// The flat faces of an object of size 1, in its own frame (see `object_extents`); a pyramid's base
/// lies at z = -1/2, its apex at z = 1/2; none for a sphere. Counter-clockwise as
/// seen from outside; a triangle's fourth corner is its third.
std::span<const std::array<vector3, 4>> object_faces(object_shape shape);

/// A sphere of diameter 1 with `rings` bands from pole to pole and twice as many around, at
/// least 2.
mesh sphere_mesh(int rings);

/// The mesh of an object of size 1; `rings` as for spheres.
mesh object_mesh(object_shape shape, int rings);

/// The capsule of a player in the frame of its avatar (core/rendering/avatar.hpp); an even number
/// of `rings`.
mesh avatar_body_mesh(int rings);

/// A player's visor, with the middle of the visor as the origin.
mesh avatar_visor_mesh(int rings);

/// A player's hand, with its middle as the origin.
mesh avatar_hand_mesh(int rings);

} // namespace troupe
