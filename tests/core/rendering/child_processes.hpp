#pragma once

#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace troupe {

/// The processes that this one started and that have not ended, or whose end nobody has noticed.
inline std::set<pid_t> child_processes() {
  std::set<pid_t> children;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;)
      children.insert(child);
  }
  return children;
}

} // namespace troupe
