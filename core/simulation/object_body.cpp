#include "core/simulation/object_body.hpp"

#include "core/world/terrain.hpp"

namespace troupe {

namespace {

/// In kg/m³: a cube of 0.5 m weighs 19 kg and can be lifted, one of 0.7 m weighs 51 kg and cannot.
constexpr float density = 150;

/// No object is lighter than this, in kg: what is very light between heavy bodies makes contacts
/// soft.
constexpr float min_mass = 6;

constexpr float friction = 0.8f;
constexpr float restitution = 0.5f;

/// The rolling friction of a sphere, as a share of its radius.
constexpr float rolling_friction = 0.03f;

/// The mass of a box and its inertia about its centre.
struct box_mass {
  float mass;
  btVector3 inertia;
};

box_mass mass_of_box(const btVector3& extents) {
  auto mass = density * extents.x() * extents.y() * extents.z();
  auto square = extents * extents;
  return {mass, btVector3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y())
                    * (mass / 12)};
}

void make_box(const btVector3& extents, body_properties& p) {
  p.shape.topology = &hexahedron_topology;
  p.shape.corner_count = 8;
  for (std::size_t i = 0; i < 8; ++i)
    p.shape.corners[i] = {extents.x() * ((i & 1) != 0 ? 0.5f : -0.5f),
                          extents.y() * ((i & 2) != 0 ? 0.5f : -0.5f),
                          extents.z() * ((i & 4) != 0 ? 0.5f : -0.5f)};
  auto [mass, inertia] = mass_of_box(extents);
  p.mass = mass;
  p.inertia = inertia;
}

void make_pyramid(float size, body_properties& p) {
  p.shape.topology = &pyramid_topology;
  p.shape.corner_count = 5;
  auto half = size / 2;
  auto base = -size / 4;
  p.shape.corners[0] = {-half, -half, base};
  p.shape.corners[1] = {half, -half, base};
  p.shape.corners[2] = {half, half, base};
  p.shape.corners[3] = {-half, half, base};
  p.shape.corners[4] = {0, 0, base + size};
  p.mass = density * size * size * size / 3;
  auto unit = p.mass * size * size;
  p.inertia = {unit * 7 / 80, unit * 7 / 80, unit / 10};
}

void make_sphere(float size, body_properties& p) {
  auto radius = size / 2;
  p.shape.corners[0] = {0, 0, 0};
  p.shape.radius = radius;
  p.mass = density * 4.18879f * radius * radius * radius;
  auto inertia = 0.4f * p.mass * radius * radius;
  p.inertia = {inertia, inertia, inertia};
  p.rolling_friction = rolling_friction * radius;
}

} // namespace

body_properties object_properties(const world_object& object) {
  body_properties p;
  p.friction = friction;
  p.restitution = restitution;
  auto size = static_cast<float>(object.size);
  switch (object.shape) {
  case object_shape::cube:
  case object_shape::slab:
    make_box(to_bullet(object_extents(object.shape, object.size)), p);
    break;
  case object_shape::sphere:
    make_sphere(size, p);
    break;
  case object_shape::pyramid:
    make_pyramid(size, p);
    break;
  }
  if (p.mass < min_mass) {
    p.inertia *= min_mass / p.mass;
    p.mass = min_mass;
  }
  find_planes(p.shape);
  return p;
}

btVector3 centre_of_mass(const world_object& object) {
  auto drop = object.shape == object_shape::pyramid ? object.size / 4 : 0.0;
  return {0, 0, static_cast<float>(-drop)};
}

btTransform initial_transform(const world_object& object) {
  auto [w, x, y, z] = object.orientation;
  btQuaternion turned(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
                      static_cast<float>(w));
  btTransform where(turned.normalized());
  where.setOrigin(to_bullet(object.position) + where.getBasis() * centre_of_mass(object));
  return where;
}

} // namespace troupe
