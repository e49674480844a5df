#pragma once

#include "core/simulation/observation.hpp"
#include "core/support/random.hpp"

namespace troupe {

/// What a policy draws from to decide at a moment: nothing else that happens anywhere changes it.
inline random_stream policy_draws(std::uint64_t policy_seed, const player_moment& when) {
  return random_stream{policy_seed}.split(when.player).split(when.step);
}

} // namespace troupe
