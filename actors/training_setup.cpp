#include "actors/training_setup.hpp"

#include "actors/from_settings.hpp"
#include "actors/system.hpp"
#include "config/tasks.hpp"
#include "core/tasks/demonstrations.hpp"
#include "messages/task_file.hpp"
#include "messages/world_archive.hpp"

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
  auto worlds = load_archive(values.tasks.worlds);
  options.held_out = draw_held_out(
      values,
      random_stream{static_cast<std::uint64_t>(values.run.seed), {.use = purpose::evaluation}},
      worlds);
  options.draws = distribution_of(values, options.held_out, worlds);
  if (values.tasks.filtered)
    options.make_source = filter_maker_of(values);
  options.log = [](const std::string&) {};
  return options;
}

experiment_options experiment_options_of(const settings& values,
                                         std::shared_ptr<const run_folder> folder) {
  experiment_folder where{folder->path()};
  experiment_options options;
  options.values = values;
  options.folder = std::move(folder);
  auto hold_out = [&](const std::vector<task>& tasks) {
    for (const auto& each : tasks)
      options.held_out.push_back({each, {}});
  };
  auto evaluation_set = [&](task_split split, const std::filesystem::path& file) {
    if (!std::filesystem::exists(file))
      save_task_set(file, draw_task_set(evaluation_request_of(
                                            values, split, load_archive(values.evaluation.worlds)),
                                        {}));
    return load_task_set(file).tasks;
  };
  options.validation = evaluation_set(task_split::validation, where.validation());
  hold_out(options.validation);
  hold_out(evaluation_set(task_split::test, where.test()));
  for (const auto& each : demonstrations)
    hold_out({each.make()});
  options.make_trainer = [](caf::actor_system& system, const training_options& training,
                            const monitor_actor& watcher, const surroundings& around) {
    return system.spawn<caf::detached>(trainer, training, watcher, around);
  };
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
