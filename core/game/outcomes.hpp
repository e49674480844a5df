#pragma once

#include "core/game/physical_predicate.hpp"

#include <span>

namespace troupe {

/// A goal whose atoms have been given a meaning: numbers that stand for independent predicates.
/// Equal numbers, here and in other goals, are the same predicate; an atom is the disjunction of
/// its own.
struct grounded_goal {
  using atom_numbers = boost::container::static_vector<std::uint16_t, max_players - 1>;

  option_list options;
  boost::container::static_vector<atom_numbers, goal_encoding::max_atoms> atoms;
};

/// The goal of player `viewer` of `players`, with the indices of physical predicates as numbers.
grounded_goal ground(const goal& aim, std::size_t viewer, std::size_t players);

/// How goals get on with each other, over all states of the predicates that they use.
struct outcome_counts {
  /// Two to the number of predicates: at most 36 of them, twelve for each of three players.
  std::uint64_t states = 0;
  /// States in which every goal is rewarded.
  std::uint64_t all = 0;
  /// States in which no goal is.
  std::uint64_t none = 0;

  /// States in which at least one goal is rewarded.
  [[nodiscard]] std::uint64_t any() const { return states - none; }

  /// all / any (paper, definition "Cooperativeness"); 0 if nobody is ever rewarded.
  [[nodiscard]] double cooperativeness() const {
    return any() == 0 ? 0 : static_cast<double>(all) / static_cast<double>(any());
  }
};

/// Exact counts for one to three goals. Predicates that only one goal uses are summed out of its
/// own truth table, so the cost grows with the number of predicates that goals share, not with all.
outcome_counts count_outcomes(std::span<const grounded_goal> goals);

} // namespace troupe
