#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace troupe {

/// A value of a metric, and when it was measured.
struct metric_point {
  double agent_steps = 0;
  /// Since the run began, without the time between being stopped and going on.
  double seconds = 0;
  double value = 0;
};

/// How a player did over some episodes.
struct player_score {
  /// NaN if it is not known.
  double mean_return = 0;
  std::uint64_t episodes = 0;
};

/// How a player did in an evaluation.
struct player_evaluation : player_score {
  /// The fraction of episodes with any reward; NaN if it is not known.
  double participation = 0;
  /// By the name of a group of tasks.
  std::map<std::string, player_score> by_group;
};

/// How players did after an update; a line of `evaluations.jsonl`.
struct run_evaluation {
  std::uint64_t update = 0;
  std::uint64_t agent_steps = 0;
  double seconds = 0;
  /// In the run's folder; empty if none was made.
  std::string video;
  /// The agent, and those that it is compared with.
  std::map<std::string, player_evaluation> players;
  /// The line as it was written.
  nlohmann::ordered_json written;
};

/// All that a run's folder says about what happened, while it goes on or afterwards.
struct run_history {
  std::filesystem::path folder;
  /// The latest values of the run's counters, zeros at the beginning.
  nlohmann::ordered_json counters;
  /// By dotted names, over time; those that are no numbers are left out.
  std::map<std::string, std::vector<metric_point>> metrics;
  std::vector<run_evaluation> evaluations;
  /// The text of the resolved configuration.
  std::string configuration;
  /// Finished ones, oldest first.
  std::vector<std::filesystem::path> videos;
};

/// Reads a run's folder. A last line that is torn, as a killed run leaves it or one that is
/// writing, is ignored. Throws `user_error` if this is no run's folder, or naming file and line.
run_history read_run(const std::filesystem::path& folder);

/// How often something had been counted when each line of the metrics was written, whatever became
/// of the counters that go on from checkpoints. Nothing if it never was.
std::vector<metric_point> totals_of(const run_history& run, const std::string& counter);

/// The text of the resolved configuration in a run's folder. Throws `user_error` if there is none.
std::string read_configuration(const std::filesystem::path& folder);

/// The finished videos in a folder, whose names are numbers: the lowest first.
std::vector<std::filesystem::path> videos_in(const std::filesystem::path& folder);

} // namespace troupe
