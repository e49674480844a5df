#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace troupe {

/// The words that worlds and games share (paper, sections "World Space" and "Atomic predicates").
/// The numbers of all of them are part of file formats: append, never reorder.

enum class object_colour : std::uint8_t { black, purple, yellow };

/// Slabs appear in worlds and never in atoms.
enum class object_shape : std::uint8_t { cube, sphere, pyramid, slab };

/// By default the colours of floor levels 0 to 5, in this order.
enum class floor_colour : std::uint8_t { brown, olive, orange, blue, grey, white };

enum class player_colour : std::uint8_t { blue, red, green };

/// Players as a goal names them: the one whose goal it is, and any other.
enum class player_reference : std::uint8_t { me, opponent };

enum class relation : std::uint8_t { hold, near, see, on };

/// The names of an enumeration's values, in order.
template <class Word>
inline constexpr auto words = nullptr;
template <>
inline constexpr std::array<std::string_view, 3> words<object_colour>{"black", "purple", "yellow"};
template <>
inline constexpr std::array<std::string_view, 4> words<object_shape>{"cube", "sphere", "pyramid",
                                                                     "slab"};
template <>
inline constexpr std::array<std::string_view, 6> words<floor_colour>{"brown", "olive", "orange",
                                                                     "blue",  "grey",  "white"};
template <>
inline constexpr std::array<std::string_view, 3> words<player_colour>{"blue", "red", "green"};
template <>
inline constexpr std::array<std::string_view, 2> words<player_reference>{"me", "opponent"};
template <>
inline constexpr std::array<std::string_view, 4> words<relation>{"hold", "near", "see", "on"};

/// An enumeration whose values have names.
template <class Word>
concept vocabulary_word = !std::same_as<decltype(words<Word>), const std::nullptr_t>;

template <vocabulary_word Word>
constexpr std::string_view to_string(Word word) {
  return words<Word>[static_cast<std::size_t>(word)];
}

/// The value called `name`, in lower case; nothing if there is none.
template <vocabulary_word Word>
constexpr std::optional<Word> from_string(std::string_view name) {
  for (std::size_t i = 0; i < words<Word>.size(); ++i)
    if (words<Word>[i] == name)
      return static_cast<Word>(i);
  return std::nullopt;
}

/// Objects that a goal does not tell apart.
struct object_kind {
  object_colour colour;
  object_shape shape;

  friend bool operator==(const object_kind&, const object_kind&) = default;
};

inline constexpr std::size_t object_colour_count = words<object_colour>.size();
inline constexpr std::size_t floor_colour_count = words<floor_colour>.size();
/// Shapes that atoms may name.
inline constexpr std::size_t goal_shape_count = words<object_shape>.size() - 1;

} // namespace troupe
