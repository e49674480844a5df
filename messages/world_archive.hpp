#pragma once

#include "core/world/archive.hpp"

#include <filesystem>
#include <span>
#include <vector>

namespace troupe {

// Archives of worlds that evolved beside an agent, as JSON with one world a line, to which
// "created", the agent's steps at the time, is added. So whatever reads worlds also reads archives.

/// The worlds of an archive; none if the path is empty. Throws `user_error` that names file, line
/// and what is wrong there.
std::vector<archived_world> load_archive(const std::filesystem::path& path);

/// Throws `user_error` if there are no worlds, or if they cannot be written.
void save_archive(const std::filesystem::path& path, std::span<const archived_world> worlds);

} // namespace troupe
