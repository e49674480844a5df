#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "core/rendering/renderer.hpp"
#include "core/simulation/assignment.hpp"
#include "core/simulation/episode.hpp"
#include "messages/state_conversion.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// What an environment is, whatever it plays.
struct environment_options {
  /// Unique in a run.
  std::uint64_t number = 0;
  episode_rules rules;
};

/// What an environment's status calls the steps that it has done, and the policies that it waits
/// for: by these it is known whether it gets on.
inline constexpr const char* steps_done = "steps";
inline constexpr const char* policies_awaited = "waits for policies";

struct environment_state {
  static inline const char* name = "environment";

  /// Begins an assignment. Returns whether it can be played; `result` says why not.
  bool begin(assignment next, policy_list players);
  /// Whether player `index` is asked at this step: when the episode is over, only those who learn
  /// are shown its end.
  [[nodiscard]] bool asks(std::size_t index) const;
  /// What a player sees now, its picture drawn straight into the message. Whoever needs the state
  /// also learns what is played, if it does not know that yet.
  [[nodiscard]] message<schema::Observation> observe(std::size_t index);
  /// Goes on by one step with `actions`.
  void step();
  /// Gives a player another goal. Throws `user_error` if that cannot be.
  void change_goal(std::size_t index, const std::string& aim);
  [[nodiscard]] status_report status() const;

  environment_options options;
  task_source_actor source;
  std::optional<episode> played;
  std::unique_ptr<renderer> draws;
  /// Whether the renderer knows the present world.
  bool stage_is_set = false;
  assignment present;
  policy_list policies;
  /// How many changes of goals each player knows of who needs the state; nothing before it has been
  /// told what is played.
  std::vector<std::optional<std::size_t>> known_changes;
  std::vector<action> actions;
  /// Who has not answered yet.
  std::size_t awaited = 0;
  /// How the present assignment stands.
  episode_result result;
  std::uint64_t steps = 0;
  std::uint64_t episodes = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  /// Everything that there is to see, for a player who needs that.
  [[nodiscard]] whole_scene show(std::size_t index);
};

/// ENVIRONMENT. Plays what `source` assigns, one episode after the other, until it is stopped. Ends
/// with an error if a policy fails: whoever watches it starts another.
environment_actor::behavior_type
environment(environment_actor::stateful_pointer<environment_state> self,
            const environment_options& options, const task_source_actor& source,
            const surroundings& around);

} // namespace troupe
