#pragma once

#include "core/game/goal_encoding.hpp"
#include "core/game/truth_table.hpp"

#include <boost/container/static_vector.hpp>

#include <optional>

namespace troupe {

using option_list = boost::container::static_vector<option, goal_encoding::max_options>;

/// The canonical disjunctive normal form of a function of its first `variables` variables: the one
/// with the fewest options, then the fewest literals, then the first in the order of options. Being
/// the smallest, it has no more options than any other form of the function. Nothing if it would
/// still have more than `goal_encoding::max_options`.
///
/// Options are ordered by their variables from the first on: required before forbidden before not
/// mentioned.
std::optional<option_list> minimal_cover(truth_table table, std::size_t variables);

} // namespace troupe
