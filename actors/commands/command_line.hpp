#pragma once

#include "config/reader.hpp"
#include "core/game/goal.hpp"
#include "core/tasks/task.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace troupe {

/// The options by which every command that runs something is configured.
struct configuration_options {
  /// As the last layers: the file and --set. Environment variables are added.
  [[nodiscard]] settings read() const;

  std::string file;
  std::vector<std::string> overrides;
};

/// Where the run called `name` keeps its files. Throws `user_error` if that is no name for a
/// folder.
std::filesystem::path run_path(const settings& values, const std::string& name);

/// Adds --config (or a positional FILE, if `positional`) and --set to a command.
void add_configuration_options(CLI::App& command, configuration_options& options, bool positional);

/// For CLI11, which reads "-1" as 2^64 − 1 and longer numbers as that too: refuses what is not a
/// whole number from 0 to 2^64 − 1.
std::string not_negative_number(const std::string& text);

/// Adds --count and --seed, for commands that draw something.
void add_draw_options(CLI::App& command, std::size_t& count, std::uint64_t& seed,
                      const std::string& meaning_of_seed = "Of the draws");

/// Prints each member of an object on a line of its own.
void print_lines(const nlohmann::ordered_json& values);

/// Draws one world, or several side by side; throws `user_error` if they are too many to look at.
void write_picture(const std::vector<world>& worlds, const std::filesystem::path& file);

/// The task with a number, from 0, of a set that was read from `file`. Throws `user_error` if it
/// has none.
const task& task_of(const task_set& set, std::size_t index, const std::string& file);

/// Reads "9x9". Throws `user_error` if it is not of that form.
grid_size parse_size(const std::string& text);

/// Reads the goals of one to three players; an error names the player.
std::vector<goal> parse_goals(const std::vector<std::string>& texts);

// One per subcommand. Each adds its command; the callback of the chosen one does the work and
// throws `user_error` for whatever the user can mend.

void add_config_command(CLI::App& app);
void add_episode_command(CLI::App& app);
void add_evaluate_command(CLI::App& app);
void add_game_command(CLI::App& app);
void add_render_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_status_command(CLI::App& app);
void add_task_command(CLI::App& app);
void add_train_command(CLI::App& app);
void add_world_command(CLI::App& app);

} // namespace troupe
