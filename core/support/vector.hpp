#pragma once

namespace troupe {

/// A point or a vector in space, in metres: x east, y north, z up.
struct vector3 {
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const vector3&, const vector3&) = default;
};

/// A rotation as a unit quaternion; the default leaves things as they are.
struct quaternion {
  double w = 1;
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const quaternion&, const quaternion&) = default;
};

} // namespace troupe
