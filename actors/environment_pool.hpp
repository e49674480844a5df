#pragma once

#include "actors/environment.hpp"

#include <caf/typed_response_promise.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// ENVIRONMENT POOL: environments that play for one TASK SOURCE.
using environment_pool_actor = caf::typed_actor<
    // All is well: whatever environments ended until now are no reason to give up.
    caf::reacts_to<ok_atom>,
    // End. Answered when all environments have, and have passed on what they measured.
    caf::replies_to<stop_atom>::with<ok_atom>,
    // To itself: look after everybody.
    caf::reacts_to<tick_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// Spawns an ENVIRONMENT that plays what a source assigns. Tests give other ones.
using environment_maker = std::function<environment_actor(
    caf::actor_system&, const environment_options&, const task_source_actor&, const surroundings&)>;

/// Pools have their numbers, and so many environments each: the environments of pool p are numbered
/// from p times this.
inline constexpr std::uint64_t environments_of_pool = 1'000'000'000;

struct environment_pool_options {
  /// Unique in a run.
  std::uint64_t number = 0;
  std::size_t environments = 1;
  /// What all of them are; their number is the pool's choice.
  environment_options each;
  environment_maker make_environment;
  /// After so many seconds without getting on, an environment is replaced.
  double patience = 60;
  /// Whoever remembers players is told which environments are gone.
  std::vector<co_player_actor> remember_players;
  /// Told what people should know.
  std::function<void(const std::string&)> log;
};

struct environment_pool_state {
  static inline const char* name = "environment pool";

  /// An environment, and how far it was when it was looked at last.
  struct watched_environment {
    environment_actor plays;
    std::uint64_t number = 0;
    double steps = -1;
    std::chrono::steady_clock::time_point last_progress;
    /// Since when it is asked whether it gets on, without an answer that says so.
    std::optional<std::chrono::steady_clock::time_point> doubted;
  };

  /// Stops everybody.
  ~environment_pool_state();

  /// What an environment says of itself: one that gets on, or waits for somebody who does, is well.
  void look_after(std::uint64_t number, const status_report& status);
  [[nodiscard]] status_report status() const;

  environment_pool_options options;
  task_source_actor source;
  std::optional<surroundings> around;
  std::vector<watched_environment> environments;
  std::uint64_t made = 0;
  std::uint64_t restarts = 0;
  std::uint64_t restarts_in_a_row = 0;
  /// Whoever waits for the end.
  std::optional<caf::typed_response_promise<ok_atom>> ending;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// ENVIRONMENT POOL. Replaces environments that end or hang, and stops them when it is stopped.
/// Ends with an error if too many ended while nothing was well.
environment_pool_actor::behavior_type
environment_pool(environment_pool_actor::stateful_pointer<environment_pool_state> self,
                 const environment_pool_options& options, const task_source_actor& source,
                 const surroundings& around);

} // namespace troupe
