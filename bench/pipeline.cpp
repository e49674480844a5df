// How much of the machine does training use for what has to be done? Floor: the same work by one
// thread, without actors and messages.

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

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <thread>

namespace {

using namespace troupe;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// Until batches are full and the first updates, which do more than others, are over.
constexpr double warm_up_seconds = 10;

/// What training was like for some time.
struct training_trace {
  double agent_steps = 0;
  use_of_machine used;
  /// Means of metrics.
  std::map<std::string, double> metrics;

  [[nodiscard]] double rate() const { return agent_steps / used.wall; }
};

constexpr const char* traced_metrics[] = {"inference.batch_size", "inference.wait",
                                          "inference.unlearned", "learner.weight_lag",
                                          "learner.target_asked"};

std::map<std::string, double> means_after(const run_history& history, double second) {
  std::map<std::string, double> means;
  for (const auto* name : traced_metrics) {
    metric_summary summary;
    if (auto found = history.metrics.find(name); found != history.metrics.end())
      for (const auto& point : found->second)
        if (point.seconds >= second)
          summary.add(point.value);
    means[name] = summary.mean();
  }
  return means;
}

double agent_steps_of(caf::scoped_actor& self, const trainer_actor& trains) {
  double steps = 0;
  self->request(trains, caf::infinite, status_atom_v)
      .receive(
          [&](const message<schema::Status>& answer) {
            if (auto report = read_value<status_report>(answer, {}))
              steps = number_in(*report, "agent steps").value_or(0);
          },
          [&](const caf::error& problem) { throw user_error(self->system().render(problem)); });
  return steps;
}

/// Trains as `troupe train` does, but for evaluations.
training_trace train(settings values, const system_settings& scheduling, double seconds) {
  values.evaluation.interval = 0;
  values.run.steps = 0;
  values.run.minutes = 0;
  temporary_folder place;
  auto folder = std::make_shared<run_folder>(place.path() / "run");
  auto options = training_options_of(values, folder, std::nullopt);
  std::ofstream(folder->configuration()) << to_toml(values);

  training_trace trace;
  {
    system_configuration configuration{scheduling};
    caf::actor_system system{configuration};
    caf::scoped_actor self{system};
    auto watcher = system.spawn<caf::detached>(monitor, monitor_options_of(options));
    auto trains =
        system.spawn<caf::detached>(trainer, options, watcher, surroundings_of(values, watcher));
    wait(warm_up_seconds);
    auto before = use_of_machine::until_now();
    auto steps_before = agent_steps_of(self, trains);
    wait(seconds);
    trace.used = use_of_machine::until_now().since(before);
    trace.agent_steps = agent_steps_of(self, trains) - steps_before;
    self->send(trains, stop_atom_v);
    self->request(trains, caf::infinite, finish_atom_v)
        .receive([](ok_atom) {},
                 [&](const caf::error& problem) { throw user_error(system.render(problem)); });
    self->send_exit(trains, caf::exit_reason::user_shutdown);
    self->wait_for(trains);
    self->send_exit(watcher, caf::exit_reason::user_shutdown);
    self->wait_for(watcher);
  }
  trace.metrics = means_after(read_run(folder->path()), warm_up_seconds);
  return trace;
}

ordered_json to_json(const step_costs& costs, double target_asked) {
  return {{"tasks", costs.tasks},
          {"reset", costs.reset},
          {"simulation", costs.simulation},
          {"picture", costs.picture},
          {"inference", costs.inference},
          {"update", costs.learning(target_asked)},
          {"update_from_target", costs.update},
          {"update_asking_target", costs.update_asking_target},
          {"sum", costs.collection() + costs.learning(target_asked)}};
}

ordered_json to_json(const training_trace& trace) {
  ordered_json threads = ordered_json::array();
  for (const auto& [id, use] : trace.used.threads)
    threads.push_back({{"id", id},
                       {"name", use.name},
                       {"user_seconds", use.user},
                       {"system_seconds", use.system}});
  return {{"agent_steps", trace.agent_steps},
          {"wall_seconds", trace.used.wall},
          {"cpu_seconds", trace.used.cpu},
          {"idle_core_seconds", trace.used.idle},
          {"steps_per_second", trace.rate()},
          {"cpu_seconds_per_step", trace.used.cpu / trace.agent_steps},
          {"metrics", trace.metrics},
          {"threads", threads}};
}

constexpr double micro = 1e6;

void print_trace(const training_trace& trace, double cores) {
  const auto& used = trace.used;
  fmt::print("end to end: {:.0f} agent steps/s; {:.1f} µs of CPU time per step\n", trace.rate(),
             micro * used.cpu / trace.agent_steps);
  for (const auto& [id, use] : used.threads)
    if (auto share = (use.user + use.system) / used.wall; share >= 0.001)
      fmt::print("  thread {} {:<16} {:5.1f} % of a core ({:.1f} % in the kernel)\n", id, use.name,
                 100 * share, 100 * use.system / used.wall);
  auto whole = cores * used.wall;
  fmt::print("  of {} cores: this process {:.1f} %, other processes {:.1f} %, idle {:.1f} %\n",
             cores, 100 * used.cpu / whole, 100 * (whole - used.cpu - used.idle) / whole,
             100 * used.idle / whole);
  for (const auto& [name, mean] : trace.metrics)
    fmt::print("  {:<24} {:.5g}\n", name, mean);
  std::fflush(stdout);
}

void print_costs(const std::string& title, const ordered_json& costs) {
  fmt::print("{}, µs of CPU time per agent step\n", title);
  for (const auto& [name, seconds] : costs.items())
    fmt::print("  {:<24} {:7.2f}\n", name, micro * seconds.get<double>());
}

struct arguments {
  configuration_layers layers;
  double seconds = 15;
  int rounds = 3;
  std::int64_t threads = 0;
  fs::path out;
};

/// How much of what its parts allow training reaches. The machine's speed changes by the minute, so
/// both are measured one right after the other.
ordered_json compare(const training_trace& trace, const settings& values,
                     const task_distribution& draws, std::size_t threads, double seconds) {
  auto metric = [&](const char* name) { return trace.metrics.at(name); };
  auto batch = std::max(1., std::round(metric("inference.batch_size")));
  auto costs =
      to_json(parts_alone(values, draws, static_cast<std::size_t>(batch), threads, seconds),
              metric("learner.target_asked"));
  print_costs(fmt::format("parts alone on {} cores", threads), costs);
  auto cores = static_cast<double>(threads_or_cores(values.system.threads));
  auto sum = costs["sum"].get<double>();
  auto ratio = trace.rate() * sum / cores;
  auto overhead = trace.used.cpu / trace.agent_steps - sum;
  fmt::print("  {} cores could do {:.0f} steps/s; training does {:.3f} of that\n"
             "  CPU time of training beyond its parts: {:.2f} µs per step\n",
             cores, cores / sum, ratio, micro * overhead);
  std::fflush(stdout);
  costs["ratio"] = ratio;
  costs["overhead"] = overhead;
  return costs;
}

void measure(const arguments& given) {
  set_tensor_threads(1);
  auto values = read_settings(given.layers);
  values.tasks.filtered = false; // bench_process measures the whole process
  auto scheduling = scheduling_of(values);
  if (given.threads > 0)
    scheduling.threads = given.threads;
  auto cores = threads_or_cores(values.system.threads);
  auto draws = distribution_of(values, {});
  ordered_json report{{"configuration", given.layers.file->string()},
                      {"cores", cores},
                      {"scheduler_threads", scheduling.threads},
                      {"rounds", ordered_json::array()}};
  std::vector<double> alone;
  std::vector<double> full;
  for (int round = 0; round < given.rounds; ++round) {
    auto trace = train(values, scheduling, given.seconds);
    print_trace(trace, static_cast<double>(cores));
    auto one_core = compare(trace, values, draws, 1, given.seconds);
    auto all_cores = compare(trace, values, draws, cores, given.seconds);
    alone.push_back(one_core["ratio"].get<double>());
    full.push_back(all_cores["ratio"].get<double>());
    report["rounds"].push_back({{"end_to_end", to_json(trace)},
                                {"parts_on_one_core", one_core},
                                {"parts_on_all_cores", all_cores}});
  }
  report["ratio"] = median(alone);
  report["ratio_with_all_cores_busy"] = median(full);
  fmt::print("median of {} rounds: {:.3f} of what the parts allow on one core each, {:.3f} of what "
             "they allow with all cores busy\n",
             given.rounds, median(alone), median(full));
  if (!given.out.empty())
    std::ofstream(given.out) << report.dump(2) << '\n';
}

} // namespace

int main(int count, char** words) {
  use_fast_product_kernels(words);
  CLI::App app{
      "Measures how fast training is, what its parts cost alone, and where the rest goes."};
  arguments given;
  given.layers.file = "config/laptop.toml";
  app.add_option("--config", given.layers.file, "What is trained")->capture_default_str();
  app.add_option("--set", given.layers.overrides, "A setting, as key=value");
  app.add_option("--seconds", given.seconds, "Of each measurement")->capture_default_str();
  app.add_option("--rounds", given.rounds, "How often everything is measured")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", given.threads, "Of the scheduler, instead of cores - 1");
  app.add_option("--out", given.out, "Where the results go, as JSON");
  CLI11_PARSE(app, count, words);
  try {
    measure(given);
  } catch (const std::exception& problem) {
    std::cerr << "bench_pipeline: " << problem.what() << '\n';
    return 2;
  }
}
