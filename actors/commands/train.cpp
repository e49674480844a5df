#include "actors/commands/training_run.hpp"
#include "actors/system.hpp"
#include "actors/training_setup.hpp"
#include "core/agent/threads.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace troupe {

namespace {

/// Has generations of populations train. Returns why that failed.
std::string train_generations(const prepared_run& run) {
  const auto& values = run.values;
  // LibTorch has the thread of whoever calls it.
  set_tensor_threads(1);
  auto options = experiment_options_of(values, run.folder);
  options.film = film_episode;
  options.log = say;
  options.progress_output = stderr;

  system_configuration configuration{values.system};
  caf::actor_system system{configuration};
  auto watcher = system.spawn<caf::detached>(monitor, monitor_options{});
  auto manages =
      system.spawn<caf::detached>(generation_manager, options, surroundings_of(values, watcher));
  return wait_for_end(system, manages, watcher);
}

void train(const training_arguments& given) {
  auto run = prepare_run(given);
  check_end(run, run.values.run.process == "one-agent" ? train_agent(run) : train_generations(run));
  fmt::print("the run is in {}\n", run.folder->path().string());
}

} // namespace

void add_train_command(CLI::App& app) {
  auto given = std::make_shared<training_arguments>();
  auto* command = app.add_subcommand("train", "Trains an agent");
  command->footer("Ends at the budget, or by Ctrl-C: once for a clean end with a checkpoint, twice "
                  "for an end at once.\n\n"
                  "Examples:\n"
                  "  troupe train config/quick.toml\n"
                  "  troupe train config/laptop.toml --minutes 60 --name mine --set run.seed=7\n"
                  "  troupe train --resume runs/mine\n"
                  "  troupe train --resume runs/mine --minutes 120");
  add_training_options(*command, *given);
  command->callback([given] { train(*given); });
}

} // namespace troupe
