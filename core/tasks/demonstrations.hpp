#pragma once

#include "core/tasks/task.hpp"

#include <array>
#include <string_view>

namespace troupe {

/// A task made by hand to be looked at.
struct demonstration {
  /// As the command line spells it.
  std::string_view name;
  /// In one line, for people.
  std::string_view description;
  task (*make)();
};

/// All of them; every one is for two players.
inline constexpr std::size_t demonstration_count = 3;
extern const std::array<demonstration, demonstration_count> demonstrations;

/// The task of a demonstration. Throws `user_error` that lists the names if there is none such.
task demonstration_task(std::string_view name);

} // namespace troupe
