#pragma once

#include "core/game/game.hpp"
#include "core/world/requirements.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace troupe {

/// What is played, where, and against whom (paper, section "Task Space"): a world, a goal for each
/// player, and the policies of all players but the first.
struct task {
  world place;
  game played;
  /// The names of the policies of players 2, 3, …; empty where any may play.
  std::vector<std::string> co_players;

  friend bool operator==(const task&, const task&) = default;
};

/// Which tasks are for what (paper, section "Evaluation Task Set").
enum class task_split : std::uint8_t {
  train,         ///< proposals for training
  validation,    ///< guides training, never trained on
  test,          ///< measures in the end, never looked at before
  hand_authored, ///< made by hand, never trained on
};
template <>
inline constexpr std::array<std::string_view, 4> words<task_split>{"train", "validation", "test",
                                                                   "hand-authored"};

/// Tasks that belong together.
struct task_set {
  task_split split = task_split::train;
  /// What the set was drawn from.
  std::uint64_t seed = 0;
  /// How it was made, for people.
  std::string origin;
  std::vector<task> tasks;

  friend bool operator==(const task_set&, const task_set&) = default;
};

/// What a world must have for a game to be played in it.
world_requirements requirements_of(const game& played);

/// Under which name the results of like tasks are added up: the relation where one player has one
/// predicate for a goal, else the number of players.
std::string group_of(const task& t);

/// Throws `user_error` if world, game and co-players do not fit together.
void validate(const task& t);

} // namespace troupe
