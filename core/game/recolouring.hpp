#pragma once

#include "core/game/atom_structure.hpp"
#include "core/game/game.hpp"
#include "core/support/random.hpp"

namespace troupe {

/// Bijections of colours: of the objects of each shape, and of floors (paper, section "Creating
/// alike games"). The default is the identity.
struct recolouring {
  /// What becomes of each colour, by colour group; groups of objects use the first three.
  std::array<std::array<std::uint8_t, floor_colour_count>, colour_group_count> colours{
      {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}}};

  friend bool operator==(const recolouring&, const recolouring&) = default;
};

/// A uniform draw over all permutations of the colours of objects.
recolouring random_object_recolouring(random_stream& stream);

/// A uniform draw over all permutations of the colours of objects and floors.
recolouring random_recolouring(random_stream& stream);

atom recolour(atom predicate, const recolouring& change);
goal recolour(const goal& aim, const recolouring& change);
game recolour(const game& played, const recolouring& change);

/// The same game for all games that are equivalent up to a recolouring of the whole game, objects
/// and floors: what has to differ for a game to count as held out (paper, section "Holding out
/// tasks from training"). Exact for two and three players; for a single one, goals that differ only
/// in what they say about an absent opponent count as different.
game canonical_recolouring(const game& played);

} // namespace troupe
