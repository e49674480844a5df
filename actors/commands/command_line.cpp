#include "actors/commands/command_line.hpp"

#include "actors/system.hpp"
#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/support/parallel.hpp"
#include "core/support/png.hpp"
#include "core/world/picture.hpp"

#include <fmt/format.h>

#include <charconv>
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

std::filesystem::path run_path(const settings& values, const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
    throw user_error("--name '" + name + "': a run's name is that of a folder, without any /");
  return std::filesystem::path{values.run.folder} / name;
}

std::string not_negative_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto* end = text.data() + text.size();
  auto [stopped, problem] = std::from_chars(text.data(), end, number);
  return stopped == end && problem == std::errc{}
             ? ""
             : text + ": must be a whole number from 0 to 2^64 - 1";
}

void add_draw_options(CLI::App& command, std::size_t& count, std::uint64_t& seed,
                      const std::string& meaning_of_seed) {
  command.add_option("--count", count, "How many")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--seed", seed, meaning_of_seed)
      ->capture_default_str()
      ->check(not_negative_number);
}

void print_lines(const nlohmann::ordered_json& values) {
  for (const auto& [name, value] : values.items())
    fmt::print("{:<24}{}\n", name, value.dump());
}

void write_picture(const std::vector<world>& worlds, const std::filesystem::path& file) {
  constexpr std::size_t most = 120;
  constexpr int columns = 6;
  if (worlds.size() > most)
    throw user_error(fmt::format("{} worlds are too many for one picture; choose at most {}",
                                 worlds.size(), most));
  write_png(worlds.size() == 1 ? draw_world(worlds.front()) : draw_gallery(worlds, columns), file);
}

const task& task_of(const task_set& set, std::size_t index, const std::string& file) {
  if (index >= set.tasks.size())
    throw user_error(fmt::format("{}: has no task {}; it has {}", file, index, set.tasks.size()));
  return set.tasks[index];
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
