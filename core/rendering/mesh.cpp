#include "core/rendering/mesh.hpp"

#include "core/rendering/avatar.hpp"

#include <cmath>
#include <numbers>

namespace troupe {

namespace {

using face = std::array<vector3, 4>;

constexpr std::array<face, 6> box_faces(vector3 extents) {
  auto x = extents.x / 2;
  auto y = extents.y / 2;
  auto z = extents.z / 2;
  return {{{{{x, -y, -z}, {x, y, -z}, {x, y, z}, {x, -y, z}}},
           {{{-x, y, -z}, {-x, -y, -z}, {-x, -y, z}, {-x, y, z}}},
           {{{x, y, -z}, {-x, y, -z}, {-x, y, z}, {x, y, z}}},
           {{{-x, -y, -z}, {x, -y, -z}, {x, -y, z}, {-x, -y, z}}},
           {{{-x, -y, z}, {x, -y, z}, {x, y, z}, {-x, y, z}}},
           {{{-x, y, -z}, {x, y, -z}, {x, -y, -z}, {-x, -y, -z}}}}};
}

constexpr std::array<face, 5> pyramid_faces() {
  constexpr vector3 apex{0, 0, 0.5};
  constexpr face base{{{-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, -0.5, -0.5}}};
  return {{base,
           {{base[1], base[0], apex, apex}},
           {{base[2], base[1], apex, apex}},
           {{base[3], base[2], apex, apex}},
           {{base[0], base[3], apex, apex}}}};
}

/// Adds a flat convex face.
void add_face(mesh& into, const face& corners) {
  auto normal = normalised(cross(corners[1] - corners[0], corners[2] - corners[0]));
  auto first = static_cast<std::uint32_t>(into.positions.size());
  std::uint32_t count = corners[3] == corners[2] ? 3 : 4;
  for (std::uint32_t i = 0; i < count; ++i) {
    into.positions.push_back(corners[i]);
    into.normals.push_back(normal);
  }
  for (std::uint32_t i = 2; i < count; ++i)
    into.triangles.push_back({first, first + i - 1, first + i});
}

/// Joins circles of points, all with `around` + 1 of them, from the lowest to the highest; the last
/// point of a circle is its first.
void join_circles(mesh& into, int circles, int around) {
  auto index = [&](int circle, int i) {
    return static_cast<std::uint32_t>(circle * (around + 1) + i);
  };
  for (int circle = 0; circle + 1 < circles; ++circle)
    for (int i = 0; i < around; ++i) {
      if (circle > 0)
        into.triangles.push_back({index(circle, i), index(circle, i + 1), index(circle + 1, i)});
      if (circle + 2 < circles)
        into.triangles.push_back(
            {index(circle, i + 1), index(circle + 1, i + 1), index(circle + 1, i)});
    }
}

/// The circle at an angle above the equator of a sphere about `centre`.
void add_circle(mesh& into, double elevation, int around, double radius, vector3 centre) {
  for (int i = 0; i <= around; ++i) {
    auto normal = direction_of(2 * std::numbers::pi * (i % around) / around, elevation);
    into.positions.push_back(centre + radius * normal);
    into.normals.push_back(normal);
  }
}

double elevation_of(int ring, int rings) {
  return std::numbers::pi * (static_cast<double>(ring) / rings - 0.5);
}

} // namespace

std::span<const face> object_faces(object_shape shape) {
  static const auto cube = box_faces(object_extents(object_shape::cube, 1));
  static const auto slab = box_faces(object_extents(object_shape::slab, 1));
  static constexpr auto pyramid = pyramid_faces();
  switch (shape) {
  case object_shape::cube:
    return cube;
  case object_shape::slab:
    return slab;
  case object_shape::pyramid:
    return pyramid;
  default:
    return {};
  }
}

mesh sphere_mesh(int rings) {
  mesh result;
  for (int ring = 0; ring <= rings; ++ring)
    add_circle(result, elevation_of(ring, rings), 2 * rings, 0.5, {});
  join_circles(result, rings + 1, 2 * rings);
  return result;
}

mesh object_mesh(object_shape shape, int rings) {
  if (shape == object_shape::sphere)
    return sphere_mesh(rings);
  mesh result;
  for (const auto& corners : object_faces(shape))
    add_face(result, corners);
  return result;
}

mesh avatar_body_mesh(int rings) {
  mesh result;
  for (int ring = 0; ring <= rings / 2; ++ring)
    add_circle(result, elevation_of(ring, rings), 2 * rings, avatar_radius,
               {0, 0, avatar_low_centre});
  for (int ring = rings / 2; ring <= rings; ++ring)
    add_circle(result, elevation_of(ring, rings), 2 * rings, avatar_radius,
               {0, 0, avatar_high_centre});
  join_circles(result, rings + 2, 2 * rings);
  return result;
}

mesh avatar_visor_mesh(int rings) {
  auto result = sphere_mesh(rings);
  auto [x, y, z] = avatar_visor_half_axes;
  for (auto& p : result.positions)
    p = {2 * p.x * x, 2 * p.y * y, 2 * p.z * z};
  for (auto& n : result.normals)
    n = normalised({n.x / x, n.y / y, n.z / z});
  return result;
}

mesh avatar_hand_mesh(int rings) {
  auto result = sphere_mesh(rings);
  for (auto& p : result.positions)
    p = 2 * avatar_hand_radius * p;
  return result;
}

} // namespace troupe
