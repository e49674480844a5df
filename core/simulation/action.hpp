#pragma once

#include "core/support/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace troupe {

/// One dimension of the decomposed action space (paper, table "structure of the decomposed action
/// space"): exactly one of its values is chosen at every step.
struct action_group {
  std::string_view name;
  std::span<const float> values;
  /// The index of the value that does nothing.
  std::uint8_t neutral;
};

namespace detail {
inline constexpr std::array move_forward_back{-1.f, 0.f, 1.f};
inline constexpr std::array move_left_right{-1.f, -0.05f, 0.f, 0.05f, 1.f};
inline constexpr std::array look_left_right{-1.f, -0.2f, -0.05f, 0.f, 0.05f, 0.2f, 1.f};
inline constexpr std::array look_up_down{-1.f, -0.03f, 0.f, 0.03f, 1.f};
inline constexpr std::array off_on{0.f, 1.f};
} // namespace detail

inline constexpr std::array<action_group, 6> action_groups{{
    {"move forward back", detail::move_forward_back, 1},
    {"move left right", detail::move_left_right, 2},
    {"look left right", detail::look_left_right, 3},
    {"look up down", detail::look_up_down, 2},
    {"grab", detail::off_on, 0},
    {"use gadget", detail::off_on, 0},
}};

/// The length of an action's 6-hot encoding: 3 + 5 + 7 + 5 + 2 + 2.
inline constexpr std::size_t action_encoding_size = [] {
  std::size_t sum = 0;
  for (const auto& group : action_groups)
    sum += group.values.size();
  return sum;
}();
static_assert(action_encoding_size == 24);

/// The number of different actions.
inline constexpr std::uint32_t action_count = [] {
  std::size_t product = 1;
  for (const auto& group : action_groups)
    product *= group.values.size();
  return static_cast<std::uint32_t>(product);
}();
static_assert(action_count == 2100);

/// What a player does at one step: for each action group, the index of the chosen value.
struct action {
  std::array<std::uint8_t, action_groups.size()> choices;

  /// The chosen value of a group, in the paper's units.
  [[nodiscard]] float value(std::size_t group) const {
    return action_groups[group].values[choices[group]];
  }

  friend bool operator==(const action&, const action&) = default;
};

/// The action that does nothing.
action noop_action() noexcept;

/// Whether every choice is the index of a value.
bool is_valid(const action& act) noexcept;

/// A bijection between valid actions and [0, action_count); the last group varies fastest.
std::uint32_t action_index(const action& act) noexcept;
action action_at(std::uint32_t index) noexcept;

/// A uniform draw over all 2100 actions.
action random_action(random_stream& stream) noexcept;

} // namespace troupe
