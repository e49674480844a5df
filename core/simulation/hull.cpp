#include "core/simulation/hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace troupe {

namespace {

using corner = std::uint8_t;
using loop = hull_topology::loop;
using edge = hull_topology::edge;

constexpr std::array<std::array<corner, 4>, 6> hexahedron_loops{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
constexpr std::array<loop, 6> hexahedron_faces{hexahedron_loops[0], hexahedron_loops[1],
                                               hexahedron_loops[2], hexahedron_loops[3],
                                               hexahedron_loops[4], hexahedron_loops[5]};
constexpr std::array<edge, 12> hexahedron_edges{{{0, 1, 0},
                                                 {2, 3, 0},
                                                 {4, 5, 0},
                                                 {6, 7, 0},
                                                 {0, 2, 1},
                                                 {1, 3, 1},
                                                 {4, 6, 1},
                                                 {5, 7, 1},
                                                 {0, 4, 2},
                                                 {1, 5, 2},
                                                 {2, 6, 2},
                                                 {3, 7, 2}}};

constexpr std::array<std::array<corner, 4>, 3> prism_sides{
    {{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};
constexpr std::array<std::array<corner, 3>, 2> prism_ends{{{0, 2, 1}, {3, 4, 5}}};
constexpr std::array<loop, 5> prism_faces{prism_sides[0], prism_sides[1], prism_sides[2],
                                          prism_ends[0], prism_ends[1]};
constexpr std::array<edge, 9> prism_edges{{{0, 1, 0},
                                           {3, 4, 0},
                                           {1, 2, 1},
                                           {4, 5, 1},
                                           {2, 0, 2},
                                           {5, 3, 2},
                                           {0, 3, 3},
                                           {1, 4, 3},
                                           {2, 5, 3}}};

constexpr std::array<corner, 4> pyramid_base{0, 3, 2, 1};
constexpr std::array<std::array<corner, 3>, 4> pyramid_sides{
    {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
constexpr std::array<loop, 5> pyramid_faces{pyramid_base, pyramid_sides[0], pyramid_sides[1],
                                            pyramid_sides[2], pyramid_sides[3]};
constexpr std::array<edge, 8> pyramid_edges{
    {{0, 1, 0}, {3, 2, 0}, {1, 2, 1}, {0, 3, 1}, {0, 4, 2}, {1, 4, 3}, {2, 4, 4}, {3, 4, 5}}};

constexpr std::array<edge, 1> segment_edges{{{0, 1, 0}}};

/// Where a ray enters a ball, as in `enter`.
std::optional<float> enter_ball(const btVector3& centre, float radius, const btVector3& from,
                                const btVector3& direction) {
  auto offset = from - centre;
  auto b = offset.dot(direction);
  auto c = offset.length2() - radius * radius;
  if (c <= 0)
    return 0.f;
  auto discriminant = b * b - c;
  if (b > 0 || discriminant < 0)
    return std::nullopt;
  return -b - std::sqrt(discriminant);
}

/// Where a ray enters the round side of an upright cylinder.
std::optional<float> enter_side(const btVector3& low, const btVector3& high, float radius,
                                const btVector3& from, const btVector3& direction) {
  auto dx = from.x() - low.x();
  auto dy = from.y() - low.y();
  auto a = direction.x() * direction.x() + direction.y() * direction.y();
  auto b = dx * direction.x() + dy * direction.y();
  auto c = dx * dx + dy * dy - radius * radius;
  auto discriminant = b * b - a * c;
  if (a == 0 || b > 0 || discriminant < 0)
    return std::nullopt;
  auto distance = std::max(0.f, (-b - std::sqrt(discriminant)) / a);
  auto z = from.z() + distance * direction.z();
  if (z < low.z() || z > high.z())
    return std::nullopt;
  return distance;
}

std::optional<float> enter_faces(const hull& solid, const btVector3& from,
                                 const btVector3& direction) {
  float first = 0;
  float last = std::numeric_limits<float>::max();
  for (std::size_t f = 0; f < solid.face_count(); ++f) {
    auto height = solid.normals[f].dot(from) - solid.offsets[f];
    auto speed = solid.normals[f].dot(direction);
    if (speed < 0)
      first = std::max(first, -height / speed);
    else if (speed > 0)
      last = std::min(last, -height / speed);
    else if (height > 0)
      return std::nullopt;
  }
  if (first > last)
    return std::nullopt;
  return first;
}

std::optional<float> nearer(std::optional<float> a, std::optional<float> b) {
  return !a || (b && *b < *a) ? b : a;
}

} // namespace

const hull_topology hexahedron_topology{hexahedron_faces, hexahedron_edges, 3};
const hull_topology prism_topology{prism_faces, prism_edges, 4};
const hull_topology pyramid_topology{pyramid_faces, pyramid_edges, 6};
const hull_topology segment_topology{{}, segment_edges, 1};
const hull_topology point_topology{};

void find_planes(hull& solid) {
  for (std::size_t f = 0; f < solid.face_count(); ++f) {
    auto face = solid.topology->faces[f];
    const auto& a = solid.corners[face[0]];
    auto normal = (solid.corners[face[1]] - a).cross(solid.corners[face[2]] - a);
    solid.normals[f] = normal.normalized();
    solid.offsets[f] = solid.normals[f].dot(a);
  }
}

void move_into(const hull& local, const btTransform& where, hull& placed) {
  placed.topology = local.topology;
  placed.corner_count = local.corner_count;
  placed.radius = local.radius;
  for (std::size_t i = 0; i < local.corner_count; ++i)
    placed.corners[i] = where * local.corners[i];
  for (std::size_t f = 0; f < local.face_count(); ++f) {
    placed.normals[f] = where.getBasis() * local.normals[f];
    placed.offsets[f] = local.offsets[f] + placed.normals[f].dot(where.getOrigin());
  }
}

bounds bounds_of(const hull& solid) {
  bounds box{solid.corners[0], solid.corners[0]};
  for (const auto& point : solid.points()) {
    box.low.setMin(point);
    box.high.setMax(point);
  }
  return grown(box, solid.radius);
}

std::optional<float> enter(const hull& solid, const btVector3& from, const btVector3& direction) {
  if (solid.face_count() > 0)
    return enter_faces(solid, from, direction);
  auto hit = enter_ball(solid.corners[0], solid.radius, from, direction);
  if (solid.corner_count == 1)
    return hit;
  hit = nearer(hit, enter_ball(solid.corners[1], solid.radius, from, direction));
  return nearer(hit, enter_side(solid.corners[0], solid.corners[1], solid.radius, from, direction));
}

} // namespace troupe
