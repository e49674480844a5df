#pragma once

#include "core/tasks/task.hpp"

#include <string>
#include <vector>

namespace troupe {

struct split_arguments {
  /// Files, checkpoints, runs or experiments.
  std::vector<std::string> agents;
  task_split split = task_split::test;
  bool json = false;
};

/// Measures agents on the validation or the test set, side by side, and prints how they did.
void evaluate_on_split(const split_arguments& given);

} // namespace troupe
