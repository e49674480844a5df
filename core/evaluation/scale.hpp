#pragma once

#include "core/evaluation/bootstrap.hpp"

#include <span>

namespace troupe {

/// Where a player stands between two others, 0 at the one and 1 at the other: (its mean return −
/// `worse`'s) / (`better`'s − `worse`'s). Each span has the mean return of every task, in the same
/// order. The interval is a bootstrap's over tasks. NaN where the two ends do not differ, or there
/// are no tasks.
estimate score_between(std::span<const double> worse, std::span<const double> better,
                       std::span<const double> player, random_stream draws);

} // namespace troupe
