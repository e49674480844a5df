#pragma once

#include "core/game/game.hpp"
#include "core/game/physical_predicate.hpp"
#include "core/simulation/state.hpp"
#include "core/world/world.hpp"

#include <memory>

namespace troupe {

/// Physical predicates that somebody wants to know.
using predicate_mask = predicate_state;

/// All physical predicates on which the goals of a game depend.
predicate_mask predicates_of(const game& played);

/// Finds out which predicates hold in a world (paper, appendix "Relations"). Knows nothing of how
/// bodies move: a pure function of the world and of the state of what moves in it.
///
/// - `near`: the `midpoint_gap` is at most a metre.
/// - `see` by a player: one of some fixed sample points of the other body (`view_samples`) is in
///   the field of view, and neither ground nor another body is in front of it.
/// - `see` by an object: neither ground nor a third body is between the centres of mass.
/// - `on`: the state says which floors a body touches. `hold`: it says what players hold.
class relation_judge {
public:
  /// Keeps what it needs of the world.
  explicit relation_judge(const world& w);
  ~relation_judge();
  relation_judge(relation_judge&&) noexcept;
  relation_judge& operator=(relation_judge&&) noexcept;

  /// The truth of the wanted predicates; all others are false. A predicate about entities of which
  /// there are several is true if any instance satisfies it; one about an absent entity is false.
  [[nodiscard]] predicate_state judge(const simulation_state& state,
                                      const predicate_mask& wanted) const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace troupe
