#pragma once

#include "core/game/goal.hpp"

#include <string>
#include <string_view>

namespace troupe {

/// Reads a goal such as `hold(me, yellow sphere) & !near(me, black cube) | on(me, blue floor)`.
///
/// `not`, `and`, `or` are understood for `!`, `&`, `|`; spacing, case and the order of arguments
/// that mean the same do not matter. Formulas may nest, as long as they have at most six different
/// predicates and can be written with six options. Throws `user_error` that names the column (from
/// 1) and what was expected there.
goal parse_goal(std::string_view text);

/// The canonical text of a goal: equivalent goals print alike, and reading it gives the same goal.
std::string to_string(const goal& aim);

} // namespace troupe
