#pragma once

#include "core/support/random.hpp"
#include "core/world/parameters.hpp"
#include "core/world/tile.hpp"

namespace troupe {

/// Draws a topology of the given size whose playable area is as large as `parameters` ask for.
topology generate_topology(grid_size size, const world_parameters& parameters,
                           random_stream& stream);

/// Draws a topology that resembles `other`: each cell's initial probability is biased towards the
/// other's tile (paper, appendix "Conditional world generation").
topology generate_topology_like(const topology& other, const world_parameters& parameters,
                                random_stream& stream);

} // namespace troupe
