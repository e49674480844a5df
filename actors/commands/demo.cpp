#include "actors/co_player.hpp"
#include "actors/commands/command_line.hpp"
#include "actors/system.hpp"
#include "core/support/error.hpp"

#include <caf/scoped_actor.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

namespace troupe {

namespace {

struct player_state {
  static inline const char* name = "demo_player";

  /// The next observation: a moving test card, drawn straight into the message.
  message<schema::Observation> observe() const {
    message_builder<schema::Observation> builder{observation_payload(current.picture.byte_count())};
    auto pixels = write_all_but_pixels(current, *builder);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      pixels[i] = static_cast<std::uint8_t>(i + current.when.step);
    return std::move(builder).finish();
  }

  /// Takes the answer to the current observation and goes on to the next.
  void advance(const message<schema::Action>& answer) {
    auto chosen = arrivals->read<action_message>(answer);
    if (!chosen || chosen->when != current.when)
      return metrics->count("demo.wrong_answers");
    metrics->count(metric);
    ++steps;
    current.last_action = chosen->chosen;
    ++current.when.step;
  }

  observation current;
  std::string metric;
  std::uint64_t steps = 0;
  /// Why it stopped; empty while it goes on.
  std::string problem;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

using player_actor = caf::typed_actor<
    // To itself: one more step.
    caf::reacts_to<tick_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// Shows pictures to a policy and takes its actions, a step at a time, until it is stopped.
player_actor::behavior_type demo_player(player_actor::stateful_pointer<player_state> self,
                                        const observation& first, const policy_actor& policy,
                                        const std::string& metric, const surroundings& around) {
  auto& state = self->state;
  state.current = first;
  state.metric = metric;
  equip(self, around);
  self->send(self, tick_atom_v);
  return {
      [self, policy](tick_atom) {
        // No timer: one for each step would double its cost, and whoever waits asks for the status.
        self->request(policy, caf::infinite, self->state.observe())
            .then(
                [self](const message<schema::Action>& answer) {
                  self->state.advance(answer);
                  self->send(self, tick_atom_v);
                },
                [self](const caf::error& problem) {
                  self->state.problem = self->system().render(problem);
                });
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) {
        const auto& state = self->state;
        return to_message(status_report{
            "demo player",
            {{"steps", static_cast<double>(state.steps)}, {"problem", state.problem}}});
      },
  };
}

struct demo_arguments {
  configuration_options configuration;
  std::string name = "demo";
  double seconds = 5;
  unsigned players = 4;
  bool json = false;
};

std::shared_ptr<std::ostream> open_metrics(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  auto file = std::make_shared<std::ofstream>(folder / "metrics.jsonl");
  if (problem || !*file)
    throw user_error(folder.string() + ": cannot be written to; choose another run.folder");
  return file;
}

/// Ends its actors however the scope is left, since an actor system waits for them.
class company {
public:
  template <class Handle>
  Handle add(Handle actor) {
    stops_.push_back([actor] { caf::anon_send_exit(actor, caf::exit_reason::user_shutdown); });
    return actor;
  }

  company() = default;
  company(const company&) = delete;
  company& operator=(const company&) = delete;
  ~company() {
    for (auto& stop : stops_)
      stop();
  }

private:
  std::vector<std::function<void()>> stops_;
};

/// Steps that these players have made, asking each. Throws if one of them could not go on.
std::uint64_t total_steps(caf::scoped_actor& self, const std::vector<player_actor>& players,
                          const surroundings& around) {
  double total = 0;
  auto fail = [](const std::string& reason) {
    throw std::runtime_error("a player could not go on: " + reason);
  };
  for (const auto& player : players)
    self->request(player, around.request_timeout, status_atom_v)
        .receive(
            [&](const message<schema::Status>& answer) {
              auto status = read_value<status_report>(answer, around.limits);
              if (!status)
                return fail(self->system().render(status.error()));
              total += std::get<double>(status->values.at(0).second);
              if (const auto& problem = std::get<std::string>(status->values.at(1).second);
                  !problem.empty())
                fail(problem);
            },
            [&](const caf::error& problem) { fail(self->system().render(problem)); });
  return static_cast<std::uint64_t>(total);
}

/// How far a group of players has come.
struct tally {
  std::uint64_t steps = 0;
  double seconds = 0;
  [[nodiscard]] double rate() const { return static_cast<double>(steps) / seconds; }
};

void report(const demo_arguments& given, const std::filesystem::path& folder, const tally& near,
            const tally& far) {
  if (given.json)
    fmt::print("{}\n", nlohmann::ordered_json{{"seconds", far.seconds},
                                              {"steps_in_process", near.steps},
                                              {"steps_over_socket", far.steps},
                                              {"run", folder.string()}}
                           .dump());
  else
    fmt::print("{} players showed pictures to random co-players for {:.1f} s:\n"
               "  in this process {:>9} steps, {:>7.0f} a second\n"
               "  over a socket   {:>9} steps, {:>7.0f} a second\n"
               "metrics are in {}\n",
               2 * given.players, far.seconds, near.steps, near.rate(), far.steps, far.rate(),
               (folder / "metrics.jsonl").string());
}

void run_demo(const demo_arguments& given) {
  auto values = given.configuration.read();
  auto folder = run_folder(values, given.name);
  auto monitoring = monitor_options_of(values);
  monitoring.metrics_output = open_metrics(folder);
  monitoring.progress_output = stderr;

  system_configuration here_configuration{values.system};
  system_configuration there_configuration{values.system};
  caf::actor_system here{here_configuration};
  caf::actor_system there{there_configuration};
  company everyone;
  auto watcher = everyone.add(here.spawn<caf::detached>(monitor, monitoring));
  auto around = surroundings_of(values, watcher);

  // One co-player beside the players, one behind a socket: for the players there is no difference.
  auto near = everyone.add(here.spawn(co_player, blind_policy::random, around));
  auto far_away = everyone.add(there.spawn(co_player, blind_policy::random, around));
  auto far = connect<co_player_actor>(here, {"127.0.0.1", publish_on_loopback(far_away)});

  observation first;
  first.policy_seed = random_stream{static_cast<std::uint64_t>(values.run.seed)}();
  first.picture.height = static_cast<int>(values.episode.picture_height);
  first.picture.width = static_cast<int>(values.episode.picture_width);
  auto start = std::chrono::steady_clock::now();
  std::vector<player_actor> in_process;
  std::vector<player_actor> over_socket;
  for (unsigned i = 0; i < given.players; ++i) {
    first.when.environment = i;
    in_process.push_back(
        everyone.add(here.spawn(demo_player, first, near, "steps.in_process", around)));
    first.when.environment = given.players + i;
    over_socket.push_back(
        everyone.add(here.spawn(demo_player, first, far, "steps.over_socket", around)));
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(given.seconds));

  caf::scoped_actor self{here};
  auto tally_of = [&](const std::vector<player_actor>& players) {
    auto steps = total_steps(self, players, around);
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return tally{steps, elapsed.count()};
  };
  auto steps_near = tally_of(in_process);
  auto steps_far = tally_of(over_socket);
  auto stop = [&](const auto& actor) {
    self->send_exit(actor, caf::exit_reason::user_shutdown);
    self->wait_for(actor);
  };
  std::for_each(in_process.begin(), in_process.end(), stop);
  std::for_each(over_socket.begin(), over_socket.end(), stop);
  stop(near);
  stop(far);
  stop(watcher); // last, so that nothing measured is lost
  report(given, folder, steps_near, steps_far);
}

} // namespace

void add_demo_command(CLI::App& app) {
  auto given = std::make_shared<demo_arguments>();
  auto* command = app.add_subcommand(
      "demo", "Actors exchange observations and actions, in this process and over a socket");
  add_configuration_options(*command, given->configuration, false);
  command->add_option("--name", given->name, "Name of the run's folder")->capture_default_str();
  command->add_option("--seconds", given->seconds, "How long")
      ->capture_default_str()
      ->check([](const std::string& text) {
        auto seconds = std::atof(text.c_str());
        return seconds >= 0.1 && seconds <= 3600 ? "" : text + ": not from 0.1 to 3600";
      });
  command
      ->add_option("--players", given->players, "Players in process, and as many over the socket")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", given->json, "For programs");
  command->footer("Examples:\n"
                  "  troupe demo\n"
                  "  troupe demo --seconds 2 --players 16 --set episode.picture_height=36 --json");
  command->callback([given] { run_demo(*given); });
}

} // namespace troupe
