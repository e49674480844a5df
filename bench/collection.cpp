// How fast do environments and acting networks play, by the number of environments, and what memory
// does each take? Floor: the same work by one thread, without actors and messages.

#include "actors/practice.hpp"
#include "actors/system.hpp"
#include "bench/serial_training.hpp"
#include "config/reader.hpp"
#include "core/agent/product_kernels.hpp"
#include "core/agent/threads.hpp"

#include <CLI/CLI.hpp>
#include <caf/scoped_actor.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <thread>

namespace {

using namespace troupe;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr double warm_up_seconds = 5;

/// What INFERENCE BATCHERS have counted.
struct batcher_counts {
  double actions = 0;
  double batches = 0;
};

batcher_counts counts_of(caf::scoped_actor& self,
                         const std::vector<inference_batcher_actor>& acting) {
  batcher_counts counts;
  for (const auto& each : acting)
    self->request(each, caf::infinite, status_atom_v)
        .receive(
            [&](const message<schema::Status>& answer) {
              if (auto report = read_value<status_report>(answer, {})) {
                counts.actions += number_in(*report, "actions").value_or(0);
                counts.batches += number_in(*report, "batches").value_or(0);
              }
            },
            [&](const caf::error& problem) {
              throw std::runtime_error(self->system().render(problem));
            });
  return counts;
}

/// What collecting was like.
struct collection_trace {
  double steps = 0;
  double batches = 0;
  double bytes_per_environment = 0;
  use_of_machine used;
};

collection_trace collect(const settings& values, const task_distribution& draws, double seconds) {
  auto count = static_cast<std::size_t>(values.collection.environments);
  learner agent(network_shape_of(values), hyperparameters_of(values), 1, values.system.device);
  collection_trace trace;
  system_configuration configuration{values.system};
  caf::actor_system system{configuration};
  caf::scoped_actor self{system};
  auto watcher = system.spawn<caf::detached>(monitor, monitor_options_of(values));
  auto around = surroundings_of(values, watcher);
  auto batchers = batchers_of(values, actor_threads(system));
  std::vector<inference_batcher_actor> acting;
  for (std::size_t i = 0; i < batchers; ++i)
    acting.push_back(system.spawn(inference_batcher, batching_options_of(values, batchers),
                                  weights_message(0, agent.acting_network()), learner_actor{},
                                  around));
  std::vector<hired_co_player> hired;
  std::vector<available_policy> co_players;
  for (const auto& name : values.tasks.co_players) {
    hired.push_back(make_co_player(system, name, casting_options_of(values), around));
    co_players.push_back(hired.back());
  }
  available_policy agent_plays{{acting.begin(), acting.end()}, assigned_agent_of(values, true)};
  auto source = system.spawn(
      practice, source_options{draws, random_stream{1}, {}, agent_plays, {}, co_players}, around);
  auto bytes = resident_bytes();
  std::vector<environment_actor> environments;
  for (std::size_t i = 0; i < count; ++i)
    environments.push_back(
        system.spawn(environment, environment_options_of(values, i), source, around));

  auto wait = [](double time) { std::this_thread::sleep_for(std::chrono::duration<double>(time)); };
  wait(warm_up_seconds);
  auto begin = counts_of(self, acting);
  auto before = use_of_machine::until_now();
  wait(seconds);
  trace.used = use_of_machine::until_now().since(before);
  auto end = counts_of(self, acting);
  trace.steps = end.actions - begin.actions;
  trace.batches = end.batches - begin.batches;
  trace.bytes_per_environment = (resident_bytes() - bytes) / static_cast<double>(count);

  auto stop = [&](const auto& actor) {
    self->send_exit(actor, caf::exit_reason::user_shutdown);
    self->wait_for(actor);
  };
  for (const auto& each : environments)
    stop(each);
  stop(source);
  for (const auto& each : acting)
    stop(each);
  for (const auto& each : hired)
    stop(each.plays);
  stop(watcher);
  return trace;
}

settings with_environments(settings values, std::int64_t count) {
  values.collection.environments = count;
  return values;
}

/// Cores that so many environments can use: each waits for its action before it goes on.
double usable_cores(const settings& values) {
  auto cores = threads_or_cores(values.system.threads);
  return static_cast<double>(
      std::min(cores, static_cast<std::size_t>(values.collection.environments)));
}

ordered_json measure_once(const settings& values, const task_distribution& draws, double seconds) {
  auto trace = collect(values, draws, seconds);
  auto batch = std::max(1., std::round(trace.steps / trace.batches));
  serial_training alone(values, draws, static_cast<std::size_t>(batch), false, 1);
  alone.run(seconds / 4);
  auto cost = alone.run(seconds).collection();
  auto rate = trace.steps / trace.used.wall;
  return {{"mean_batch", trace.steps / trace.batches},
          {"steps_per_second", rate},
          {"cpu_seconds_per_step", trace.used.cpu / trace.steps},
          {"idle_core_seconds", trace.used.idle},
          {"wall_seconds", trace.used.wall},
          {"parts_seconds_per_step", cost},
          {"ratio", rate / (usable_cores(values) / cost)},
          {"bytes_per_environment", trace.bytes_per_environment}};
}

/// The round with the median ratio: the machine's speed changes by the minute.
ordered_json measure(const settings& values, double seconds, int rounds) {
  auto draws = distribution_of(values, {});
  std::vector<ordered_json> all;
  for (int round = 0; round < rounds; ++round)
    all.push_back(measure_once(values, draws, seconds));
  std::ranges::sort(all, {}, [](const auto& each) { return each["ratio"].template get<double>(); });
  ordered_json row{{"environments", values.collection.environments},
                   {"cores", usable_cores(values)}};
  row.update(all[all.size() / 2]);
  row["lowest_ratio"] = all.front()["ratio"];
  row["highest_ratio"] = all.back()["ratio"];
  return row;
}

struct arguments {
  configuration_layers layers;
  std::vector<std::int64_t> environments{1, 8, 64, 256};
  double seconds = 10;
  int rounds = 3;
  fs::path out;
};

void measure_all(const arguments& given) {
  set_tensor_threads(1);
  auto values = read_settings(given.layers);
  ordered_json rows = ordered_json::array();
  fmt::print("{:>12} {:>6} {:>8} {:>8} {:>14} {:>14} {:>7} {:>14} {:>8}\n", "environments", "cores",
             "batch", "steps/s", "CPU µs/step", "parts µs/step", "ratio", "lowest-highest",
             "kB each");
  for (auto count : given.environments) {
    auto row = measure(with_environments(values, count), given.seconds, given.rounds);
    auto number = [&](const char* key) { return row[key].get<double>(); };
    fmt::print(
        "{:>12} {:>6} {:>8.1f} {:>8.0f} {:>14.1f} {:>14.1f} {:>7.2f} {:>9.2f}-{:.2f} {:>8.0f}\n",
        count, number("cores"), number("mean_batch"), number("steps_per_second"),
        1e6 * number("cpu_seconds_per_step"), 1e6 * number("parts_seconds_per_step"),
        number("ratio"), number("lowest_ratio"), number("highest_ratio"),
        number("bytes_per_environment") / 1000);
    std::fflush(stdout);
    rows.push_back(row);
  }
  if (!given.out.empty())
    std::ofstream(given.out) << rows.dump(2) << '\n';
}

} // namespace

int main(int count, char** words) {
  use_fast_product_kernels(words);
  CLI::App app{"Measures how fast environments and acting networks play, without learning."};
  arguments given;
  given.layers.file = "config/laptop.toml";
  app.add_option("--config", given.layers.file, "What is played, and by which network")
      ->capture_default_str();
  app.add_option("--set", given.layers.overrides, "A setting, as key=value");
  app.add_option("--environments", given.environments, "How many")->capture_default_str();
  app.add_option("--seconds", given.seconds, "Of each measurement")->capture_default_str();
  app.add_option("--rounds", given.rounds, "How often everything is measured")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--out", given.out, "Where the results go, as JSON");
  CLI11_PARSE(app, count, words);
  try {
    measure_all(given);
  } catch (const std::exception& problem) {
    std::cerr << "bench_collection: " << problem.what() << '\n';
    return 2;
  }
}
