#pragma once

#include "actors/commands/episode_summary.hpp"
#include "actors/commands/film.hpp"
#include "actors/progress_line.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace troupe {

/// The options by which commands that play episodes are told what to show of them.
struct spectator_options {
  /// A video; none if empty.
  std::string video;
  picture_options picture;
  bool json = false;
};

/// Adds --record, --json and how to draw to a command.
void add_spectator_options(CLI::App& command, spectator_options& options);

/// Watches an episode from its beginning: films it, sums it up, shows how far it is.
class spectator {
public:
  /// Throws `user_error` if the options cannot be met.
  spectator(const spectator_options& options, const episode& played, std::uint32_t steps);

  /// For the episode to call while it steps; empty if nobody films.
  [[nodiscard]] physics_watcher watcher();

  /// To be called after every step.
  void note(const episode& played);

  /// Ends the film. Throws `user_error` if it could not be written.
  void finish();

  [[nodiscard]] const episode_summary& summary() const { return summary_; }

private:
  void show_progress(std::uint32_t done);

  std::string video_;
  std::uint32_t steps_;
  episode_summary summary_;
  std::optional<film> film_;
  progress_line progress_{stderr};
  std::chrono::steady_clock::time_point last_shown_ = std::chrono::steady_clock::now();
};

} // namespace troupe
