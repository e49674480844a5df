#pragma once

#include "core/simulation/rigid_world.hpp"
#include "core/simulation/state.hpp"

#include <optional>

namespace troupe {

/// How far a player's beam and its gadget reach, in metres from its eyes.
inline constexpr float beam_range = 4;
inline constexpr float gadget_range = 10;

/// The most that a beam pulls, in newtons: less than a player weighs, or it could lift itself with
/// what it stands on.
inline constexpr float max_beam_force = 350;

/// Where a player looks from and to.
struct viewpoint {
  btVector3 eyes;
  /// A unit vector.
  btVector3 direction;
  /// The body that looks, and sees through itself.
  std::size_t player = 0;
};

struct aim_target {
  std::uint16_t body = 0;
  /// Where it is hit.
  btVector3 point;
};

/// The body among the first `count` that a player aims at: the first thing in its line of sight or,
/// if that is the ground, something right beside the line.
std::optional<aim_target> aim_at(const rigid_world& bodies, const viewpoint& from, float range,
                                 std::size_t count);

/// A beam that holds an object in front of a player (paper, "hold").
struct beam {
  std::uint16_t object = 0;
  /// From the eyes to where the object's centre shall be.
  float length = 0;
  /// Seconds for which something else has been in between.
  float hidden_time = 0;
  /// Newtons, in the last physics step.
  float force = 0;
  /// Where it meets the object, in the object's frame.
  btVector3 grip{0, 0, 0};
};

/// A beam that takes what a player aims at; nothing if that is no object within its range.
std::optional<beam> grab(const rigid_world& bodies, const viewpoint& from, std::size_t objects);

/// Pulls the object of a beam for one physics step. False if the object slips out of it.
bool pull(rigid_world& bodies, const viewpoint& from, const btVector3& holder_velocity,
          float holder_turning, beam& held);

} // namespace troupe
