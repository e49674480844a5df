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

/// What becomes of a game that turned up.
enum class take_answer {
  taken,
  known,     ///< there is one like it already: a sign that its kind is running out
  elsewhere, ///< it belongs to another set: says nothing of its kind
};
using take_function = std::function<take_answer(const game&)>;

/// `count` games, equally many per bucket of competitiveness and balance, and in each bucket
/// equally many per number of options and predicates. Of the games that turn up, those count that
/// `take` takes, which is asked once for each. Kinds of which no more are found are left out,
/// and the others have more; throws `user_error` if none is left.
std::vector<game> evaluation_games(std::size_t count, std::size_t players,
                                   const random_stream& stream, const take_function& take);

} // namespace troupe
