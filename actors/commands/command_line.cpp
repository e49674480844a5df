#include "actors/commands/command_line.hpp"

#include "actors/system.hpp"
#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/support/parallel.hpp"

#include <cstdio>

namespace troupe {

settings configuration_options::read() const {
  configuration_layers layers;
  if (!file.empty())
    layers.file = file;
  layers.environment = process_environment();
  layers.overrides = overrides;
  auto values = read_settings(layers);
  set_parallel_threads(threads_or_cores(values.system.parallel_threads));
  return values;
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

std::filesystem::path run_folder(const settings& values, const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
    throw user_error("--name '" + name + "': a run's name is that of a folder, without any /");
  return std::filesystem::path{values.run.folder} / name;
}

std::string not_negative_number(const std::string& text) {
  return text.starts_with('-') ? text + ": must be a whole number of at least 0" : "";
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
      throw user_error("player " + std::to_string(goals.size() + 1) + ": " + problem.what());
    }
  return goals;
}

} // namespace troupe
