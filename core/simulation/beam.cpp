#include "core/simulation/beam.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// How far beside the line of sight an object may be, in metres, to be aimed at.
constexpr float aim_tolerance = 0.15f;

/// An object is held with its surface about this far from the eyes, in metres, unless it was
/// nearer.
constexpr float comfortable_distance = 1.5f;
constexpr float nearest_distance = 0.9f;
constexpr float pull_in_speed = 3;

/// A held object heads for its place with this many times its distance per second, but no faster
/// than `max_pull_speed`, and reaches that velocity at `grip_rate` per second: as if on a spring
/// that is damped critically.
constexpr float pull_rate = 5;
constexpr float grip_rate = 20;
constexpr float max_pull_speed = 5;

/// How fast it takes on its holder's turning, per second.
constexpr float turn_rate = 10;

/// An object slips when it is this much farther from the eyes than a beam reaches, this far from
/// where it should be, or hidden for so long.
constexpr float slip_range = 1;
constexpr float slip_distance = 2.5f;
constexpr float slip_time = 1;

/// How close a ray passes by a point, and where.
struct passing {
  float along;
  float beside;
};

passing pass(const btVector3& point, const viewpoint& from) {
  auto offset = point - from.eyes;
  auto along = offset.dot(from.direction);
  return {along, (offset - from.direction * along).length()};
}

bool is_hidden(const rigid_world& bodies, const viewpoint& from, std::uint16_t object) {
  auto offset = bodies.body(object).where().getOrigin() - from.eyes;
  auto distance = offset.length();
  if (distance < 1e-3f)
    return false;
  auto first = bodies.first_hit(from.eyes, offset / distance, distance, from.player);
  return first && first->what != object;
}

} // namespace

std::optional<aim_target> aim_at(const rigid_world& bodies, const viewpoint& from, float range,
                                 std::size_t count) {
  auto first = bodies.first_hit(from.eyes, from.direction, range, from.player);
  if (first && first->what != rigid_world::the_ground) {
    if (first->what >= count)
      return std::nullopt;
    return aim_target{first->what, from.eyes + from.direction * first->distance};
  }
  std::optional<aim_target> nearest;
  auto limit = first ? first->distance : range;
  for (std::uint16_t i = 0; i < count; ++i) {
    const auto& body = bodies.body(i);
    if (i == from.player || !body.present())
      continue;
    const auto& centre = body.where().getOrigin();
    auto by = pass(centre, from);
    // The ground may be hit just beside an object that lies on it.
    if (by.along < 0 || by.along > limit + aim_tolerance + body.reach()
        || by.beside > body.reach() + aim_tolerance)
      continue;
    auto distance = (centre - from.eyes).length();
    if (distance - body.reach() > range || is_hidden(bodies, from, i))
      continue;
    limit = std::min(limit, by.along);
    nearest = aim_target{i, centre};
  }
  return nearest;
}

std::optional<beam> grab(const rigid_world& bodies, const viewpoint& from, std::size_t objects) {
  auto target = aim_at(bodies, from, beam_range, objects);
  if (!target)
    return std::nullopt;
  beam held;
  held.object = target->body;
  const auto& body = bodies.body(target->body);
  held.length = (body.where().getOrigin() - from.eyes).length();
  held.grip = body.where().invXform(target->point);
  return held;
}

bool pull(rigid_world& bodies, const viewpoint& from, const btVector3& holder_velocity,
          float holder_turning, beam& held) {
  auto& body = bodies.body(held.object);
  auto time = bodies.time_step();
  auto comfortable = comfortable_distance + body.reach();
  auto nearest = nearest_distance + body.reach();
  if (held.length > comfortable)
    held.length = std::max(comfortable, held.length - pull_in_speed * time);
  else if (held.length < nearest)
    held.length = std::min(nearest, held.length + pull_in_speed * time);

  const auto& centre = body.where().getOrigin();
  auto place = from.eyes + from.direction * held.length;
  auto error = place - centre;
  held.hidden_time = is_hidden(bodies, from, held.object) ? held.hidden_time + time : 0;
  if (error.length() > slip_distance
      || (centre - from.eyes).length() > beam_range + slip_range + body.reach()
      || held.hidden_time > slip_time)
    return false;

  auto mass = body.properties().mass;
  btVector3 turning(0, 0, holder_turning);
  auto wanted = holder_velocity + turning.cross(place - from.eyes)
                + limited(error * pull_rate, max_pull_speed);
  auto force = (wanted - body.velocity()) * (grip_rate * mass) + btVector3(0, 0, gravity * mass);
  force = limited(force, max_beam_force);
  held.force = force.length();
  if (body.frozen())
    return true;
  bodies.wake(held.object);
  body.apply_force(force);
  body.set_spin(body.spin().lerp(turning, std::min(1.f, turn_rate * time)));
  return true;
}

} // namespace troupe
