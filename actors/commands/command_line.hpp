#pragma once

#include "config/reader.hpp"
#include "core/game/goal.hpp"
#include "core/world/grid.hpp"

#include <CLI/CLI.hpp>

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
std::filesystem::path run_folder(const settings& values, const std::string& name);

/// Adds --config (or a positional FILE, if `positional`) and --set to a command.
void add_configuration_options(CLI::App& command, configuration_options& options, bool positional);

/// For CLI11: refuses "-1", which it would read as 2^64 − 1.
std::string not_negative_number(const std::string& text);

/// Reads "9x9". Throws `user_error` if it is not of that form.
grid_size parse_size(const std::string& text);

/// Reads the goals of one to three players; an error names the player.
std::vector<goal> parse_goals(const std::vector<std::string>& texts);

// One per subcommand. Each adds its command; the callback of the chosen one does the work and
// throws `user_error` for whatever the user can mend.

void add_config_command(CLI::App& app);
void add_demo_command(CLI::App& app);
void add_game_command(CLI::App& app);
void add_task_command(CLI::App& app);
void add_world_command(CLI::App& app);

} // namespace troupe
