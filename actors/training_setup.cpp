#include "actors/training_setup.hpp"

#include "actors/system.hpp"
#include "config/tasks.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

system_settings scheduling_of(const settings& values) {
  auto scheduling = values.system;
  auto cores = static_cast<std::int64_t>(threads_or_cores(scheduling.threads));
  scheduling.threads = std::max<std::int64_t>(1, cores - 1);
  return scheduling;
}

training_options training_options_of(const settings& values,
                                     std::shared_ptr<const run_folder> folder,
                                     std::optional<found_checkpoint> begin) {
  training_options options;
  options.values = values;
  options.folder = std::move(folder);
  options.begin = std::move(begin);
  options.held_out =
      draw_held_out(values, random_stream{static_cast<std::uint64_t>(values.run.seed),
                                          {.use = purpose::evaluation}});
  options.draws = distribution_of(values, options.held_out);
  options.log = [](const std::string&) {};
  return options;
}

monitor_options monitor_options_of(const training_options& training) {
  const auto& run = training.values.run;
  auto options = monitor_options_of(training.values);
  options.metrics_file = training.folder->metrics();
  options.event_folder = training.folder->path();
  options.run = training.folder->path().filename().string();
  options.last_step = run.steps;
  options.last_second = run.minutes * 60;
  if (training.begin) {
    const auto& manifest = training.begin->manifest;
    options.counted = manifest.counters;
    options.updates = manifest.updates;
    options.agent_steps = manifest.agent_steps;
  }
  return options;
}

} // namespace troupe
