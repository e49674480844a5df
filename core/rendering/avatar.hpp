#pragma once

#include "core/support/vector.hpp"
#include "core/world/terrain.hpp"

#include <cmath>

namespace troupe {

/// What a player's body looks like, to every renderer alike: an upright capsule, a visor on its
/// head that turns with its eyes, and a hand from which beams start.
///
/// In the frame of the avatar, metres: its feet are the origin, it looks along x, its left is y.

/// The capsule: the surface around a segment of its axis.
inline constexpr double avatar_radius = player_radius;
inline constexpr double avatar_low_centre = avatar_radius;
inline constexpr double avatar_high_centre = player_height - avatar_radius;

/// The visor: an ellipsoid ahead of the upper centre of the capsule, about which it turns.
inline constexpr vector3 avatar_visor_offset{0.20, 0, 0.05};
inline constexpr vector3 avatar_visor_half_axes{0.20, 0.27, 0.13};

/// The hand: a ball on the right.
inline constexpr vector3 avatar_hand{0.28, -0.22, 1.0};
inline constexpr double avatar_hand_radius = 0.09;

/// The rotation of somebody with the given heading who looks up by `pitch`.
inline quaternion look_rotation(double heading, double pitch) {
  auto cos_heading = std::cos(heading / 2);
  auto sin_heading = std::sin(heading / 2);
  auto cos_pitch = std::cos(pitch / 2);
  auto sin_pitch = std::sin(pitch / 2);
  return {cos_heading * cos_pitch, sin_heading * sin_pitch, -cos_heading * sin_pitch,
          sin_heading * cos_pitch};
}

/// Where the hand of a player is that stands at `feet`.
inline vector3 hand_position(vector3 feet, double heading) {
  return feet + rotated(look_rotation(heading, 0), avatar_hand);
}

/// Where the middle of its visor is.
inline vector3 visor_position(vector3 feet, double heading, double pitch) {
  return feet + vector3{0, 0, avatar_high_centre}
         + rotated(look_rotation(heading, pitch), avatar_visor_offset);
}

/// Beams are this thick.
inline constexpr double beam_radius = 0.03;

} // namespace troupe
