#pragma once

#include "core/tasks/task.hpp"

#include <cstdint>
#include <optional>

namespace troupe {

/// How many atoms of a goal must at least change their truth until one of its options holds: 0 if
/// one does. Bit i of `atom_truths` is the truth of the i-th atom. Nothing for the goal that is
/// never rewarded.
std::optional<std::size_t> atom_changes(const goal& aim, std::uint8_t atom_truths);

/// What kind of task an agent trains on (paper, figure "Evolution of the training distribution").
/// The strength of opponents, its fifth measure, is not the task's but the players'.
struct task_statistics {
  /// See `game_properties`.
  double competitiveness = 0;
  /// Of the first player's goal.
  std::size_t options = 0;
  /// See `navigation_properties`.
  double shortest_path_entropy = 0;
  /// See `atom_changes`: of the first player's goal, from how the episode begins.
  std::optional<std::size_t> initial_atom_changes;

  friend bool operator==(const task_statistics&, const task_statistics&) = default;
};

/// `initial_truths` are those of the first player's atoms in the world as the task gives it:
/// finding them out takes the simulation.
task_statistics statistics_of(const task& t, std::uint8_t initial_truths);

} // namespace troupe
