#pragma once

#include "core/game/recolouring.hpp"
#include "core/tasks/task.hpp"

#include <set>

namespace troupe {

/// A game up to recolouring. Takes a while to find: make it once if several things are asked of it.
class canonical_game {
public:
  canonical_game(const game& played) : value_(canonical_recolouring(played)) {}

  [[nodiscard]] const game& value() const { return value_; }

  friend bool operator==(const canonical_game&, const canonical_game&) = default;
  friend bool operator<(const canonical_game& a, const canonical_game& b) {
    return a.value_ < b.value_;
  }

private:
  game value_;
};

/// What must not be met in training (paper, appendix "Holding out tasks from training"): games up
/// to recolouring, and the topologies of worlds up to the symmetries of a rectangle, so that no
/// mirror image of an evaluation world is trained in.
class hold_out {
public:
  void add(const task& t);
  void add(const task_set& tasks);

  [[nodiscard]] bool contains(const canonical_game& played) const;
  [[nodiscard]] bool contains(const world& place) const;

  [[nodiscard]] std::size_t games() const { return games_.size(); }
  [[nodiscard]] std::size_t worlds() const { return worlds_.size(); }

private:
  std::set<canonical_game> games_;
  std::set<std::vector<std::uint8_t>> worlds_;
};

/// The same bytes for all topologies that are mirror images or quarter turns of each other, and for
/// no others.
std::vector<std::uint8_t> canonical_topology(const topology& tiles);

/// Which of the two evaluation sets a game, up to recolouring, or a topology, up to symmetry, may
/// be in. Decided by what it is and nothing else, so that test and validation sets never share one,
/// whatever their seeds and sizes.
task_split evaluation_split_of(const canonical_game& played);
task_split evaluation_split_of(const world& place);

} // namespace troupe
