#pragma once

#include "core/tasks/task.hpp"

#include <filesystem>
#include <vector>

namespace troupe {

// Files of worlds and tasks, in the binary form or as JSON: whichever it is shows in its first
// bytes. All throw `user_error` that names the file and what is wrong with it.

/// The worlds of a file: one in the binary form, or JSON with one world a line or one over several.
std::vector<world> load_worlds(const std::filesystem::path& path);

/// The only world of a file.
world load_world(const std::filesystem::path& path);

void save_world(const std::filesystem::path& path, const world& value);

task_set load_task_set(const std::filesystem::path& path);

/// As JSON if the path ends in ".json", else in the binary form.
void save_task_set(const std::filesystem::path& path, const task_set& value);

} // namespace troupe
