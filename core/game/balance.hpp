#pragma once

#include "core/game/game.hpp"

namespace troupe {

/// The balance of a game (paper, section "Game Properties"): the highest cooperativeness that it
/// reaches when every goal but the first is recoloured, objects and floors, each by itself, and
/// when either all players mean what they mean (physical frame) or all mean it as the first player
/// does (own frame: they swap roles).
///
/// Exact. Recolourings are told apart only by which atoms of different goals they make equal: cheap
/// for two players; three can take milliseconds. Values up to `least` may be returned as 0, which
/// is known sooner.
double balance(const game& played, double least = 0);

} // namespace troupe
