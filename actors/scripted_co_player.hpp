#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "core/simulation/scripted_player.hpp"
#include "messages/state_conversion.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace troupe {

struct scripted_co_player_state {
  static inline const char* name = "scripted_co_player";

  /// A player in the middle of an episode.
  struct part {
    std::uint64_t episode = 0;
    scripted_player plays;
    /// How many the world has: scripts look objects up by their number.
    std::size_t objects = 0;
    std::size_t players = 0;
  };

  /// What a player does; nothing if its episode did not begin here, or is of another world.
  std::optional<action> act(const scripted_view& seen);
  void forget(std::uint64_t environment);
  [[nodiscard]] status_report status() const;

  std::string policy_name;
  script_style style = script_style::goal_seeker;
  std::map<player_slot, part> parts;
  /// Actions chosen so far.
  std::uint64_t actions = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  /// Whose part an observation belongs to; nobody's if there is none.
  part* part_for(const scripted_view& seen);
};

/// CO-PLAYER that follows scripts of a style. Must be shown the whole scene; one serves any number
/// of players. `policy_name` is unique among a run's policies.
co_player_actor::behavior_type
scripted_co_player(co_player_actor::stateful_pointer<scripted_co_player_state> self,
                   const std::string& policy_name, script_style style, const surroundings& around);

} // namespace troupe
