#pragma once

#include "core/game/atom_structure.hpp"
#include "core/game/game.hpp"

#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace troupe {

/// Which atoms of two goals are equal but for who the players are: bit 6 i + j for the i-th atom of
/// the one and the j-th of the other.
using atom_pairs = std::uint64_t;

/// Calls `visit(i, j)` for every pair of equal atoms.
template <class Visit>
void for_each_pair(atom_pairs equal, Visit&& visit) {
  for (; equal != 0; equal &= equal - 1) {
    auto bit = static_cast<std::size_t>(std::countr_zero(equal));
    visit(bit / goal_encoding::max_atoms, bit % goal_encoding::max_atoms);
  }
}

constexpr atom_pairs pair_bit(std::size_t i, std::size_t j) {
  return atom_pairs{1} << (i * goal_encoding::max_atoms + j);
}

/// The pairs of goals of a game, in the order in which `overlaps` lists them.
inline constexpr std::array<std::pair<std::size_t, std::size_t>, 3> goal_pairs{
    {{0, 1}, {0, 2}, {1, 2}}};

/// Equal atoms of every pair of goals of a game.
template <std::size_t Players>
using overlaps = std::array<atom_pairs, Players*(Players - 1) / 2>;

/// What is equal in both.
template <std::size_t Pairs>
constexpr std::array<atom_pairs, Pairs> intersection(std::array<atom_pairs, Pairs> a,
                                                     const std::array<atom_pairs, Pairs>& b) {
  for (std::size_t pair = 0; pair < Pairs; ++pair)
    a[pair] &= b[pair];
  return a;
}

/// Different values in the order in which they came.
template <std::size_t Players>
class distinct_overlaps {
public:
  /// Whether the value is new.
  bool insert(const overlaps<Players>& value) {
    auto& slot = find(value);
    if (slot != 0)
      return false;
    items_.push_back(value);
    slot = static_cast<std::uint32_t>(items_.size());
    if (2 * items_.size() > slots_.size())
      grow();
    return true;
  }

  [[nodiscard]] const std::vector<overlaps<Players>>& items() const { return items_; }

private:
  /// Where the value is or belongs: an item's number from 1, or 0.
  std::uint32_t& find(const overlaps<Players>& value) {
    std::uint64_t hash = 0;
    for (auto pairs : value)
      hash = (std::rotl(hash, 21) ^ pairs) * 0x9E3779B97F4A7C15;
    auto mask = slots_.size() - 1;
    for (auto at = hash >> 32 & mask;; at = (at + 1) & mask)
      if (slots_[at] == 0 || items_[slots_[at] - 1] == value)
        return slots_[at];
  }

  void grow() {
    slots_.assign(4 * slots_.size(), 0);
    for (std::size_t i = 0; i < items_.size(); ++i)
      find(items_[i]) = static_cast<std::uint32_t>(i + 1);
  }

  std::vector<overlaps<Players>> items_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
};

/// From whose view each player's goal is read.
using player_views = std::array<std::size_t, max_players>;

/// The players that an atom is about, as numbers that are equal if the same players play the same
/// parts: one for each co-player that `opponent` may be.
using role_bindings = boost::container::static_vector<std::uint8_t, max_players - 1>;

inline role_bindings bind_roles(player_roles roles, std::size_t viewer, std::size_t players) {
  role_bindings result;
  auto add = [&](std::size_t code) { result.push_back(static_cast<std::uint8_t>(code)); };
  for (std::size_t other = 0; other < players; ++other) {
    if (other == viewer)
      continue;
    switch (roles) {
    case player_roles::nobody:
      return {0};
    case player_roles::me:
      return {static_cast<std::uint8_t>(viewer)};
    case player_roles::opponent:
      add(other);
      break;
    case player_roles::me_opponent:
      add(viewer * max_players + other);
      break;
    case player_roles::opponent_me:
      add(other * max_players + viewer);
      break;
    }
  }
  return result;
}

/// What the recolourings of all goals but the first, each by itself, do to the equality of atoms
/// between goals. A recolouring permutes each group of colours independently, and atoms are equal
/// if their colours are in all groups: an effect of a recolouring is `comparable()` & one of each
/// of `groups()`. Instead of up to 155,520 recolourings per goal there are rarely more than a few
/// hundred different effects on two goals.
template <std::size_t Players>
class recolouring_effects {
public:
  recolouring_effects(const game& played, const player_views& views) {
    for (std::size_t k = 0; k < Players; ++k)
      for (auto predicate : played.goals()[k].atoms())
        goals_[k].push_back({structure(predicate), 0, false});
    find_comparable(views);
    // Narrowing by floors first, the largest group, leaves the fewest different results.
    for (auto group = colour_group_count; group-- > 0;)
      if (auto effects = effects_of(group); !effects.items().empty())
        groups_.push_back(effects.items());
  }

  /// Atoms that some recolouring may make equal.
  [[nodiscard]] const overlaps<Players>& comparable() const { return comparable_; }

  /// For each group that matters, the different effects of permuting its colours.
  [[nodiscard]] const std::vector<std::vector<overlaps<Players>>>& groups() const {
    return groups_;
  }

private:
  struct moving_atom {
    atom_structure parts;
    /// Its colours in the group that is being enumerated, after recolouring.
    std::uint8_t recoloured;
    /// Whether it can be equal to an atom of another goal at all.
    bool comparable;
  };

  /// A colour of a goal other than the first that has to be given a new one.
  struct colour_slot {
    std::size_t goal;
    std::uint8_t colour;
  };

  /// Marks pairs of the same skeleton with players in common.
  void find_comparable(const player_views& views) {
    for (std::size_t pair = 0; pair < comparable_.size(); ++pair) {
      auto [a, b] = goal_pairs[pair];
      for (std::size_t i = 0; i < goals_[a].size(); ++i)
        for (std::size_t j = 0; j < goals_[b].size(); ++j) {
          auto& first = goals_[a][i];
          auto& second = goals_[b][j];
          if (first.parts.skeleton != second.parts.skeleton)
            continue;
          auto ours = bind_roles(first.parts.roles, views[a], Players);
          auto theirs = bind_roles(second.parts.roles, views[b], Players);
          if (std::find_first_of(ours.begin(), ours.end(), theirs.begin(), theirs.end())
              == ours.end())
            continue;
          comparable_[pair] |= pair_bit(i, j);
          first.comparable = second.comparable = true;
        }
    }
  }

  /// What permutations of one group's colours do; nothing if no goal can be recoloured in it.
  distinct_overlaps<Players> effects_of(std::size_t group) {
    std::array<std::uint8_t, Players> used{};
    for (std::size_t k = 0; k < Players; ++k)
      for (auto& atom : goals_[k]) {
        if (atom.comparable)
          used[k] |= atom.parts.colours[group];
        atom.recoloured = k == 0 ? atom.parts.colours[group] : 0;
      }
    std::vector<colour_slot> slots;
    for (std::size_t k = 1; k < Players; ++k)
      for (std::uint8_t colour = 0; colour < group_size(group); ++colour)
        if (used[k] >> colour & 1)
          slots.push_back({k, colour});
    distinct_overlaps<Players> effects;
    if (!slots.empty())
      assign(group, slots, used[0], {}, effects);
    return effects;
  }

  /// Gives the first of `slots` every colour that its goal does not have yet. Colours that no goal
  /// has `seen` so far are alike: only the first of them is tried.
  void assign(std::size_t group, std::span<const colour_slot> slots, unsigned seen,
              std::array<std::uint8_t, Players> taken, distinct_overlaps<Players>& effects) {
    if (slots.empty()) {
      effects.insert(current_overlaps());
      return;
    }
    auto [k, from] = slots.front();
    bool tried_unseen = false;
    for (std::size_t to = 0; to < group_size(group); ++to) {
      auto bit = static_cast<std::uint8_t>(1U << to);
      bool unseen = (seen & bit) == 0;
      if ((taken[k] & bit) != 0 || (unseen && tried_unseen))
        continue;
      tried_unseen |= unseen;
      auto with_this = taken;
      with_this[k] |= bit;
      toggle(group, k, from, bit);
      assign(group, slots.subspan(1), seen | bit, with_this, effects);
      toggle(group, k, from, bit);
    }
  }

  /// Adds the new colour to the atoms that had the old one; the second time, takes it away.
  void toggle(std::size_t group, std::size_t k, std::uint8_t from, std::uint8_t bit) {
    for (auto& atom : goals_[k])
      if (atom.parts.colours[group] >> from & 1)
        atom.recoloured ^= bit;
  }

  [[nodiscard]] overlaps<Players> current_overlaps() const {
    overlaps<Players> equal{};
    for (std::size_t pair = 0; pair < equal.size(); ++pair) {
      const auto& first = goals_[goal_pairs[pair].first];
      const auto& second = goals_[goal_pairs[pair].second];
      for_each_pair(comparable_[pair], [&](std::size_t i, std::size_t j) {
        if (first[i].recoloured == second[j].recoloured)
          equal[pair] |= pair_bit(i, j);
      });
    }
    return equal;
  }

  std::array<boost::container::static_vector<moving_atom, goal_encoding::max_atoms>, Players>
      goals_;
  overlaps<Players> comparable_{};
  std::vector<std::vector<overlaps<Players>>> groups_;
};

} // namespace troupe
