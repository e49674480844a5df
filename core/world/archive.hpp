#pragma once

#include "core/support/random.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <span>

namespace troupe {

/// A world that an agent trains in, or once did.
struct archived_world {
  /// The agent's steps when it was made.
  std::int64_t created = 0;
  world place;

  friend bool operator==(const archived_world&, const archived_world&) = default;
};

/// A world to evaluate agents in (paper, section "Evaluation Task Set"): drawn from `archive`,
/// which must not be empty, uniformly over creation time, mirrored by chance, and its objects put
/// elsewhere.
///
/// Uniformly over time means: the world made closest to a moment drawn between the first and the
/// last, so worlds made in quick succession do not count for more.
world draw_evaluation_world(std::span<const archived_world> archive, random_stream& stream);

} // namespace troupe
