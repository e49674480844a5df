#pragma once

#include "core/game/goal.hpp"

#include <vector>

namespace troupe {

/// Value consistency (paper, theorem "Value Consistency", with the inequality of its proof turned
/// round: more conjuncts mean less reward). A goal that is rewarded in no state in which another is
/// not has no higher optimal value, in any world and with any co-players.

/// Whether `a` is rewarded only where `b` is, so that its optimal value is certainly not higher.
bool implies(const goal& a, const goal& b);

/// Goals whose optimal value is certainly not higher: some of the options, or one more of the
/// goal's atoms, or its negation, in one option. Different, without trivial ones and the goal
/// itself.
std::vector<goal> goals_of_lower_value(const goal& aim);

/// Goals whose optimal value is certainly not lower: one conjunct less in one option, or, if
/// there is room, one more option of one of the goal's atoms or its negation. Different, without
/// trivial ones and the goal itself.
std::vector<goal> goals_of_higher_value(const goal& aim);

} // namespace troupe
