#pragma once

#include "actors/commands/command_line.hpp"
#include "actors/interfaces.hpp"
#include "actors/practice.hpp"
#include "actors/run_folder.hpp"
#include "core/simulation/episode_record.hpp"

#include <CLI/CLI.hpp>
#include <caf/actor_system.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace troupe {

// What commands share that train.

struct training_arguments {
  configuration_options configuration;
  std::string name;
  std::string resume;
  std::optional<std::int64_t> steps;
  std::optional<double> minutes;
};

/// Adds CONFIG, --set, --name, --resume, --steps and --minutes to a command.
void add_training_options(CLI::App& command, training_arguments& given);

/// A run that begins, or one that goes on.
struct prepared_run {
  settings values;
  std::shared_ptr<run_folder> folder;
};

/// Makes the folder of a run, or opens it, writes its configuration there, and says where it is.
/// Throws `user_error` if it cannot be as people want it.
prepared_run prepare_run(const training_arguments& given);

/// For people.
void say(const std::string& text);

/// Makes a small video, as seen from behind the first player.
void film_episode(const episode_record& record, const std::filesystem::path& file);

/// Wait until whoever trains has ended, by itself or by Ctrl-C: once for a clean end, twice for an
/// end at once. Return why it failed; empty if it did not.
std::string wait_for_end(caf::actor_system& system, const trainer_actor& trains,
                         const monitor_actor& watcher);
std::string wait_for_end(caf::actor_system& system, const generation_manager_actor& trains,
                         const monitor_actor& watcher);

/// Trains one agent, on the tasks of such a source if it is given one. Returns why it failed; empty
/// if it did not.
std::string train_agent(const prepared_run& run, const source_maker& make_source = {});

/// Throws `user_error` if a run failed.
void check_end(const prepared_run& run, const std::string& failure);

} // namespace troupe
