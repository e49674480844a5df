#pragma once

#include "core/game/generation.hpp"

#include <functional>
#include <vector>

namespace troupe {

/// A kind of evaluation game (paper, section "Evaluation Task Set").
struct evaluation_cell {
  interval<double> competitiveness;
  interval<double> balance;
  std::size_t options = 1;
  std::size_t predicates = 1;
};

/// All kinds that are not impossible for obvious reasons: buckets of competitiveness (exactly 0,
/// three thirds, exactly 1) and balance (three thirds, exactly 1), 1 to 3 options, 1 to 6
/// predicates.
std::vector<evaluation_cell> evaluation_cells();

/// A game of the given kind with at most three predicates per option and no trivial goal; nothing
/// if the search does not find one.
std::optional<game> evaluation_game(const evaluation_cell& cell, std::size_t players,
                                    random_stream& stream);

/// `count` games, equally many per bucket of competitiveness and balance, and in each bucket
/// equally many per number of options and predicates. Of the games that turn up, those count that
/// `take` returns true for, which is asked once for each: for example whether it is new. Kinds of
/// which no more are taken are left out; throws `user_error` if none is left.
std::vector<game> evaluation_games(std::size_t count, std::size_t players,
                                   const random_stream& stream,
                                   const std::function<bool(const game&)>& take);

} // namespace troupe
