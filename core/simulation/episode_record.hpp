#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/clock.hpp"
#include "core/tasks/task.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace troupe {

/// How long an episode is, and how time passes in it.
struct episode_rules {
  /// Environment steps.
  std::uint32_t steps = 900;
  simulation_clock clock;

  friend bool operator==(const episode_rules&, const episode_rules&) = default;
};

/// From the given step on, a player has another goal: what it observes and is rewarded for from
/// that observation on.
struct goal_change {
  std::uint32_t step = 0;
  std::uint8_t player = 0;
  goal aim;

  friend bool operator==(const goal_change&, const goal_change&) = default;
};

/// Everything that an episode depends on, and what proves that a re-simulation is the same.
struct episode_record {
  task played;
  /// What policies drew from; the world fixes everything else.
  std::uint64_t seed = 0;
  episode_rules rules;
  /// The action of each player at each step: step by step, player by player.
  std::vector<action> actions;
  /// In the order of their steps.
  std::vector<goal_change> goal_changes;
  /// `hash_of` the state at reset and after every step.
  std::vector<std::uint64_t> state_hashes;
  /// The names of the policies of all players; empty where nobody wrote them down.
  std::vector<std::string> policies;

  /// Steps that were done.
  [[nodiscard]] std::uint32_t steps() const {
    return static_cast<std::uint32_t>(actions.size() / played.played.players());
  }

  friend bool operator==(const episode_record&, const episode_record&) = default;
};

/// Throws `user_error` unless episodes can be so long and time can pass in this way.
void validate(const episode_rules& rules);

/// Throws `user_error` naming the first thing that makes a record unusable: a task that cannot be
/// played, impossible actions, numbers of things that do not match, goal changes out of order.
void validate(const episode_record& record);

} // namespace troupe
