#pragma once

#include "actors/cast.hpp"
#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "config/tasks.hpp"
#include "core/curriculum/source_state.hpp"
#include "core/simulation/assignment.hpp"
#include "core/support/random.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// What a source of training tasks begins with.
struct source_options {
  task_distribution draws;
  random_stream stream{0};
  /// Where to go on.
  source_state begin;
  /// Who learns, and plays first; its weights are the learner's.
  available_policy agent;
  learner_actor learner;
  /// Who may play the other slots.
  std::vector<available_policy> co_players;
};

/// Spawns what environments ask for tasks.
using source_maker = std::function<training_source_actor(caf::actor_system&, const source_options&,
                                                         const surroundings&)>;

struct practice_state {
  static inline const char* name = "practice";

  /// The assignment with the next number, and who plays it in that environment.
  std::pair<assignment, policy_list> next(std::uint64_t environment);
  void note(const episode_result& result);
  [[nodiscard]] status_report status() const;

  source_options options;
  /// Given away so far; also the number of the next.
  std::uint64_t assignments = 0;
  std::uint64_t episodes = 0;
  std::uint64_t unplayable = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// PRACTICE: tasks drawn one after the other from a distribution. The agent plays first,
/// co-players drawn at random play the other slots. Assignment n depends on the stream and n alone.
training_source_actor::behavior_type
practice(training_source_actor::stateful_pointer<practice_state> self,
         const source_options& options, const surroundings& around);

} // namespace troupe
