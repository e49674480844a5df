#pragma once

#include "core/rendering/scene.hpp"
#include "core/simulation/sight.hpp"
#include "core/simulation/state.hpp"
#include "core/world/world.hpp"

#include <cstddef>

namespace troupe {

/// Where a player's beam begins: a little to the right of, and below, what it sees.
vector3 hand_of(const player_state& player);

/// What the state of a world looks like.
scene scene_of(const world& w, const simulation_state& state);

/// What a player sees.
camera first_person_view(const simulation_state& state, std::size_t player);

/// From behind and above a player, never from inside a wall or below a floor. Follows without
/// jumps: where there is no room behind the player, the camera gradually comes closer and rises.
camera third_person_view(const world& w, const simulation_state& state, std::size_t player);

} // namespace troupe
