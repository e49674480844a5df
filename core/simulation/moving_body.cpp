#include "core/simulation/moving_body.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// No body is faster than this, in m/s: a fall from any world's highest floor stays below.
constexpr float max_speed = 15;

/// Corners move along circles, contacts are foreseen along straight lines: nothing but a sphere
/// turns so fast that the two differ by more than this in one step, in metres.
constexpr float max_arc_error = 0.01f;

} // namespace

moving_body::moving_body(const body_properties& properties, const btTransform& where)
    : properties_(properties), rigid_(properties.mass, nullptr, nullptr, properties.inertia) {
  // What gyroscopes do is not worth its time for bodies that turn this slowly.
  rigid_.setFlags(0);
  for (const auto& corner : properties.shape.points())
    reach_ = std::max(reach_, corner.length() + properties.shape.radius);
  move_to(where);
}

void moving_body::move_to(const btTransform& where) {
  rigid_.setCenterOfMassTransform(where);
  move_into(properties_.shape, where, solid_);
  box_ = bounds_of(solid_);
}

void moving_body::stop() {
  rigid_.setLinearVelocity({0, 0, 0});
  rigid_.setAngularVelocity({0, 0, 0});
  rigid_.clearForces();
}

void moving_body::limit_speed(float time_step) {
  set_velocity(limited(velocity(), max_speed));
  if (solid_.corner_count > 1)
    set_spin(limited(spin(), std::sqrt(2 * max_arc_error / reach_) / time_step));
}

float moving_body::travel(float time) const {
  auto turning = solid_.corner_count > 1 ? spin().length() * reach_ : 0.f;
  return (velocity().length() + turning + gravity * time) * time;
}

} // namespace troupe
