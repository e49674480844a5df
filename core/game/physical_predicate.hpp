#pragma once

#include "core/game/game.hpp"

#include <boost/container/static_vector.hpp>

#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace troupe {

/// One of the players of an episode, from 0.
struct physical_player {
  std::uint8_t index;

  friend bool operator==(const physical_player&, const physical_player&) = default;
};

using physical_entity = std::variant<physical_player, object_kind, floor_colour>;

/// A relation between bodies: an atom with `me` and `opponent` replaced by players, so that it can
/// be compared across goals. Player 0's `see(me, opponent)` is player 1's `see(opponent, me)`.
class physical_predicate {
public:
  /// For three players; games of fewer use some of them.
  static constexpr std::size_t count = 258;

  static constexpr physical_predicate at(std::size_t index) {
    return physical_predicate{static_cast<std::uint16_t>(index)};
  }

  [[nodiscard]] constexpr std::size_t index() const { return index_; }
  [[nodiscard]] troupe::relation relation() const;
  [[nodiscard]] const physical_entity& first() const;
  [[nodiscard]] const physical_entity& second() const;

  friend constexpr auto operator<=>(physical_predicate, physical_predicate) = default;

private:
  explicit constexpr physical_predicate(std::uint16_t index) : index_(index) {}

  std::uint16_t index_;
};

/// What an atom means: the disjunction of these. With three players `opponent` is either co-player;
/// with one player it is nobody, and the atom is false.
using atom_meaning = boost::container::static_vector<physical_predicate, max_players - 1>;

/// What `predicate` means in the goal of player `viewer` of `players`.
const atom_meaning& meaning(atom predicate, std::size_t viewer, std::size_t players);

/// Which physical predicates hold, by their index.
using predicate_state = std::bitset<physical_predicate::count>;

/// The truth of each of the goal's atoms for player `viewer`: bit i is the i-th atom.
std::uint8_t atom_truths(const goal& aim, std::size_t viewer, std::size_t players,
                         const predicate_state& state);

/// The reward, 0 or 1, that each player of the game earns in `state`.
std::array<float, max_players> rewards(const game& played, const predicate_state& state);

} // namespace troupe
