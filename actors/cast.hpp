#pragma once

#include "actors/inference_batcher.hpp"
#include "core/simulation/assignment.hpp"
#include "core/support/random.hpp"

#include <caf/actor_system.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// A policy that can be assigned to players, and what it must be shown.
struct available_policy {
  /// All of them are the same, and share the work.
  policy_list copies;
  assigned_player as;

  /// The one whom an environment always meets.
  [[nodiscard]] const policy_actor& for_environment(std::uint64_t number) const {
    return copies[number % copies.size()];
  }
};

/// A CO-PLAYER that was spawned by its name. It remembers players: whoever spawned it tells it of
/// environments that are gone.
struct hired_co_player {
  co_player_actor plays;
  assigned_player as;

  operator available_policy() const { return {{plays}, as}; }
};

/// How policies that are networks act.
struct casting_options {
  /// Their names are their own.
  batching_options batching;
};

/// Spawns a policy that does not learn: noop, random, scripted (the same as goal-seeker),
/// interferer, wanderer, or the network in the file of that name, which is shown pictures of the
/// size that it knows. Throws `user_error` if there is none such, or if it cannot be shown them.
hired_co_player make_co_player(caf::actor_system& system, const std::string& name,
                               const casting_options& options, const surroundings& around);

/// The same for a network's file itself, under the name that it is to go by.
hired_co_player make_network_player(caf::actor_system& system, const std::string& name,
                                    std::span<const std::byte> network,
                                    const casting_options& options, const surroundings& around);

/// Throws `user_error` as `make_co_player` would, and spawns nobody.
void check_co_player(const std::string& name, const casting_options& options,
                     const arrival_limits& limits);

/// Who plays a task: the agent first, then whoever the task names, or anybody where it names
/// nobody. Throws `user_error` if it names somebody unknown, or there is nobody to draw.
std::vector<available_policy> cast_of(const task& played, const available_policy& agent,
                                      const std::vector<available_policy>& co_players,
                                      random_stream& draws);

} // namespace troupe
