#pragma once

#include "core/world/world.hpp"

namespace troupe {

/// A world as seen in a mirror that swaps east and west, or north and south: its tiles and their
/// colours, where everybody is and looks, and the light. What each is like stays as it was; latents
/// too, although they stand for the places before.
world mirrored_east_west(const world& w);
world mirrored_north_south(const world& w);

} // namespace troupe
