#pragma once

#include "config/settings.hpp"
#include "core/support/random.hpp"
#include "core/tasks/generation.hpp"
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

// A configuration may name files of worlds that evolved. Nothing here reads files: whoever calls
// hands over the `worlds`, and a `user_error` is thrown if that was forgotten.

/// Tasks to measure an agent by, drawn like those that it is trained on; with the worlds of
/// `tasks.worlds`. Throws `user_error` if the configuration asks for tasks that cannot be.
std::vector<grouped_task> draw_held_out(const settings& values, const random_stream& stream,
                                        const std::vector<archived_world>& worlds = {});

/// Which tasks of the validation or the test split a configuration measures agents by; with the
/// worlds of `evaluation.worlds`.
task_set_request evaluation_request_of(const settings& values, task_split split,
                                       const std::vector<archived_world>& worlds = {});

/// The tasks that a configuration trains on; with the worlds of `tasks.worlds`. What is held out
/// never comes up: no game and no topology of proposals, and no world of probes.
task_distribution distribution_of(const settings& values, const std::vector<grouped_task>& held_out,
                                  const std::vector<archived_world>& worlds = {});

} // namespace troupe
