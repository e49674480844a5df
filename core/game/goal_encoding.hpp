#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace troupe {

/// A goal as the network sees it (paper, table of observations: GOAL MATRIX and GOAL ATOMS).
struct goal_encoding {
  /// At most this many options in a goal, and this many different predicates.
  static constexpr std::size_t max_options = 6;
  static constexpr std::size_t max_atoms = 6;
  /// An atom is five categories: its relation, and colour and shape of each argument.
  static constexpr std::size_t atom_parts = 5;

  /// Rows are options, columns predicates: 1 if the option needs the predicate, -1 if it needs its
  /// negation, 0 if it does not mention it.
  std::array<std::array<std::int8_t, max_atoms>, max_options> matrix{};

  /// The predicate that each column stands for; all zeros where there is none.
  std::array<std::array<std::uint8_t, atom_parts>, max_atoms> atoms{};

  friend bool operator==(const goal_encoding&, const goal_encoding&) = default;
};

} // namespace troupe
