#pragma once

#include "core/agent/recurrent_memory.hpp"
#include "core/simulation/action.hpp"
#include "core/simulation/observation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace troupe {

/// What a player did at a step, and what the policy said.
struct decision {
  action done{};
  /// From which the action was drawn.
  std::array<float, action_encoding_size> logits{};

  friend bool operator==(const decision&, const decision&) = default;
};

/// T steps of one player, across the ends of its episodes: what an agent learns from.
struct unroll {
  /// T + 1: the last is also the first of the player's next unroll.
  std::vector<observation> seen;
  /// T.
  std::vector<decision> done;
  /// What the network remembered before the first observation.
  recurrent_memory begin;
  /// The versions of the acting network that decided, the lowest and the highest.
  std::int64_t oldest_version = 0;
  std::int64_t newest_version = 0;

  friend bool operator==(const unroll&, const unroll&) = default;
};

/// Puts the steps of many players together to unrolls.
class unroll_assembler {
public:
  /// Unrolls of so many steps.
  explicit unroll_assembler(std::size_t length) : length_(length) {}

  /// Adds what a player saw and did, decided by a version of the network. `memory` tells what was
  /// remembered before, and is asked only when an unroll begins. Returns the unroll that this
  /// observation completes, if any.
  std::optional<unroll> add(observation seen, const decision& done, std::int64_t version,
                            const std::function<recurrent_memory()>& memory);

  /// Throws away what was gathered of an environment's players: something went wrong there.
  void discard(std::uint64_t environment);

private:
  std::size_t length_;
  std::map<player_slot, unroll> growing_;
};

} // namespace troupe
