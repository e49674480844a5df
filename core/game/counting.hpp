#pragma once

#include <cstddef>

namespace troupe {

/// The size of a game space (paper, theorem of section "Game Vastness").
struct game_space {
  /// Atoms with their negations: twice the number of those that can be true independently.
  std::size_t atoms = 0;
  std::size_t options = 1;
  /// Predicates in each option.
  std::size_t conjunctions = 1;
  std::size_t players = 1;
};

/// The theorem's bounds on the number of games with different rewards, as base-10 logarithms.
struct count_bounds {
  double lower = 0;
  double upper = 0;
};

/// Throws `user_error` if a number is 0 or the atoms do not suffice for the formula.
count_bounds log10_game_count(const game_space& space);

} // namespace troupe
