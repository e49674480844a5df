#pragma once

#include "core/world/parameters.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <vector>

namespace troupe {

/// What a game needs of the world that it is played in.
struct world_requirements {
  /// Of each kind there is at least one object in the playable area.
  std::vector<object_kind> objects;
  /// Level floor of each colour, where anything may start, is part of the playable area.
  std::vector<floor_colour> floors;
  /// Exactly so many players: 0 … 3.
  int players = 1;

  friend bool operator==(const world_requirements&, const world_requirements&) = default;
};

/// Whether a world has all that is required, where players can get at it.
bool satisfies(const world& w, const world_requirements& requirements);

/// The function f(w, G) of the paper (appendix "Game conditioned worlds"): `w` with what a game
/// needs, and otherwise as it was. Missing floors are painted over others of the playable area,
/// missing objects and players added. Sizes of added objects are drawn from `object_size`. Throws
/// `user_error` if the playable area is too small for all that.
world adapt_world(world w, const world_requirements& requirements, std::uint64_t seed,
                  interval<double> object_size = world_parameters{}.object_size);

} // namespace troupe
