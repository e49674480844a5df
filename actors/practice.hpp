#pragma once

#include "actors/cast.hpp"
#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "config/tasks.hpp"
#include "core/support/random.hpp"
#include "core/tasks/assignment.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

struct practice_state {
  static inline const char* name = "practice";

  /// The assignment with the next number, and who plays it in that environment.
  std::pair<assignment, policy_list> next(std::uint64_t environment);
  void note(const episode_result& result);
  [[nodiscard]] status_report status() const;

  task_distribution draws;
  random_stream stream{0};
  available_policy agent;
  std::vector<available_policy> co_players;
  /// Given away so far; also the number of the next.
  std::uint64_t assignments = 0;
  std::uint64_t episodes = 0;
  std::uint64_t unplayable = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// PRACTICE: tasks drawn one after the other from a distribution. The agent plays first,
/// `co_players` drawn at random play the other slots. Assignment n depends on `stream` and n alone,
/// so that counting goes on at `first` after a pause.
practice_actor::behavior_type practice(practice_actor::stateful_pointer<practice_state> self,
                                       const task_distribution& draws, const random_stream& stream,
                                       std::uint64_t first, const available_policy& agent,
                                       const std::vector<available_policy>& co_players,
                                       const surroundings& around);

} // namespace troupe
