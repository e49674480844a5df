#pragma once

#include "core/agent/network_policy.hpp"
#include "core/learning/unroll.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/core/agent/observations.hpp"

#include <algorithm>
#include <vector>

namespace troupe {

/// How many steps the episodes below have.
constexpr std::uint32_t episode_steps = 7;

/// The observation after so many steps of all episodes of an environment together; each episode has
/// one more observation than steps.
inline observation seen_after(std::uint64_t environment, std::uint64_t count) {
  auto seen = random_observation(small_shape(),
                                 {.environment = environment,
                                  .episode = count / (episode_steps + 1),
                                  .step = static_cast<std::uint32_t>(count % (episode_steps + 1))});
  seen.privileged->discount = seen.when.step == episode_steps ? 0.f : 1.f;
  return seen;
}

/// Unrolls of `length` steps that a network plays in `players` environments, `count` of each, in
/// the order in which they are complete.
inline std::vector<unroll> play_unrolls(network_policy& acts, std::size_t players,
                                        std::size_t length, std::size_t count,
                                        std::int64_t version = 0) {
  unroll_assembler assembler(length);
  std::vector<unroll> complete;
  for (std::uint64_t step = 0; complete.size() < players * count; ++step) {
    std::vector<observation> seen;
    for (std::uint64_t i = 0; i < players; ++i) {
      seen.push_back(seen_after(i, step));
      acts.add(seen.back());
    }
    acts.run();
    for (std::size_t place = 0; place < players; ++place) {
      decision made{acts.read(place), {}};
      std::ranges::copy(acts.logits(place), made.logits.begin());
      if (auto ready =
              assembler.add(seen[place], made, version, [&] { return acts.memory_before(place); }))
        complete.push_back(*ready);
    }
  }
  return complete;
}

} // namespace troupe
