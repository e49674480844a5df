#pragma once

#include "actors/assigned_work.hpp"
#include "actors/practice.hpp"

#include <caf/typed_response_promise.hpp>

#include <cstdint>
#include <deque>
#include <map>
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
  /// So many of the first episodes are recorded.
  std::size_t recorded = 0;
};

struct evaluator_state {
  static inline const char* name = "evaluator";

  /// An assignment that ends so many environments is not played again.
  static constexpr std::size_t max_deaths = 3;

  /// An environment that asked for more than there was.
  struct waiting_environment {
    caf::actor_addr asks;
    std::uint64_t number = 0;
    caf::typed_response_promise<message<schema::Assignment>, policy_list> answer;
  };

  [[nodiscard]] std::size_t wanted() const { return plan.tasks.size() * plan.episodes; }
  [[nodiscard]] bool has_next() const { return !again.empty() || assigned < wanted(); }
  [[nodiscard]] bool is_complete() const { return results.size() == wanted(); }
  /// The next assignment, and who plays it. There must be one.
  std::pair<assignment, policy_list> next(const caf::actor_addr& environment,
                                          std::uint64_t its_number);
  void note(episode_result result);
  /// What an environment played that is gone has to be played again.
  void bury(const caf::actor_addr& environment);
  [[nodiscard]] status_report status() const;

  evaluation_plan plan;
  available_policy judged;
  std::vector<available_policy> co_players;
  std::size_t assigned = 0;
  assigned_work playing;
  /// Assignments whose environment is gone, and how often each came to that.
  std::deque<std::uint64_t> again;
  std::map<std::uint64_t, std::size_t> deaths;
  std::deque<waiting_environment> waiting;
  std::vector<episode_result> results;
  std::optional<caf::typed_response_promise<message<schema::Results>>> asked;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  [[nodiscard]] std::pair<assignment, policy_list> make(std::uint64_t number,
                                                        std::uint64_t environment) const;
};

/// EVALUATOR: has a policy play a set of tasks, each so often, and gathers how it went.
/// Environments that ask for more than there is wait until they are stopped, or until another one
/// dies: what that one played is assigned again.
evaluator_actor::behavior_type evaluator(evaluator_actor::stateful_pointer<evaluator_state> self,
                                         const evaluation_plan& plan,
                                         const available_policy& judged,
                                         const std::vector<available_policy>& co_players,
                                         const surroundings& around);

} // namespace troupe
