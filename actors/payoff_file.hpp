#pragma once

#include "core/evaluation/payoffs.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace troupe {

// Who got what, as JSON lines: one for each policy with each co-player, in all games. So what was
// played once never has to be played again.

/// Appends a line at once. Throws `user_error` if it cannot.
void append_payoffs(const std::filesystem::path& file, const std::string& policy,
                    const std::string& co_player, std::span<const payoff_cell> games);

/// All that a file holds; nothing if there is none. A last line that is torn is cut off: its games
/// are to be played again. Throws `user_error` that names the line if one makes no sense.
payoff_table read_payoffs(const std::filesystem::path& file);

} // namespace troupe
