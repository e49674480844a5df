#pragma once

#include "core/simulation/state.hpp"
#include "core/support/vector.hpp"
#include "core/world/world.hpp"

#include <cstdint>

namespace troupe {

/// The convex solids that objects and players are made of.
enum class body_shape : std::uint8_t {
  box,
  sphere,
  pyramid, ///< its base is square, below
  capsule, ///< upright in its own frame: a cylinder between two half balls
};

/// A solid somewhere in space.
struct body {
  body_shape shape = body_shape::box;
  /// The centre of its bounding box in its own frame.
  vector3 position;
  quaternion orientation;
  /// Half the edges of that box. Of spheres and capsules, x is the radius.
  vector3 half;
  /// No point is farther from `position` than this.
  double reach = 0;
  /// False while it is tagged away: then the rest means nothing.
  bool present = true;
};

/// The body of an object where the world puts it.
body body_of(const world_object& object);
/// The body of a player.
body body_of(const player_state& state);

/// Moves the body of an object to where it is now.
void move_to(body& solid, const object_state& state);

vector3 centre_of_mass(const body& solid);

/// The point of a body that is closest to `p`; `p` itself if it lies within.
vector3 closest_point(const body& solid, vector3 p);

/// How far apart two bodies are, in metres, by the construction of the paper's `near` (appendix
/// "Relations"): take the point of each body that is closest to the other's centre of mass; from
/// the middle between the two, measure between the closest points of both bodies.
double midpoint_gap(const body& a, const body& b);

/// Whether a body and the straight line between two points have a point in common.
bool meets(const body& solid, vector3 from, vector3 to);

} // namespace troupe
