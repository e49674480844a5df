#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/observation.hpp"

#include <cstddef>

namespace troupe {

/// Decides for many players at once: observations are added, the batch is run, actions are read.
/// Owned by one actor.
class policy_backend {
public:
  virtual ~policy_backend() = default;

  /// Adds what one player sees and returns its place in the batch; a player is at most once in
  /// it. The first after a run begins a new batch.
  virtual std::size_t add(const observation& seen) = 0;

  /// Decides for everyone in the batch.
  virtual void run() = 0;

  /// What whoever is at a place of the batch that was run last does.
  [[nodiscard]] virtual action read(std::size_t place) const = 0;
};

} // namespace troupe
