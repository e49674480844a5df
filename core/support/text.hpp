#pragma once

#include <span>
#include <string>
#include <string_view>

namespace troupe {

/// How many single-character insertions, deletions and substitutions turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate most like `word`, or an empty view if none is alike enough to be a slip of the
/// pen (at most a third of its letters wrong, or one letter of a short word).
std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

} // namespace troupe
