#include "actors/commands/command_line.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"

#include <cstdio>

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

grid_size parse_size(const std::string& text) {
  grid_size size;
  int used = 0;
  constexpr int both_numbers = 2;
  if (std::sscanf(text.c_str(), "%5dx%5d%n", &size.width, &size.height, &used) != both_numbers
      || static_cast<std::size_t>(used) != text.size())
    throw user_error(text + ": a size looks like 9x9");
  return size;
}

std::vector<goal> parse_goals(const std::vector<std::string>& texts) {
  std::vector<goal> goals;
  for (const auto& text : texts)
    try {
      goals.push_back(parse_goal(text));
    } catch (const user_error& problem) {
      throw user_error("goal " + std::to_string(goals.size() + 1) + ": " + problem.what());
    }
  return goals;
}

} // namespace troupe
