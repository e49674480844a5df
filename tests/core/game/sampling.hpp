#pragma once

#include "core/game/game.hpp"
#include "core/game/properties.hpp"
#include "core/support/random.hpp"

#include <algorithm>
#include <vector>

namespace troupe::test {

/// `count` different atoms.
inline goal::atom_list random_atoms(std::size_t count, random_stream& stream) {
  goal::atom_list atoms;
  while (atoms.size() < count) {
    auto candidate = atom::at(stream.below(atom::count));
    if (std::find(atoms.begin(), atoms.end(), candidate) == atoms.end())
      atoms.push_back(candidate);
  }
  return atoms;
}

/// Up to `max_options` options over `atoms`, each of up to `max_literals` literals.
inline option_list random_options(const goal::atom_list& atoms, std::size_t max_options,
                                  std::size_t max_literals, random_stream& stream) {
  option_list options(1 + stream.below(max_options));
  for (auto& way : options)
    for (auto literals = 1 + stream.below(max_literals); literals > 0; --literals) {
      auto bit = static_cast<std::uint8_t>(1U << stream.below(atoms.size()));
      if ((way.mentioned() & bit) == 0)
        (stream.chance(0.5) ? way.required : way.forbidden) |= bit;
    }
  return options;
}

inline goal random_goal(const goal::atom_list& atoms, random_stream& stream) {
  return {atoms, random_options(atoms, 3, 3, stream)};
}

/// Any goal of up to six atoms and options.
inline goal random_goal(random_stream& stream) {
  auto atoms = random_atoms(1 + stream.below(goal_encoding::max_atoms), stream);
  return {atoms, random_options(atoms, goal_encoding::max_options, atoms.size(), stream)};
}

/// A game whose goals share a pool of `atoms` atoms, few enough relations for its goals to
/// interact.
inline game random_game(std::size_t players, std::size_t atoms, random_stream& stream) {
  auto pool = random_atoms(atoms, stream);
  std::vector<goal> goals;
  for (std::size_t player = 0; player < players; ++player)
    goals.push_back(random_goal(pool, stream));
  return game{goals};
}

inline bool has_trivial_goal(const game& played) {
  for (std::size_t k = 0; k < played.players(); ++k)
    if (is_trivial(played.goals()[k], k, played.players()))
      return true;
  return false;
}

} // namespace troupe::test
