#pragma once

#include "actors/practice.hpp"

#include <caf/typed_response_promise.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// What is played to find out how good a policy is.
struct evaluation_plan {
  std::vector<grouped_task> tasks;
  /// Of each task.
  std::size_t episodes = 1;
  /// What policies and co-players are drawn from: all who are compared get the same.
  random_stream stream{0};
  /// Whether the first episode is recorded.
  bool record_first = false;
};

struct evaluator_state {
  static inline const char* name = "evaluator";

  [[nodiscard]] std::size_t wanted() const { return plan.tasks.size() * plan.episodes; }
  /// The next assignment, and who plays it. There must be one.
  std::pair<assignment, policy_list> next();
  [[nodiscard]] status_report status() const;

  evaluation_plan plan;
  available_policy judged;
  std::vector<available_policy> co_players;
  std::size_t assigned = 0;
  std::vector<episode_result> results;
  std::optional<caf::typed_response_promise<message<schema::Results>>> asked;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// EVALUATOR: has a policy play a set of tasks, each so often, and gathers how it went.
/// Environments that ask for more than there is wait until they are stopped.
evaluator_actor::behavior_type evaluator(evaluator_actor::stateful_pointer<evaluator_state> self,
                                         const evaluation_plan& plan,
                                         const available_policy& judged,
                                         const std::vector<available_policy>& co_players,
                                         const surroundings& around);

} // namespace troupe
