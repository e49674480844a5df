#pragma once

#include "core/support/vector.hpp"

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// The floor colours that a body touches from above, by their number.
using floor_contacts = std::bitset<6>;

/// Where an object of the world is now. Its shape, colour and size are the world's.
struct object_state {
  /// The centre of its bounding box in its own frame, as in `world_object`.
  vector3 position;
  quaternion orientation;
  /// Of its centre of mass, in m/s.
  vector3 velocity;
  /// In rad/s.
  vector3 spin;
  /// False while it is tagged away.
  bool present = true;
  /// Physics steps until it comes back or moves again; 0 when it is neither away nor frozen.
  std::uint16_t steps_left = 0;
  floor_contacts floors;

  [[nodiscard]] bool frozen() const { return present && steps_left > 0; }

  friend bool operator==(const object_state&, const object_state&) = default;
};

/// What a player holds with its beam.
struct held_object {
  /// Its number among the world's objects.
  std::uint16_t object = 0;
  /// Where the beam meets it, in space.
  vector3 grip;
  /// Newtons that the beam applied in the last physics step.
  double force = 0;

  friend bool operator==(const held_object&, const held_object&) = default;
};

/// Where a player of the world is now. Its colour and gadget are the world's.
struct player_state {
  /// Its feet.
  vector3 position;
  /// Radians from east, counter-clockwise.
  double heading = 0;
  /// Radians up from the horizon.
  double pitch = 0;
  /// In m/s.
  vector3 velocity;
  /// In m/s², over the last environment step, in its own frame: right, forward, up.
  vector3 acceleration;
  /// False while it is tagged away.
  bool present = true;
  /// Physics steps until it comes back.
  std::uint16_t steps_left = 0;
  /// Physics steps until its gadget can be used again.
  std::uint16_t cool_down = 0;
  std::optional<held_object> held;
  /// Where its gadget hit something in the last environment step.
  std::optional<vector3> gadget_hit;
  floor_contacts floors;

  friend bool operator==(const player_state&, const player_state&) = default;
};

/// Everything that moves in a world, at one moment: objects and players in the world's order.
struct simulation_state {
  /// Since the beginning of the episode.
  std::uint64_t physics_step = 0;
  std::vector<object_state> objects;
  std::vector<player_state> players;

  friend bool operator==(const simulation_state&, const simulation_state&) = default;
};

/// A player sees from this height above its feet.
inline constexpr double eye_height = 1.5;

/// How wide a player sees, in radians: 90 degrees, and as high as fits a picture of 96 x 72.
inline constexpr double horizontal_field_of_view = 1.5707963267948966;
inline constexpr double view_aspect = 96.0 / 72.0;

/// How far up and down a player can look, in radians.
inline constexpr double max_pitch = 1.3;

/// Where a player's eyes are.
inline vector3 eyes_of(const player_state& player) {
  return player.position + vector3{0, 0, eye_height};
}

} // namespace troupe
