#pragma once

#include "core/rendering/scene.hpp"
#include "core/world/palette.hpp"

namespace troupe {

/// What things look like that have no word for their colour.
inline constexpr colour wall_paint{0.50, 0.57, 0.60};
inline constexpr colour visor_paint{0.93, 0.97, 1.00};
inline constexpr colour ice_paint{0.62, 0.90, 1.00};
inline constexpr colour horizon_paint{0.80, 0.87, 0.93};
inline constexpr colour zenith_paint{0.36, 0.58, 0.86};

/// The colour of the faces of the topology before any light falls on them. Sides are darker than
/// the floor above, so that edges show in any light.
colour paint_of(const surface& face);

/// The light that a face gets from the world's lamp when it faces it: mostly white, with some of
/// the lamp's hue.
colour lamp_light(const world_lighting& lighting);

/// The light that comes from everywhere.
colour ambient_light(const world_lighting& lighting);

/// A player's beam.
colour beam_paint(player_colour whose);

} // namespace troupe
