#include "actors/commands/command_line.hpp"
#include "actors/commands/film.hpp"
#include "actors/run_folder.hpp"
#include "actors/system.hpp"
#include "actors/trainer.hpp"
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
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

namespace troupe {

namespace {

struct train_arguments {
  configuration_options configuration;
  std::string name;
  std::string resume;
  std::optional<std::int64_t> steps;
  std::optional<double> minutes;
};

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

/// The path of a run that does not exist yet: the name that was asked for, or the configuration's
/// with a number.
std::filesystem::path new_run(const settings& values, const train_arguments& given) {
  if (!given.name.empty())
    return run_path(values, given.name);
  auto stem = std::filesystem::path{given.configuration.file}.stem().string();
  for (int number = 1;; ++number)
    if (auto path = run_path(values, fmt::format("{}-{}", stem, number));
        !std::filesystem::exists(path))
      return path;
}

settings budgeted(settings values, const train_arguments& given) {
  if (given.steps)
    values.run.steps = *given.steps;
  if (given.minutes)
    values.run.minutes = *given.minutes;
  return values;
}

/// A run that begins, or one that goes on.
struct prepared_run {
  settings values;
  std::shared_ptr<run_folder> folder;
  std::optional<found_checkpoint> begin;
};

void say(const std::string& text) {
  fmt::print(stderr, "{}\n", text);
}

prepared_run prepare(const train_arguments& given) {
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
    run.begin = newest_checkpoint(run.folder->checkpoints(), [](const std::string& problem) {
      say(problem + "; an older checkpoint is used");
    });
    run.folder->forget_after(run.begin ? run.begin->manifest.updates : 0);
  }
  auto text = to_toml(run.values);
  write_file_atomically(run.folder->configuration(), std::as_bytes(std::span{text}));
  return run;
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

void train(const train_arguments& given) {
  auto run = prepare(given);
  const auto& values = run.values;
  // LibTorch has the learner's thread and, one call at a time, those of actors.
  set_tensor_threads(1);
  auto options = training_options_of(values, run.folder, run.begin);
  write_held_out(*run.folder, values, options.held_out);
  options.film = film_episode;
  options.log = say;

  say(fmt::format("{} {}", run.begin ? "going on with" : "training in",
                  run.folder->path().string()));
  auto monitoring = monitor_options_of(options);
  monitoring.progress_output = stderr;

  system_configuration configuration{scheduling_of(values)};
  caf::actor_system system{configuration};
  caf::scoped_actor self{system};
  auto watcher = system.spawn<caf::detached>(monitor, monitoring);
  auto trains =
      system.spawn<caf::detached>(trainer, options, watcher, surroundings_of(values, watcher));
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
  if (!failure.empty())
    throw user_error(run.folder->path().string() + ": training stopped: " + failure);
  fmt::print("the run is in {}\n", run.folder->path().string());
}

} // namespace

void add_train_command(CLI::App& app) {
  auto given = std::make_shared<train_arguments>();
  auto* command = app.add_subcommand("train", "Trains an agent");
  command->footer("Ends at the budget, or by Ctrl-C: once for a clean end with a checkpoint, twice "
                  "for an end at once.\n\n"
                  "Examples:\n"
                  "  troupe train config/quick.toml\n"
                  "  troupe train config/laptop.toml --minutes 60 --name mine --set run.seed=7\n"
                  "  troupe train --resume runs/mine\n"
                  "  troupe train --resume runs/mine --minutes 120");
  auto* file =
      command->add_option("CONFIG", given->configuration.file, "Configuration file (TOML)");
  command
      ->add_option("--set", given->configuration.overrides,
                   "Overrides a setting, over file and environment; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  auto* name = command->add_option("--name", given->name, "Of the run's folder");
  auto* resume = command->add_option("--resume", given->resume, "Goes on with a run")
                     ->type_name("RUN")
                     ->excludes(file)
                     ->excludes(name);
  command->add_option("--steps", given->steps, "Agent steps after which to end")
      ->check(CLI::PositiveNumber);
  command->add_option("--minutes", given->minutes, "Minutes after which to end, in all")
      ->check(CLI::PositiveNumber);
  command->callback([given, file, resume] {
    if (file->empty() && resume->empty())
      throw user_error("Nothing to train; name a configuration, like config/laptop.toml, or a run "
                       "to go on with: --resume RUN");
    train(*given);
  });
}

} // namespace troupe
