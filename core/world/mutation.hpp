#pragma once

#include "core/support/random.hpp"
#include "core/world/tile.hpp"

namespace troupe {

/// A topology that differs from `tiles` by local changes as in the paper's study of smoothness
/// (section "World Smoothness"): each replaces one tile, or exchanges two, so that all rules of
/// tiles still hold. The playable area may shrink or grow.
topology mutate_topology(topology tiles, int mutations, random_stream& stream);

} // namespace troupe
