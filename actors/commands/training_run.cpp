#include "actors/commands/training_run.hpp"

#include "actors/commands/film.hpp"
#include "actors/system.hpp"
#include "actors/training_setup.hpp"
#include "core/agent/threads.hpp"
#include "core/simulation/replay.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/task_file.hpp"

#include <caf/scoped_actor.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <functional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

namespace troupe {

namespace {

/// Waits for Ctrl-C: the first calls a function, the second ends the process at once. At most one
/// at a time.
class interruption {
public:
  explicit interruption(std::function<void()> first) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = ends[0];
    write_end = ends[1];
    struct sigaction handling {};
    handling.sa_handler = [](int) { wake(interrupted); };
    handling.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &handling, &before_[0]);
    ::sigaction(SIGTERM, &handling, &before_[1]);
    waits_ = std::thread([this, first = std::move(first)] {
      constexpr int interrupted_twice = 130;
      int count = 0;
      for (char word = 0; ::read(read_end_, &word, 1) == 1 && word == interrupted; ++count) {
        if (count > 0)
          std::_Exit(interrupted_twice);
        first();
      }
    });
  }
  ~interruption() {
    ::sigaction(SIGINT, &before_[0], nullptr);
    ::sigaction(SIGTERM, &before_[1], nullptr);
    wake(over);
    waits_.join();
    ::close(read_end_);
    ::close(write_end);
  }
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

private:
  static constexpr char interrupted = 'i';
  static constexpr char over = 'o';
  /// All that a signal handler may do is write.
  static void wake(char word) { [[maybe_unused]] auto written = ::write(write_end, &word, 1); }

  static inline int write_end = -1;
  int read_end_ = -1;
  struct sigaction before_[2];
  std::thread waits_;
};

/// The path of a run that does not exist yet: the name that was asked for, or the configuration's
/// with a number.
std::filesystem::path new_run(const settings& values, const training_arguments& given) {
  if (!given.name.empty())
    return run_path(values, given.name);
  auto stem = std::filesystem::path{given.configuration.file}.stem().string();
  for (int number = 1;; ++number)
    if (auto path = run_path(values, fmt::format("{}-{}", stem, number));
        !std::filesystem::exists(path))
      return path;
}

settings budgeted(settings values, const training_arguments& given) {
  if (given.steps)
    values.run.steps = *given.steps;
  if (given.minutes)
    values.run.minutes = *given.minutes;
  return values;
}

/// For people, and for `troupe evaluate`.
void write_held_out(const run_folder& folder, const settings& values,
                    const std::vector<grouped_task>& held_out) {
  task_set set{task_split::validation,
               static_cast<std::uint64_t>(values.run.seed),
               "held out from " + folder.path().string(),
               {}};
  for (const auto& each : held_out)
    set.tasks.push_back(each.played);
  save_task_set(folder.held_out(), set);
}

template <class Handle>
std::string wait_for(caf::actor_system& system, const Handle& trains,
                     const monitor_actor& watcher) {
  caf::scoped_actor self{system};
  std::string failure;
  interruption pressed{[trains] {
    say("\nfinishing with a checkpoint; once more Ctrl-C ends at once");
    caf::anon_send(trains, stop_atom_v);
  }};
  self->request(trains, caf::infinite, finish_atom_v)
      .receive([](ok_atom) {},
               [&](const caf::error& problem) { failure = system.render(problem); });
  self->send_exit(trains, caf::exit_reason::user_shutdown);
  self->wait_for(trains);
  self->send_exit(watcher, caf::exit_reason::user_shutdown);
  self->wait_for(watcher);
  return failure;
}

} // namespace

void add_training_options(CLI::App& command, training_arguments& given) {
  auto* file = command.add_option("CONFIG", given.configuration.file, "Configuration file (TOML)");
  command
      .add_option("--set", given.configuration.overrides,
                  "Overrides a setting, over file and environment; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  auto* name = command.add_option("--name", given.name, "Of the run's folder");
  command.add_option("--resume", given.resume, "Goes on with a run")
      ->type_name("RUN")
      ->excludes(file)
      ->excludes(name);
  command.add_option("--steps", given.steps, "Agent steps after which to end")
      ->check(CLI::PositiveNumber);
  command.add_option("--minutes", given.minutes, "Minutes after which to end, in all")
      ->check(CLI::PositiveNumber);
}

void say(const std::string& text) {
  fmt::print(stderr, "{}\n", text);
}

void film_episode(const episode_record& record, const std::filesystem::path& file) {
  picture_options options;
  options.view = "third";
  options.renderer = "cpu";
  options.size = "640x400";
  std::filesystem::create_directories(file.parent_path());
  replay again{record};
  film shot{options, file, again.now()};
  shot.add(again.now().state());
  while (!again.over()) {
    again.step([&](const simulation_state& moment) { shot.add(moment); });
    shot.update_captions(again.now());
  }
  shot.finish();
}

prepared_run prepare_run(const training_arguments& given) {
  if (given.configuration.file.empty() && given.resume.empty())
    throw user_error("Nothing to train; name a configuration, like config/laptop.toml, or a run to "
                     "go on with: --resume RUN");
  prepared_run run;
  if (given.resume.empty()) {
    run.values = budgeted(given.configuration.read(), given);
    run.folder = std::make_shared<run_folder>(new_run(run.values, given));
    if (run.folder->has_run())
      throw user_error(fmt::format("{}: there is a run already; go on with --resume {}, or choose "
                                   "another --name",
                                   run.folder->path().string(), run.folder->path().string()));
  } else {
    auto path = std::filesystem::path{given.resume};
    if (!std::filesystem::exists(path / "configuration.toml"))
      throw user_error(given.resume + ": is no run: it has no configuration.toml");
    run.folder = std::make_shared<run_folder>(path);
    auto options = given.configuration;
    options.file = run.folder->configuration().string();
    run.values = budgeted(options.read(), given);
  }
  auto text = to_toml(run.values);
  write_file_atomically(run.folder->configuration(), std::as_bytes(std::span{text}));
  check_co_players(run.values);
  say(fmt::format("{} {}", given.resume.empty() ? "training in" : "going on with",
                  run.folder->path().string()));
  return run;
}

std::string wait_for_end(caf::actor_system& system, const trainer_actor& trains,
                         const monitor_actor& watcher) {
  return wait_for(system, trains, watcher);
}

std::string wait_for_end(caf::actor_system& system, const generation_manager_actor& trains,
                         const monitor_actor& watcher) {
  return wait_for(system, trains, watcher);
}

std::string train_agent(const prepared_run& run, const source_maker& make_source) {
  const auto& values = run.values;
  // LibTorch has the thread of whoever calls it.
  set_tensor_threads(1);
  auto begin = newest_checkpoint(run.folder->checkpoints(), [](const std::string& problem) {
    say(problem + "; an older checkpoint is used");
  });
  run.folder->forget_after(begin ? begin->manifest.updates : 0);
  auto options = training_options_of(values, run.folder, begin);
  write_held_out(*run.folder, values, options.held_out);
  if (make_source)
    options.make_source = make_source;
  options.film = film_episode;
  options.log = say;
  auto monitoring = monitor_options_of(options);
  monitoring.progress_output = stderr;

  system_configuration configuration{scheduling_of(values)};
  caf::actor_system system{configuration};
  auto watcher = system.spawn<caf::detached>(monitor, monitoring);
  auto trains =
      system.spawn<caf::detached>(trainer, options, watcher, surroundings_of(values, watcher));
  return wait_for_end(system, trains, watcher);
}

void check_end(const prepared_run& run, const std::string& failure) {
  if (!failure.empty())
    throw user_error(run.folder->path().string() + ": training stopped: " + failure);
}

} // namespace troupe
