#pragma once

#include "config/settings.hpp"
#include "core/support/random.hpp"
#include "core/tasks/hold_out.hpp"
#include "core/tasks/task.hpp"

#include <functional>
#include <string>
#include <vector>

namespace troupe {

/// A task, and under which name what happens in it is added up.
struct grouped_task {
  task played;
  /// Empty for none.
  std::string group;
};

/// Draws tasks: the same stream gives the same task.
using task_distribution = std::function<grouped_task(const random_stream&)>;

/// Tasks to measure an agent by, drawn like those that it is trained on. Throws `user_error` if
/// the configuration asks for tasks that cannot be.
std::vector<grouped_task> draw_held_out(const settings& values, const random_stream& stream);

/// The tasks that a configuration trains on. What is held out never comes up: no game and no
/// topology of proposals, and no world of probes.
task_distribution distribution_of(const settings& values,
                                  const std::vector<grouped_task>& held_out);

} // namespace troupe
