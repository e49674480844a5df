#pragma once

#include "core/game/goal_encoding.hpp"
#include "core/simulation/action.hpp"
#include "core/support/image.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace troupe {

/// What a player feels of its own body (paper, table of observations).
struct proprioception {
  /// m/s² in the player's own frame: right, forward, up.
  std::array<float, 3> acceleration{};
  bool hand_is_holding = false;
  /// Metres to the held object; 0 when nothing is held.
  float hand_distance = 0;
  /// Newtons applied to the held object; 0 when nothing is held.
  float hand_force = 0;

  friend bool operator==(const proprioception&, const proprioception&) = default;
};

/// One player of one environment, through all its episodes.
struct player_slot {
  std::uint64_t environment = 0;
  std::uint8_t player = 0;

  friend auto operator<=>(const player_slot&, const player_slot&) = default;
};

/// Which player of which episode is meant, and at which step.
struct player_moment {
  std::uint64_t environment = 0;
  std::uint64_t episode = 0;
  std::uint8_t player = 0;
  std::uint32_t step = 0;

  [[nodiscard]] player_slot slot() const { return {environment, player}; }

  friend bool operator==(const player_moment&, const player_moment&) = default;
};

/// What only learning may use: a policy's choice never depends on it.
struct privileged_information {
  /// Earned by the action before this observation, 0 or 1.
  float reward = 0;
  /// Whether each predicate of the goal holds now, in the order of the goal's atoms.
  std::array<bool, goal_encoding::max_atoms> atom_truths{};
  /// 1, or 0 on the last observation of an episode.
  float discount = 1;
  /// Whether this is an episode's first observation.
  bool first = false;
  /// Whether someone changed a goal during this episode.
  bool intervened = false;

  friend bool operator==(const privileged_information&, const privileged_information&) = default;
};

/// What one player perceives at one step.
struct observation {
  player_moment when;
  /// Seeds whatever the policy draws during this episode.
  std::uint64_t policy_seed = 0;
  /// Empty for a policy that needs none. At most 65,535 pixels a side.
  image picture;
  proprioception body;
  action last_action = noop_action();
  goal_encoding goal;
  /// Absent where nobody learns.
  std::optional<privileged_information> privileged;

  friend bool operator==(const observation&, const observation&) = default;
};

} // namespace troupe
