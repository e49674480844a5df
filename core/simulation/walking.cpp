#include "core/simulation/walking.hpp"

#include "core/world/terrain.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// In kg. Rather light: what is heavy pushes light objects into walls.
constexpr float player_mass = 45;

/// How fast a player changes its velocity with and without something below its feet, in m/s².
constexpr float ground_acceleration = 15;
constexpr float air_acceleration = 3;

/// How close to its feet something must be to carry a player, and how far it steps down without
/// falling, in metres: the steepest ramp goes down by less in one physics step.
constexpr float standing_distance = 0.03f;
constexpr float step_down = 0.15f;

/// What rises no higher than this above its feet, in metres, a player steps onto. The round lower
/// end of its body meets such a rim with normals that rise at least this much.
constexpr float step_height = 0.26f;
constexpr float least_rise = 0.2f;

/// Whether a contact is one with the rim of a face that carries.
bool is_rim(const hull& solid, const btVector3& point, const btVector3& normal) {
  for (std::size_t f = 0; f < solid.face_count(); ++f)
    if (is_floor(solid.normals[f]) && solid.normals[f].dot(normal) < 0.95f
        && std::abs(solid.normals[f].dot(point) - solid.offsets[f]) < 0.01f)
      return true;
  return false;
}

} // namespace

body_properties player_properties() {
  body_properties p;
  auto half = static_cast<float>(player_height / 2 - player_radius);
  p.shape.topology = &segment_topology;
  p.shape.corner_count = 2;
  p.shape.corners[0] = {0, 0, -half};
  p.shape.corners[1] = {0, 0, half};
  p.shape.radius = static_cast<float>(player_radius);
  p.mass = player_mass;
  p.may_sleep = false;
  return p;
}

btVector3 player_centre_above_feet() {
  return {0, 0, static_cast<float>(player_height / 2)};
}

std::optional<footing> find_footing(const rigid_world& bodies, std::size_t player,
                                    const btVector3& wanted, bool stood_before) {
  std::optional<footing> best;
  // What is touched comes before what one has to step down to.
  auto is_better = [&](const btVector3& normal, float distance) {
    auto touched = distance <= standing_distance;
    if (auto before = best->distance <= standing_distance; touched != before)
      return touched;
    auto obstacle = normal.dot(wanted) - best->normal.dot(wanted);
    return obstacle < 0 || (obstacle == 0 && normal.z() > best->normal.z());
  };
  auto reach = stood_before ? step_down : standing_distance;
  auto feet = bodies.body(player).where().getOrigin().z() - player_centre_above_feet().z();
  for (const auto& t : bodies.touches()) {
    if (t.a != player && t.b != player)
      continue;
    auto other = t.a == player ? t.b : t.a;
    const auto* below = other == rigid_world::the_ground ? nullptr : &bodies.body(other);
    for (int i = 0; i < t.points.getNumContacts(); ++i) {
      const auto& point = t.points.getContactPoint(i);
      auto normal = t.a == player ? point.m_normalWorldOnB : -point.m_normalWorldOnB;
      const auto& at = t.a == player ? point.getPositionWorldOnB() : point.getPositionWorldOnA();
      if (normal.z() < least_rise || point.getDistance() > reach)
        continue;
      auto step_up =
          below != nullptr && at.z() < feet + step_height && is_rim(below->solid(), at, normal);
      if ((!is_floor(normal) && !step_up) || (best && !is_better(normal, point.getDistance())))
        continue;
      auto velocity = below != nullptr ? below->velocity_at(at) : btVector3(0, 0, 0);
      best = footing{normal, point.getDistance(), velocity, step_up};
    }
  }
  return best;
}

void walk(rigid_world& bodies, std::size_t player, btVector3 wanted,
          const std::optional<footing>& stand) {
  auto& body = bodies.body(player);
  auto time = bodies.time_step();
  auto velocity = body.velocity();
  if (!stand) {
    auto change = wanted - btVector3(velocity.x(), velocity.y(), 0);
    if (!wanted.isZero())
      body.set_velocity(velocity + limited(change, air_acceleration * time));
    return;
  }
  const auto& normal = stand->normal;
  // Along the floor, as fast as on level ground.
  auto speed = wanted.length();
  wanted -= normal * normal.dot(wanted);
  if (speed > 0)
    wanted *= speed / wanted.length();
  auto relative = velocity - stand->velocity;
  auto rise = normal.dot(relative);
  auto along = relative - normal * rise;
  along += limited(wanted - along, ground_acceleration * time);
  // Down to the floor, not away from it: walking down a ramp is no series of jumps.
  rise = std::min(rise, 0.f);
  if (stand->distance > 0)
    rise = std::min(rise, -stand->distance / time);
  body.set_velocity(stand->velocity + along + normal * rise);
  // Legs hold against the slope; only the weight upon the floor remains. A step does not get even
  // that, or it would be pushed away.
  btVector3 weight(0, 0, -gravity * player_mass);
  auto remaining = stand->step_up ? btVector3(0, 0, 0) : normal * normal.dot(weight);
  body.apply_force(remaining - weight);
}

} // namespace troupe
