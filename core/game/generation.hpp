#pragma once

#include "core/game/game.hpp"
#include "core/support/interval.hpp"
#include "core/support/random.hpp"

#include <limits>
#include <optional>

namespace troupe {

/// What a generated game should be like. Numbers that are absent are drawn.
struct game_target {
  /// 1 to 3.
  std::size_t players = 2;
  /// Of every goal, 1 to 6; drawn from 1 to 3.
  std::optional<std::size_t> options;
  /// The most predicates in an option of the game, 1 to 6; drawn from 1 to 3.
  std::optional<std::size_t> conjunctions;
  /// How many different atoms the game uses, 1 to 6; absent: whatever the search ends with.
  std::optional<std::size_t> predicates;
  /// Where its properties should lie; single values if both ends are equal.
  interval<double> competitiveness{0, 1};
  interval<double> balance{0, 1};
};

struct generated_game {
  game played;
  double competitiveness = 0;
  double balance = 0;
  /// How far competitiveness or balance, whichever is worse, lies from its target; 0: on target.
  double miss = 0;
};

/// Whether the target does not contradict itself.
bool is_possible(const game_target& target);

/// A game without trivial goals that meets the target's numbers and comes as close to its
/// competitiveness and balance as the local search of the paper's section "Generating games" gets;
/// for three players by mixing the options of two ("Generation of a 3 player game"). Some values
/// are impossible for some numbers: look at `miss`. Throws `user_error` if the target contradicts
/// itself or no game with such numbers was found.
generated_game generate_game(const game_target& target, random_stream& stream);

/// Like `generate_game` for a possible target, but nothing if no game with such numbers was found
/// that misses the target by less than `worst_miss`.
std::optional<generated_game>
search_game(const game_target& target, random_stream& stream,
            double worst_miss = std::numeric_limits<double>::infinity());

/// Another game with the same properties, by recolouring objects (paper, section "Creating alike
/// games"); nothing if 100 tries give none, as for games about no objects.
std::optional<game> alike_game(const game& played, random_stream& stream);

} // namespace troupe
