#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace troupe {

/// A boolean function of six variables: bit s is its value in state s, and bit i of s is the value
/// of variable i. A function of fewer variables ignores the others.
using truth_table = std::uint64_t;

inline constexpr std::size_t truth_table_variables = 6;

/// The functions that are their own variable.
inline constexpr std::array<truth_table, truth_table_variables> variable_tables{
    0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
    0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
};

/// The same function with the names of variables i < j exchanged.
constexpr truth_table swap_variables(truth_table table, std::size_t i, std::size_t j) {
  auto only_i = variable_tables[i] & ~variable_tables[j];
  auto shift = (1U << j) - (1U << i);
  return (table & ~(only_i | only_i << shift)) | (table & only_i) << shift
         | (table >> shift & only_i);
}

/// One way to make a function of at most six variables true: bit i stands for variable i.
struct option {
  std::uint8_t required = 0;
  std::uint8_t forbidden = 0;

  /// The variables that it mentions.
  [[nodiscard]] constexpr std::uint8_t mentioned() const { return required | forbidden; }

  friend constexpr auto operator<=>(const option&, const option&) = default;
};

/// Where an option holds: the conjunction of its literals.
constexpr truth_table table_of(option way) {
  auto table = ~truth_table{0};
  for (std::size_t i = 0; i < truth_table_variables; ++i) {
    if (way.required >> i & 1)
      table &= variable_tables[i];
    if (way.forbidden >> i & 1)
      table &= ~variable_tables[i];
  }
  return table;
}

/// Where any of the options holds.
template <class Options>
constexpr truth_table table_of_any(const Options& options) {
  truth_table table = 0;
  for (const auto& way : options)
    table |= table_of(way);
  return table;
}

} // namespace troupe
