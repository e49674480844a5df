#pragma once

#include "core/rendering/cpu/frame.hpp"

namespace troupe::cpu {

/// The half axes of an ellipsoid, at right angles; of a cylinder, z is along its axis.
struct half_axes {
  vector3 x;
  vector3 y;
  vector3 z;
};

/// The axes of something with the given half lengths that is turned.
half_axes turned(quaternion rotation, vector3 lengths);

/// The axes of something round whose z axis points into a direction, a unit vector.
half_axes about(vector3 direction, double radius, double half_length);

/// The pixels that an ellipsoid may cover.
pixel_box bounds_of(const projection& view, vector3 centre, const half_axes& axes);

/// Completes a quadric by how an ellipsoid, or a piece of a cylinder without ends, is seen. Returns
/// false if it is not, or if the camera is inside of it.
bool project_ellipsoid(const projection& view, vector3 centre, const half_axes& axes, quadric& q);
bool project_cylinder(const projection& view, vector3 centre, const half_axes& axes, quadric& q);

} // namespace troupe::cpu
