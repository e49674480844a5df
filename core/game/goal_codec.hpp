#pragma once

#include "core/game/goal.hpp"
#include "core/game/goal_encoding.hpp"

namespace troupe {

/// How many values each part of an encoded atom can take, 0 for "no atom" included: the sizes of
/// the network's embeddings. Colours are those of objects, then of floors, then the players `me`
/// and `opponent`; shapes are those of objects that atoms name, then floor, then player.
inline constexpr std::size_t relation_categories = 1 + words<relation>.size();
inline constexpr std::size_t colour_categories =
    1 + object_colour_count + floor_colour_count + words<player_reference>.size();
inline constexpr std::size_t shape_categories = 1 + goal_shape_count + 2;

/// Whether every part of an encoded atom is one of its categories. Not every such atom exists.
constexpr bool is_atom_encoding(const std::array<std::uint8_t, goal_encoding::atom_parts>& parts) {
  return parts[0] < relation_categories && parts[1] < colour_categories
         && parts[2] < shape_categories && parts[3] < colour_categories
         && parts[4] < shape_categories;
}

/// The goal as matrix and categories: a column per atom, a row per option.
goal_encoding encode(const goal& aim);

/// The goal that `encoded` stands for. Throws `user_error` if it is not the encoding of any.
goal decode(const goal_encoding& encoded);

} // namespace troupe
