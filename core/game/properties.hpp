#pragma once

#include "core/game/game.hpp"

namespace troupe {

/// The properties of a game (paper, section "Game Properties") that take no search, exact up to the
/// rounding of one division. For balance see balance.hpp.
struct game_properties {
  /// The fraction of predicate states in which nobody is rewarded.
  double exploration_difficulty = 0;
  /// Of the states in which anybody is rewarded, the fraction in which everybody is; 0 if there are
  /// none, else 1 for a single player.
  double cooperativeness = 0;
  /// 1 − cooperativeness, but 0 if nobody is ever rewarded.
  double competitiveness = 0;
  /// See `game::options` and `game::predicates`.
  std::size_t options = 0;
  std::size_t predicates = 0;
  /// Whether every policy of the first player is optimal: its goal is always or never rewarded.
  bool trivial = false;

  friend bool operator==(const game_properties&, const game_properties&) = default;
};

game_properties properties(const game& played);

/// Whether player `viewer` is always, or never, rewarded whatever happens.
bool is_trivial(const goal& aim, std::size_t viewer, std::size_t players);

/// The fraction of predicate states in which exactly one of two goals is rewarded; 0 if they are
/// equivalent. Atoms count as independent predicates.
double distance(const goal& a, const goal& b);

/// The mean over players of the distance between their goals, as they mean them in a game of that
/// many. Throws `user_error` if the numbers of players differ.
double distance(const game& a, const game& b);

/// Whether all players are rewarded alike in both games (distance 0).
bool equivalent(const game& a, const game& b);

} // namespace troupe
