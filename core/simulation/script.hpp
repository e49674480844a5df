#pragma once

#include "core/game/game.hpp"
#include "core/game/physical_predicate.hpp"
#include "core/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace troupe {

/// A relation between bodies that a scripted player wants to hold, or not to. Unlike a predicate,
/// it may also be about two players that are near each other.
struct wish {
  relation how = relation::near;
  physical_entity first;
  physical_entity second;
  /// False for a relation that must not hold.
  bool wanted = true;

  friend bool operator==(const wish&, const wish&) = default;
};

/// Wishes that are to come true together.
using plan = std::vector<wish>;

/// Brings about one of several plans, the easiest first.
struct pursue {
  std::vector<plan> plans;

  friend bool operator==(const pursue&, const pursue&) = default;
};
/// Does nothing.
struct stand_still {
  friend bool operator==(const stand_still&, const stand_still&) = default;
};
/// Walks to one place after the other, drawn at random.
struct wander {
  friend bool operator==(const wander&, const wander&) = default;
};
/// Keeps as far away from a player as it can.
struct flee {
  physical_player from{};

  friend bool operator==(const flee&, const flee&) = default;
};
/// Hunts the other players and uses its gadget on whomever it sees.
struct tag_on_sight {
  friend bool operator==(const tag_on_sight&, const tag_on_sight&) = default;
};

/// What a scripted player does.
using script = std::variant<stand_still, pursue, wander, flee, tag_on_sight>;

/// Goes near an object, a player or a floor, and stays there.
pursue go_near(physical_player me, const physical_entity& what);
inline pursue follow(physical_player me, physical_player whom) {
  return go_near(me, whom);
}
pursue hold_object(physical_player me, object_kind what);
/// Carries an object to a floor, or near another object or a player.
pursue carry_to(object_kind what, const physical_entity& where);
/// Keeps something in view.
pursue watch(physical_player me, const physical_entity& what);
/// Stays out of a player's view.
pursue hide_from(physical_player me, physical_player whom);

/// What makes a goal of player `whose` of `players` true: a plan for each of its options, and with
/// three players for each meaning of `opponent`.
pursue plans_for(const goal& aim, std::size_t whose, std::size_t players);

/// What makes it false. No plans if that takes more options than a goal can have.
pursue plans_against(const goal& aim, std::size_t whose, std::size_t players);

/// Whether scripts know what a player of a world can do to make a wish come true.
bool is_in_power(const wish& wanted, const world& w, std::size_t player);

/// Whether at least one of the plans consists only of wishes that are in a player's power.
bool can_play(const pursue& part, const world& w, std::size_t player);

/// Three characters that are easy to tell apart.
enum class script_style : std::uint8_t {
  goal_seeker, ///< plays its goal
  interferer,  ///< keeps the next player from reaching its goal
  wanderer,    ///< walks about
};
template <>
inline constexpr std::array<std::string_view, 3> words<script_style>{"goal-seeker", "interferer",
                                                                     "wanderer"};

script script_of(script_style style, const game& played, std::size_t player);

} // namespace troupe
