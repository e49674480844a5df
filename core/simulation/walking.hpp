#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/rigid_world.hpp"

#include <optional>

namespace troupe {

/// Metres per second of a player that walks.
inline constexpr double walking_speed = 3.5;

/// Radians per second of a player that turns, or looks up, with all its might.
inline constexpr double turning_speed = 3.9269908169872414; // 225 degrees: 30 an action
inline constexpr double pitching_speed = 1.9634954084936207;

/// The body of a player: upright, without friction, since its legs do what friction would.
body_properties player_properties();

/// From the feet of a player to the centre of its body.
btVector3 player_centre_above_feet();

/// What a player stands on.
struct footing {
  btVector3 normal{0, 0, 1};
  float distance = 0;
  /// How fast what it stands on moves.
  btVector3 velocity{0, 0, 0};
  /// Whether it is the rim of something to step onto.
  bool step_up = false;
};

/// What carries a player that wants to move with a horizontal velocity, according to the contacts
/// that were found last: of several floors the one that is most in its way. A player that stood
/// before also finds what it has to step down to.
std::optional<footing> find_footing(const rigid_world& bodies, std::size_t player,
                                    const btVector3& wanted, bool stood_before);

/// Makes a player walk for one physics step with a horizontal velocity, in m/s.
void walk(rigid_world& bodies, std::size_t player, btVector3 wanted,
          const std::optional<footing>& stand);

} // namespace troupe
