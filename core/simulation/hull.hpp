#pragma once

#include <LinearMath/btTransform.h>
#include <LinearMath/btVector3.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace troupe {

/// How the corners of a convex solid are joined.
struct hull_topology {
  struct edge {
    std::uint8_t from;
    std::uint8_t to;
    /// Edges with the same number are parallel.
    std::uint8_t axis;
  };
  /// Corners in counter-clockwise order seen from outside.
  using loop = std::span<const std::uint8_t>;

  std::span<const loop> faces;
  std::span<const edge> edges;
  std::uint8_t axes = 0;
};

/// Corner 4 z + 2 y + x lies towards the given sides; faces west, east, south, north, down, up.
extern const hull_topology hexahedron_topology;
/// Corners 0 to 2 below, counter-clockwise, 3 to 5 above them; faces beside corners 0-1, 1-2, 2-0,
/// then down and up.
extern const hull_topology prism_topology;
/// Corners 0 to 3 of the base, counter-clockwise, and the apex; the base is face 0.
extern const hull_topology pyramid_topology;
/// Only corners 0 and 1.
extern const hull_topology segment_topology;
/// Only corner 0.
extern const hull_topology point_topology;

/// Everything within `radius` of the convex hull of a few points: spheres and capsules are grown
/// from a point and a segment, all other solids have radius 0.
struct hull {
  static constexpr std::size_t max_corners = 8;
  static constexpr std::size_t max_faces = 6;

  const hull_topology* topology = &point_topology;
  std::uint8_t corner_count = 1;
  std::array<btVector3, max_corners> corners;
  /// The plane of a face: normal · x = offset.
  std::array<btVector3, max_faces> normals;
  std::array<float, max_faces> offsets{};
  float radius = 0;

  [[nodiscard]] std::size_t face_count() const { return topology->faces.size(); }
  [[nodiscard]] std::span<const btVector3> points() const { return {corners.data(), corner_count}; }
  [[nodiscard]] btVector3 direction(const hull_topology::edge& e) const {
    return corners[e.to] - corners[e.from];
  }
};

/// Computes the planes of all faces from the corners.
void find_planes(hull& solid);

/// The solid moved from its own frame into space.
void move_into(const hull& local, const btTransform& where, hull& placed);

struct bounds {
  btVector3 low;
  btVector3 high;
};

/// The box around a solid.
bounds bounds_of(const hull& solid);

/// A box that is `margin` larger on all sides.
inline bounds grown(const bounds& box, float margin) {
  btVector3 rim(margin, margin, margin);
  return {box.low - rim, box.high + rim};
}

/// The box around what is in a box when it moves.
inline bounds swept(bounds box, const btVector3& motion) {
  btVector3 still(0, 0, 0);
  auto back = motion;
  back.setMin(still);
  auto ahead = motion;
  ahead.setMax(still);
  return {box.low + back, box.high + ahead};
}

inline bool overlap(const bounds& a, const bounds& b) {
  return a.low.x() <= b.high.x() && b.low.x() <= a.high.x() && a.low.y() <= b.high.y()
         && b.low.y() <= a.high.y() && a.low.z() <= b.high.z() && b.low.z() <= a.high.z();
}

/// How far along `direction`, a unit vector, a ray enters a solid; nothing if it misses it, 0 if it
/// begins inside.
std::optional<float> enter(const hull& solid, const btVector3& from, const btVector3& direction);

} // namespace troupe
