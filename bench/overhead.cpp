// What do actors and messages cost per agent step? Environments that simulate and draw nothing, a
// batcher that computes nothing, and a learner that learns nothing, with the messages, conversions,
// metrics and unrolls of the real ones (actors/environment.cpp, actors/inference_batcher.cpp,
// actors/learner.cpp). Floor: without unrolls.

#include "actors/from_settings.hpp"
#include "actors/system.hpp"
#include "bench/measuring.hpp"
#include "config/agent.hpp"
#include "config/reader.hpp"
#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/learning/unroll.hpp"
#include "messages/training_conversion.hpp"

#include <CLI/CLI.hpp>
#include <caf/scoped_actor.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <fstream>
#include <iostream>
#include <thread>

namespace {

using namespace troupe;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

using idle_learner_actor = caf::typed_actor<caf::replies_to<message<schema::Unroll>>::with<ok_atom>,
                                            caf::reacts_to<pass_on_atom>>;
using idle_batcher_actor =
    caf::typed_actor<caf::replies_to<message<schema::Observation>>::with<message<schema::Action>>,
                     caf::reacts_to<tick_atom>, caf::reacts_to<pass_on_atom>>;
using idle_environment_actor =
    caf::typed_actor<caf::reacts_to<tick_atom>, caf::reacts_to<pass_on_atom>>;

// -- a learner that learns nothing ----------------------------------------------------------------

struct idle_learner_state {
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

idle_learner_actor::behavior_type
idle_learner(idle_learner_actor::stateful_pointer<idle_learner_state> self,
             const surroundings& around) {
  equip(self, around);
  return {
      [self](const message<schema::Unroll>& arrived) -> caf::result<ok_atom> {
        auto steps = self->state.arrivals->read<unroll>(arrived);
        if (!steps)
          return steps.error();
        return ok_atom_v;
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
  };
}

// -- a batcher that computes nothing --------------------------------------------------------------

struct idle_batcher_state {
  struct waiting_player {
    observation seen;
    caf::typed_response_promise<message<schema::Action>> answer;
    caf::actor_clock::time_point since;
  };

  batching_options options;
  std::size_t memory_size = 0;
  idle_learner_actor learner;
  std::optional<unroll_assembler> unrolls;
  std::vector<waiting_player> waiting;
  bool is_alarm_set = false;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

using batcher_pointer = idle_batcher_actor::stateful_pointer<idle_batcher_state>;

void gather(batcher_pointer self, observation seen) {
  auto& state = self->state;
  auto nothing = [&] {
    std::vector<float> zeros(state.memory_size);
    return recurrent_memory{zeros, zeros};
  };
  if (auto ready = state.unrolls->add(std::move(seen), {}, 0, nothing))
    self->request(state.learner, caf::infinite, to_message(*ready)).then([](ok_atom) {});
}

void run_batch(batcher_pointer self) {
  auto& state = self->state;
  for (auto& player : state.waiting) {
    player.answer.deliver(to_message(action_message{player.seen.when, noop_action()}));
    if (state.learner)
      gather(self, std::move(player.seen));
  }
  state.waiting.clear();
  state.metrics->measure("inference.batch_size", 1);
}

void run_batches(batcher_pointer self) {
  auto& state = self->state;
  auto now = self->clock().now();
  auto time_left = [&] { return state.waiting.front().since + state.options.latency - now; };
  if (!state.waiting.empty()
      && (state.waiting.size() >= state.options.batch_size || time_left().count() <= 0))
    run_batch(self);
  if (!state.waiting.empty() && !std::exchange(state.is_alarm_set, true))
    self->delayed_send(self, time_left(), tick_atom_v);
}

idle_batcher_actor::behavior_type
idle_batcher(batcher_pointer self, const batching_options& options, std::size_t memory_size,
             const idle_learner_actor& learner, const surroundings& around) {
  self->state.options = options;
  self->state.memory_size = memory_size;
  self->state.learner = learner;
  self->state.unrolls.emplace(options.unroll_length);
  equip(self, around);
  return {
      [self](const message<schema::Observation>& arrived) -> caf::result<message<schema::Action>> {
        auto& state = self->state;
        auto seen = state.arrivals->read<observation>(arrived);
        if (!seen)
          return seen.error();
        auto answer = self->make_response_promise<message<schema::Action>>();
        state.waiting.push_back({std::move(*seen), answer, self->clock().now()});
        run_batches(self);
        return answer;
      },
      [self](tick_atom) {
        self->state.is_alarm_set = false;
        run_batches(self);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
  };
}

// -- an environment that simulates and draws nothing ----------------------------------------------

struct idle_environment_state {
  observation seen;
  idle_batcher_actor policy;
  std::atomic<std::uint64_t>* steps = nullptr;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

using environment_pointer = idle_environment_actor::stateful_pointer<idle_environment_state>;

void ask_policy(environment_pointer self);

void go_on(environment_pointer self, const message<schema::Action>& answer) {
  auto& state = self->state;
  auto chosen = state.arrivals->read<action_message>(answer);
  if (!chosen)
    return self->quit(chosen.error());
  ++state.seen.when.step;
  state.metrics->count("environment_steps");
  state.steps->fetch_add(1, std::memory_order_relaxed);
  ask_policy(self);
}

void ask_policy(environment_pointer self) {
  auto& state = self->state;
  message_builder<schema::Observation> builder{
      observation_payload(state.seen.picture.byte_count())};
  write_all_but_pixels(state.seen, *builder);
  self->request(state.policy, caf::infinite, std::move(builder).finish())
      .then([self](const message<schema::Action>& answer) { go_on(self, answer); },
            [self](caf::error& problem) { self->quit(std::move(problem)); });
}

idle_environment_actor::behavior_type
idle_environment(environment_pointer self, std::uint64_t number, const assigned_player& player,
                 const idle_batcher_actor& policy, std::atomic<std::uint64_t>* steps,
                 const surroundings& around) {
  auto& state = self->state;
  state.policy = policy;
  state.steps = steps;
  state.seen.when.environment = number;
  state.seen.picture.width = player.picture_width;
  state.seen.picture.height = player.picture_height;
  state.seen.goal = encode(parse_goal("hold(me, yellow sphere) | see(me, opponent)"));
  state.seen.privileged.emplace();
  equip(self, around);
  self->send(self, tick_atom_v);
  return {
      [self](tick_atom) { ask_policy(self); },
      [self](pass_on_atom) { self->state.metrics->flush(); },
  };
}

// -- measuring ------------------------------------------------------------------------------------

ordered_json measure(const settings& values, bool learns, double seconds) {
  constexpr double warm_up_seconds = 1;
  std::atomic<std::uint64_t> steps{0};
  system_configuration configuration{values.system};
  caf::actor_system system{configuration};
  caf::scoped_actor self{system};
  auto watcher = system.spawn<caf::detached>(monitor, monitor_options_of(values));
  auto around = surroundings_of(values, watcher);
  idle_learner_actor learner;
  if (learns)
    learner = system.spawn<caf::detached>(idle_learner, around);
  auto memory = static_cast<std::size_t>(network_shape_of(values).core_output());
  auto policy = system.spawn(idle_batcher, batching_options_of(values), memory, learner, around);
  std::vector<idle_environment_actor> environments;
  for (std::int64_t i = 0; i < values.collection.environments; ++i)
    environments.push_back(system.spawn(idle_environment, static_cast<std::uint64_t>(i),
                                        assigned_agent_of(values, true), policy, &steps, around));

  auto wait = [](double time) { std::this_thread::sleep_for(std::chrono::duration<double>(time)); };
  wait(warm_up_seconds);
  auto before = use_of_machine::until_now();
  auto first = steps.load();
  wait(seconds);
  auto used = use_of_machine::until_now().since(before);
  auto count = static_cast<double>(steps.load() - first);

  auto stop = [&](const auto& actor) {
    self->send_exit(actor, caf::exit_reason::user_shutdown);
    self->wait_for(actor);
  };
  for (const auto& each : environments)
    stop(each);
  stop(policy);
  if (learns)
    stop(learner);
  stop(watcher);
  return {{"scheduler_threads", values.system.threads},
          {"environments", values.collection.environments},
          {"unrolls", learns},
          {"wall_seconds_per_step", used.wall / count},
          {"cpu_seconds_per_step", used.cpu / count}};
}

struct arguments {
  configuration_layers layers;
  double seconds = 5;
  fs::path out;
};

void measure_all(const arguments& given) {
  auto values = read_settings(given.layers);
  ordered_json rows = ordered_json::array();
  fmt::print("{:>8} {:>13} {:>8} {:>14} {:>14}\n", "threads", "environments", "unrolls",
             "wall µs/step", "CPU µs/step");
  for (std::int64_t threads : {1, 2})
    for (bool learns : {false, true}) {
      values.system.threads = threads;
      auto row = measure(values, learns, given.seconds);
      fmt::print("{:>8} {:>13} {:>8} {:>14.2f} {:>14.2f}\n", threads,
                 values.collection.environments, learns ? "yes" : "no",
                 1e6 * row["wall_seconds_per_step"].get<double>(),
                 1e6 * row["cpu_seconds_per_step"].get<double>());
      rows.push_back(row);
    }
  if (!given.out.empty())
    std::ofstream(given.out) << rows.dump(2) << '\n';
}

} // namespace

int main(int count, char** words) {
  CLI::App app{"Measures what actors and messages cost per agent step, with nothing to be done."};
  arguments given;
  given.layers.file = "config/laptop.toml";
  app.add_option("--config", given.layers.file, "Sizes of pictures, batches and unrolls")
      ->capture_default_str();
  app.add_option("--set", given.layers.overrides, "A setting, as key=value");
  app.add_option("--seconds", given.seconds, "Of each measurement")->capture_default_str();
  app.add_option("--out", given.out, "Where the results go, as JSON");
  CLI11_PARSE(app, count, words);
  try {
    measure_all(given);
  } catch (const std::exception& problem) {
    std::cerr << "bench_overhead: " << problem.what() << '\n';
    return 2;
  }
}
