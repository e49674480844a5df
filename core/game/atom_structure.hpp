#pragma once

#include "core/game/atom.hpp"

#include <array>
#include <cstdint>

namespace troupe {

/// Colours that a recolouring permutes among themselves: those of the objects of each shape, and
/// those of floors.
enum class colour_group : std::uint8_t { cubes, spheres, pyramids, floors };

inline constexpr std::size_t colour_group_count = 4;

constexpr std::size_t group_size(std::size_t group) {
  return group == static_cast<std::size_t>(colour_group::floors) ? floor_colour_count
                                                                 : object_colour_count;
}

/// Who takes part in an atom, from the view of the player whose goal it is.
enum class player_roles : std::uint8_t { nobody, me, opponent, me_opponent, opponent_me };

/// An atom taken apart into what recolouring keeps and what it changes. Two atoms are equal if and
/// only if all three parts are.
struct atom_structure {
  /// The relation and the kinds of its arguments, without colours and whatever the players are.
  std::uint8_t skeleton = 0;
  player_roles roles = player_roles::nobody;
  /// In each group, the set of colours that it names.
  std::array<std::uint8_t, colour_group_count> colours{};

  friend bool operator==(const atom_structure&, const atom_structure&) = default;
};

const atom_structure& structure(atom predicate);

} // namespace troupe
