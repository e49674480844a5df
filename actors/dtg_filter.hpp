#pragma once

#include "actors/assigned_work.hpp"
#include "actors/practice.hpp"
#include "core/curriculum/task_filter.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace troupe {

/// How a DTG FILTER finds tasks.
struct dtg_filter_options {
  filter_rules rules;
  /// How the agent's network acts in trials.
  batching_options batching;
  /// Whether the agent must do better than what it was itself, so many cohorts ago, instead of
  /// better than random play.
  bool control_is_past = false;
  std::size_t past_cohorts = 10;
  /// How well co-players do, by their names, to say how strong the opponents of a task are.
  std::map<std::string, double> strengths;
};

struct dtg_filter_state {
  static inline const char* name = "dtg filter";

  /// Stops everybody who plays in trials.
  ~dtg_filter_state();

  /// The next assignment, and who plays it.
  std::pair<assignment, policy_list> next(std::uint64_t environment);
  void note(const episode_result& result);
  /// Measures what the tasks are like that are trained on.
  void describe_tasks();
  [[nodiscard]] status_report status() const;

  /// Whether everybody is there who plays in trials, with the weights that are meant.
  [[nodiscard]] bool is_ready() const { return agent_tries && !asks_for_weights; }
  [[nodiscard]] available_policy control() const;
  [[nodiscard]] std::vector<co_player_actor> players_of_trials() const;

  source_options options;
  dtg_filter_options how;
  std::optional<task_filter> filter;
  /// Given away so far; also the number of the next.
  std::uint64_t assignments = 0;
  assigned_work playing;
  /// Those of them that are episodes of trials.
  std::map<std::uint64_t, trial_episode> trials;
  /// The agent as it was when the present cohort of trials began; and whom it must do better than:
  /// either random play, or the agent as it was long before.
  inference_batcher_actor agent_tries;
  co_player_actor random_tries;
  inference_batcher_actor past_tries;
  /// With which weights these cohorts were played, oldest first.
  std::deque<message<schema::Weights>> cohorts;
  bool asks_for_weights = false;
  std::uint64_t episodes = 0;
  std::optional<surroundings> around;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  [[nodiscard]] task propose(random_stream draw) const;
};

/// DTG FILTER: the tasks that an agent trains on, found by trials in answer to what it can do
/// (paper, section "Dynamic Task Generation"). The agent plays first; co-players are drawn with the
/// task.
training_source_actor::behavior_type
dtg_filter(training_source_actor::stateful_pointer<dtg_filter_state> self,
           const source_options& options, const dtg_filter_options& how,
           const surroundings& around);

} // namespace troupe
