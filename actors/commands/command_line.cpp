#include "actors/commands/command_line.hpp"

namespace troupe {

settings configuration_options::read() const {
  configuration_layers layers;
  if (!file.empty())
    layers.file = file;
  layers.environment = process_environment();
  layers.overrides = overrides;
  return read_settings(layers);
}

void add_configuration_options(CLI::App& command, configuration_options& options, bool positional) {
  command.add_option(positional ? "FILE" : "--config", options.file, "Configuration file (TOML)")
      ->required(positional)
      ->type_name(positional ? "" : "FILE");
  command
      .add_option("--set", options.overrides,
                  "Overrides a setting, over file and environment; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

} // namespace troupe
