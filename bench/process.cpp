// Does the whole open-ended process use the machine as well as training one agent does? Floor: the
// same steps by one thread, without actors and messages. And what does it take to filter tasks?

#include "actors/run_reader.hpp"
#include "actors/system.hpp"
#include "actors/training_setup.hpp"
#include "bench/parts_alone.hpp"
#include "config/reader.hpp"
#include "core/agent/product_kernels.hpp"
#include "core/agent/threads.hpp"
#include "core/support/error.hpp"

#include <CLI/CLI.hpp>
#include <caf/scoped_actor.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace troupe;

/// Until co-players are measured, batches are full and the first checks are over.
constexpr double warm_up_seconds = 30;

/// What was done so far, by use; in agent steps.
struct work_done {
  double training = 0;
  double trials = 0;
  double controls = 0;
  double evaluation = 0;
  /// CPU seconds of the filters.
  double filtering = 0;

  [[nodiscard]] work_done since(const work_done& before) const {
    return {training - before.training, trials - before.trials, controls - before.controls,
            evaluation - before.evaluation, filtering - before.filtering};
  }
  [[nodiscard]] double steps() const { return training + trials + controls + evaluation; }
};

nlohmann::json last_line(const fs::path& file) {
  std::ifstream in(file);
  nlohmann::json last = nlohmann::json::object();
  for (std::string line; std::getline(in, line);)
    if (auto read = nlohmann::json::parse(line, nullptr, false); read.is_object())
      last = std::move(read);
  return last;
}

work_done done_in(const experiment_folder& folder, const settings& values) {
  work_done done;
  for (std::int64_t agent = 1; agent <= values.pbt.population; ++agent) {
    generation_folder where{folder, 1};
    auto line = last_line(where.agent(static_cast<std::uint64_t>(agent)) / "metrics.jsonl");
    auto counters = line.value("counters", nlohmann::json::object());
    done.training += counters.value("agent_steps", 0.);
    done.trials += counters.value("steps.trials", 0.);
    done.controls += counters.value("steps.trials.control", 0.);
    done.filtering += counters.value("dtg.cpu_seconds", 0.);
  }
  std::ifstream payoffs(folder.payoffs());
  double lines = 0;
  for (std::string line; std::getline(payoffs, line);)
    ++lines;
  const auto& evaluation = values.evaluation;
  done.evaluation = lines
                    * static_cast<double>(evaluation.validation_pairs * evaluation.episodes
                                          * values.episode.steps);
  return done;
}

struct process_trace {
  work_done done;
  use_of_machine used;
};

/// Runs the process as `troupe train` does, but for videos.
process_trace run(settings values, double seconds) {
  values.monitor.updates_per_line = 1;
  temporary_folder place;
  auto folder = std::make_shared<run_folder>(place.path() / "run");
  auto options = experiment_options_of(values, folder);
  experiment_folder where{folder->path()};
  process_trace trace;
  system_configuration configuration{values.system};
  caf::actor_system system{configuration};
  caf::scoped_actor self{system};
  auto watcher = system.spawn<caf::detached>(monitor, monitor_options{});
  auto manages =
      system.spawn<caf::detached>(generation_manager, options, surroundings_of(values, watcher));
  wait(warm_up_seconds);
  auto before = use_of_machine::until_now();
  auto done_before = done_in(where, values);
  wait(seconds);
  trace.used = use_of_machine::until_now().since(before);
  trace.done = done_in(where, values).since(done_before);
  self->send(manages, stop_atom_v);
  self->request(manages, caf::infinite, finish_atom_v)
      .receive([](ok_atom) {},
               [&](const caf::error& problem) { throw user_error(system.render(problem)); });
  self->send_exit(manages, caf::exit_reason::user_shutdown);
  self->wait_for(manages);
  self->send_exit(watcher, caf::exit_reason::user_shutdown);
  return trace;
}

/// CPU seconds that the parts of what was done take alone.
double needed(const work_done& done, const step_costs& costs) {
  auto moving = costs.reset + costs.simulation;
  auto acting = moving + costs.picture + costs.inference;
  return done.training * (acting + costs.learning(0)) + (done.trials + done.evaluation) * acting
         + done.controls * moving + done.filtering;
}

struct arguments {
  configuration_layers layers;
  double seconds = 60;
  int rounds = 3;
};

void print(const process_trace& trace, double cores) {
  const auto& done = trace.done;
  auto share = [&](double steps) { return 100 * steps / done.steps(); };
  auto whole = cores * trace.used.wall;
  fmt::print(
      "steps: {:.0f}/s, of which training {:.1f} %, trials {:.1f} % and their control policy "
      "{:.1f} %, evaluation {:.1f} %\n",
      done.steps() / trace.used.wall, share(done.training), share(done.trials),
      share(done.controls), share(done.evaluation));
  fmt::print("CPU time: {:.1f} % of {} cores, idle {:.1f} %; filtering tasks takes {:.2f} % of the "
             "process\n",
             100 * trace.used.cpu / whole, cores, 100 * trace.used.idle / whole,
             100 * done.filtering / trace.used.cpu);
}

void measure(const arguments& given) {
  set_tensor_threads(1);
  auto values = read_settings(given.layers);
  auto cores = threads_or_cores(values.system.threads);
  auto draws = distribution_of(values, {});
  std::vector<double> ratios;
  for (int round = 0; round < given.rounds; ++round) {
    auto trace = run(values, given.seconds);
    print(trace, static_cast<double>(cores));
    auto batch = static_cast<std::size_t>(values.collection.batch_size) / 2;
    auto costs = parts_alone(values, draws, batch, cores, 15);
    ratios.push_back(needed(trace.done, costs) / (static_cast<double>(cores) * trace.used.wall));
    fmt::print("the parts alone need {:.3f} of that time\n", ratios.back());
    std::fflush(stdout);
  }
  fmt::print("median of {} rounds: {:.3f}\n", given.rounds, median(ratios));
}

} // namespace

int main(int count, char** words) {
  use_fast_product_kernels(words);
  CLI::App app{"Measures how well the open-ended process uses the machine."};
  arguments given;
  given.layers.file = "config/laptop.toml";
  app.add_option("--config", given.layers.file, "What is run")->capture_default_str();
  app.add_option("--set", given.layers.overrides, "A setting, as key=value");
  app.add_option("--seconds", given.seconds, "Of each round")->capture_default_str();
  app.add_option("--rounds", given.rounds, "How often everything is measured")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, count, words);
  try {
    measure(given);
  } catch (const std::exception& problem) {
    std::cerr << "bench_process: " << problem.what() << '\n';
    return 2;
  }
}
