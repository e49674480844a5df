#pragma once

#include "core/simulation/rigid_world.hpp"
#include "core/simulation/state.hpp"
#include "core/world/world.hpp"

namespace troupe {

inline btVector3 to_bullet(const vector3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

inline vector3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

/// What an object of a world is made of.
body_properties object_properties(const world_object& object);

/// From the centre of an object's bounding box to its centre of mass, in its own frame.
btVector3 centre_of_mass(const world_object& object);

/// Where the body of an object is when the world begins.
btTransform initial_transform(const world_object& object);

} // namespace troupe
