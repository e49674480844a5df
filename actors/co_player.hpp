#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace troupe {

/// How a co-player that looks at nothing chooses its actions.
enum class blind_policy : std::uint8_t {
  noop,   ///< never moves
  random, ///< uniform over all actions, drawn from the episode's policy seed
};

std::string_view to_string(blind_policy policy);

/// The action of a blind policy at one moment: a pure function, so that an episode replays.
action act(blind_policy policy, std::uint64_t policy_seed, const player_moment& when);

struct co_player_state {
  static inline const char* name = "co_player";

  blind_policy policy = blind_policy::noop;
  /// Actions chosen so far.
  std::uint64_t actions = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// CO-PLAYER that needs no picture. Keeps nothing between steps, so one serves any number of
/// players.
co_player_actor::behavior_type co_player(co_player_actor::stateful_pointer<co_player_state> self,
                                         blind_policy policy, const surroundings& around);

} // namespace troupe
