#pragma once

#include "core/simulation/episode_record.hpp"
#include "core/tasks/task.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// What an episode is played for.
enum class episode_purpose : std::uint8_t {
  training,   ///< learned from
  evaluation, ///< measures a policy
  trial,      ///< finds out whether a task is worth training on
};

/// How a slot of a task is filled: who plays, and what that one must be shown.
struct assigned_player {
  /// No picture is wider or higher, so that no message can ask for all of the memory.
  static constexpr int max_picture_side = 4096;

  std::string policy;
  /// Of the picture that it must be shown, in pixels; both 0 if it needs none.
  int picture_width = 0;
  int picture_height = 0;
  bool needs_state = false;
  /// Whether it also gets what only learning may use, and the last observation of an episode.
  bool learns = false;

  [[nodiscard]] bool needs_picture() const { return picture_width > 0 && picture_height > 0; }

  friend bool operator==(const assigned_player&, const assigned_player&) = default;
};

/// Whether a player's picture can be drawn, if it needs one.
inline bool is_valid(const assigned_player& player) {
  if (!player.needs_picture())
    return player.picture_width == 0 && player.picture_height == 0;
  return player.picture_width <= assigned_player::max_picture_side
         && player.picture_height <= assigned_player::max_picture_side;
}

/// What an environment is to play.
struct assignment {
  /// Counts the assignments of a run, whoever plays them.
  std::uint64_t number = 0;
  episode_purpose purpose = episode_purpose::training;
  task played{{}, game{goal{}}, {}};
  /// Of what policies draw.
  std::uint64_t seed = 0;
  /// As many as the task has goals.
  std::vector<assigned_player> players;
  /// Under which results are added up; empty for none.
  std::string group;
  bool wants_record = false;

  friend bool operator==(const assignment&, const assignment&) = default;
};

/// How an assignment ended.
struct episode_result {
  /// Its number.
  std::uint64_t assignment = 0;
  std::uint64_t environment = 0;
  episode_purpose purpose = episode_purpose::training;
  std::string group;
  std::uint32_t steps = 0;
  /// Of each player: what it earned after its first observation. Empty if nothing was played.
  std::vector<float> returns;
  /// Whether someone changed a goal.
  bool intervened = false;
  /// Why the task could not be played; empty if it was.
  std::string problem;
  /// If the assignment wanted one.
  std::optional<episode_record> record;

  friend bool operator==(const episode_result&, const episode_result&) = default;
};

} // namespace troupe
