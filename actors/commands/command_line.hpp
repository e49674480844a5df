#pragma once

#include "config/reader.hpp"

#include <CLI/CLI.hpp>

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

/// Adds --config (or a positional CONFIG, if `positional`) and --set to a command.
void add_configuration_options(CLI::App& command, configuration_options& options, bool positional);

// One per subcommand. Each adds its command; the callback of the chosen one does the work and
// throws `user_error` for whatever the user can mend.

void add_config_command(CLI::App& app);
void add_demo_command(CLI::App& app);

} // namespace troupe
