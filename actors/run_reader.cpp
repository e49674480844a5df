#include "actors/run_reader.hpp"

#include "actors/json_lines.hpp"
#include "actors/run_folder.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace troupe {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

/// Longer configurations are none.
constexpr arrival_limits configuration_limits{std::size_t{1} << 24};

constexpr std::array counter_names{"agent_steps", "environment_steps", "updates", "episodes",
                                   "restarts",    "checkpoints",       "seconds"};

json no_counters() {
  json counters;
  for (const auto* name : counter_names)
    counters[name] = 0;
  return counters;
}

/// Numbers that were not finite are written as null.
double number_or_nan(const json& object, const char* name) {
  auto found = object.find(name);
  return found == object.end() || found->is_null() ? std::nan("") : found->get<double>();
}

void add_metrics(run_history& run, const json& line) {
  double agent_steps = line.at("agent_steps");
  double seconds = line.at("seconds");
  for (const auto& [name, value] : line.at("values").items())
    if (value.is_number())
      run.metrics[name].push_back({agent_steps, seconds, value});
}

void update_counters(json& counters, const json& line) {
  for (const auto* name : counter_names)
    if (auto found = line.at("counters").value(name, json{}); found.is_number())
      counters[name] = found;
}

void update_counters(json& counters, const checkpoint_manifest& manifest) {
  if (counters["updates"] > manifest.updates)
    return;
  for (const auto& [name, value] : manifest.counters)
    if (counters.contains(name))
      counters[name] = name == "seconds" ? json(value) : json(static_cast<std::int64_t>(value));
  counters["updates"] = manifest.updates;
  counters["agent_steps"] = manifest.agent_steps;
}

player_score score_of(const json& object) {
  return {number_or_nan(object, "mean_return"), object.at("episodes")};
}

run_evaluation evaluation_of(const json& line) {
  run_evaluation found{line.at("update"), line.at("agent_steps"), line.at("seconds"), {}, {}, line};
  if (auto video = line.find("video"); video != line.end() && !video->is_null())
    found.video = *video;
  for (const auto& [name, result] : line.at("players").items()) {
    player_evaluation player{score_of(result), number_or_nan(result, "participation"), {}};
    if (auto groups = result.find("by_group"); groups != result.end())
      for (const auto& [group, score] : groups->items())
        player.by_group.emplace(group, score_of(score));
    found.players.emplace(name, std::move(player));
  }
  return found;
}

} // namespace

std::string read_configuration(const fs::path& folder) {
  auto file = folder / "configuration.toml";
  if (!fs::exists(file))
    throw user_error(folder.string() + ": is not the folder of a run: it has no "
                     + file.filename().string());
  return read_whole_file(file, configuration_limits);
}

std::vector<fs::path> videos_in(const fs::path& folder) {
  std::vector<fs::path> videos;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator{folder, none})
    if (entry.path().extension() == ".mp4" && !entry.path().stem().has_extension())
      videos.push_back(entry.path());
  // Of numbers, longer ones are larger.
  std::ranges::sort(videos, {}, [](const fs::path& video) {
    auto name = video.filename().string();
    return std::tuple(name.size(), name);
  });
  return videos;
}

run_history read_run(const fs::path& folder) {
  auto configuration = read_configuration(folder);
  run_history run{
      folder, no_counters(), {}, {}, std::move(configuration), videos_in(folder / "videos")};
  read_json_lines(folder / "metrics.jsonl", [&](const json& line) {
    add_metrics(run, line);
    update_counters(run.counters, line);
  });
  // Lines are written now and then, and a checkpoint may be newer.
  if (auto newest = newest_checkpoint(folder / "checkpoints", [](const std::string&) {}))
    update_counters(run.counters, newest->manifest);
  read_json_lines(folder / "evaluations.jsonl",
                  [&](const json& line) { run.evaluations.push_back(evaluation_of(line)); });
  return run;
}

std::vector<metric_point> totals_of(const run_history& run, const std::string& counter) {
  auto counted = run.metrics.find(counter + ".per_second");
  auto paces = run.metrics.find("rate.agent_steps_per_second"); // every line has it
  if (counted == run.metrics.end() || paces == run.metrics.end())
    return {};
  std::vector<metric_point> totals;
  auto next = counted->second.begin();
  double total = 0;
  double steps_before = 0;
  for (const auto& pace : paces->second) {
    auto steps = pace.agent_steps - std::exchange(steps_before, pace.agent_steps);
    auto is_counted = next != counted->second.end() && next->agent_steps == pace.agent_steps;
    // Not by the difference of seconds: an agent that became a mutant has its parent's clock.
    if (is_counted && pace.value > 0)
      total += next->value * steps / pace.value;
    next += is_counted ? 1 : 0;
    totals.push_back({pace.agent_steps, pace.seconds, total});
  }
  return totals;
}

} // namespace troupe
