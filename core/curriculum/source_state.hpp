#pragma once

#include "core/curriculum/coevolution.hpp"
#include "core/curriculum/task_filter.hpp"

#include <cstdint>
#include <optional>

namespace troupe {

/// What a source of training tasks knows, so that it can go on after a pause.
struct source_state {
  /// Given away so far; also the number of the next.
  std::uint64_t assignments = 0;
  /// The tasks that were found worth training on.
  filter_state tasks;
  /// The worlds that evolve beside the agent, if any do.
  std::optional<coevolution_state> worlds;

  friend bool operator==(const source_state&, const source_state&) = default;
};

} // namespace troupe
