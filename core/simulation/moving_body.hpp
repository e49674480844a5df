#pragma once

#include "core/simulation/hull.hpp"

#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace troupe {

inline constexpr float gravity = 9.81f;

/// A vector that is no longer than `length`.
inline btVector3 limited(const btVector3& v, float length) {
  auto present = v.length();
  return present > length ? v * (length / present) : v;
}

/// What a body is made of.
struct body_properties {
  /// About the centre of mass.
  hull shape;
  float mass = 1;
  /// About the axes of its frame; all zero for a body that never turns.
  btVector3 inertia{0, 0, 0};
  float friction = 0;
  float restitution = 0;
  /// How far ahead of its centre a rolling body's weight rests, in metres: what stops spheres.
  float rolling_friction = 0;
  /// Whether it can come to rest and be left alone until something touches it.
  bool may_sleep = true;
};

/// One solid that moves.
class moving_body {
public:
  moving_body(const body_properties& properties, const btTransform& where);

  [[nodiscard]] const body_properties& properties() const { return properties_; }
  [[nodiscard]] const btTransform& where() const { return rigid_.getWorldTransform(); }
  [[nodiscard]] const btVector3& velocity() const { return rigid_.getLinearVelocity(); }
  [[nodiscard]] const btVector3& spin() const { return rigid_.getAngularVelocity(); }
  [[nodiscard]] btVector3 velocity_at(const btVector3& point) const {
    return rigid_.getVelocityInLocalPoint(point - where().getOrigin());
  }
  /// From its centre of mass to its farthest point.
  [[nodiscard]] float reach() const { return reach_; }
  /// Its solid in space.
  [[nodiscard]] const hull& solid() const { return solid_; }
  /// Whether it is in the world: neither taken away …
  [[nodiscard]] bool present() const { return present_; }
  /// … nor fixed where it is.
  [[nodiscard]] bool frozen() const { return frozen_; }
  [[nodiscard]] bool moves() const { return present_ && !frozen_; }
  [[nodiscard]] bool awake() const { return moves() && awake_; }

  void set_velocity(const btVector3& velocity) { rigid_.setLinearVelocity(velocity); }
  void set_spin(const btVector3& spin) { rigid_.setAngularVelocity(spin); }
  void apply_force(const btVector3& newtons) { rigid_.applyCentralForce(newtons); }

private:
  friend class rigid_world;

  void move_to(const btTransform& where);
  void stop();
  void limit_speed(float time_step);
  /// An upper bound of how far any of its points moves in a time.
  [[nodiscard]] float travel(float time) const;

  body_properties properties_;
  btRigidBody rigid_;
  hull solid_;
  bounds box_;
  float reach_ = 0;
  /// How far around it contacts are known, in metres.
  float foresight_ = 0;
  /// Seconds for which it has hardly moved.
  float rest_time_ = 0;
  bool present_ = true;
  bool frozen_ = false;
  bool awake_ = true;
  /// Whether it may overlap something.
  bool tangled_ = false;
};

} // namespace troupe
