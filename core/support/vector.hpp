#pragma once

#include <cmath>

namespace troupe {

/// A point or a vector in space, in metres: x east, y north, z up.
struct vector3 {
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const vector3&, const vector3&) = default;

  friend constexpr vector3 operator+(vector3 a, vector3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend constexpr vector3 operator-(vector3 a, vector3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend constexpr vector3 operator-(vector3 a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr vector3 operator*(vector3 a, double factor) {
    return {a.x * factor, a.y * factor, a.z * factor};
  }
  friend constexpr vector3 operator*(double factor, vector3 a) { return a * factor; }
};

constexpr double dot(vector3 a, vector3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

constexpr vector3 cross(vector3 a, vector3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double length(vector3 a) {
  return std::sqrt(dot(a, a));
}

/// A unit vector of the same direction; `a` must not be zero.
inline vector3 normalised(vector3 a) {
  return a * (1 / length(a));
}

/// A rotation as a unit quaternion; the default leaves things as they are.
struct quaternion {
  double w = 1;
  double x = 0;
  double y = 0;
  double z = 0;

  friend bool operator==(const quaternion&, const quaternion&) = default;
};

/// The inverse of a rotation.
constexpr quaternion inverse(quaternion q) {
  return {q.w, -q.x, -q.y, -q.z};
}

/// Where a rotation takes a vector.
constexpr vector3 rotated(quaternion q, vector3 v) {
  vector3 axis{q.x, q.y, q.z};
  auto twice = 2 * cross(axis, v);
  return v + q.w * twice + cross(axis, twice);
}

/// The direction that somebody looks in: `heading` radians counter-clockwise from east, `pitch`
/// radians up from the horizon.
inline vector3 direction_of(double heading, double pitch) {
  return {std::cos(heading) * std::cos(pitch), std::sin(heading) * std::cos(pitch),
          std::sin(pitch)};
}

} // namespace troupe
