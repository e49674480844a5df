#include "actors/experiment_reader.hpp"

#include "actors/experiment_folder.hpp"
#include "actors/json_lines.hpp"
#include "config/reader.hpp"
#include "core/support/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace troupe {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

settings settings_in(const fs::path& run) {
  return read_settings({.file = run / "configuration.toml", .environment = {}, .overrides = {}});
}

// -- events ---------------------------------------------------------------------------------------

agent_scores scores_of(const json& object) {
  agent_scores scores;
  object.at("participation").get_to(scores.participation);
  object.at("mean_return").get_to(scores.mean_return);
  object.at("percentiles").get_to(scores.percentiles);
  return scores;
}

population_check check_of(const json& line) {
  population_check check{line.at("check"), line.at("agent_steps"), {}};
  for (const auto& agent : line.at("agents"))
    check.agents.push_back(
        {agent.at("agent"), scores_of(agent), agent.at("values").get<evolving_numbers>()});
  return check;
}

noted_evolution evolution_of(const json& line) {
  // A ratio that is infinite has no place in JSON.
  auto ratio = line.value("ratio", std::numeric_limits<double>::infinity());
  return {{line.at("parent"), line.at("child"), ratio},
          line.at("agent_steps"),
          line.at("values").get<evolving_numbers>()};
}

chosen_agent chosen_of(const json& line) {
  return {line.at("agent"), line.at("agent_steps"), line.at("aim"), scores_of(line)};
}

/// A generation, and all before it if need be.
generation_history& generation_of(experiment_history& experiment, std::uint64_t number) {
  constexpr std::uint64_t most = 100'000; // else a damaged file would fill the memory
  if (number < 1 || number > most)
    throw user_error("is about generation " + std::to_string(number) + ", which cannot be");
  auto& all = experiment.generations;
  while (all.size() < number) {
    auto& next = all.emplace_back();
    next.number = all.size();
    next.values = settings_of_generation(experiment.values, static_cast<std::int64_t>(next.number));
  }
  return all[number - 1];
}

void add_event(experiment_history& experiment, const json& line) {
  const std::string event = line.at("event");
  if (event == "result") {
    for (const auto& [name, scores] : line.at("players").items())
      experiment.result.emplace_back(name, scores_of(scores));
    return;
  }
  auto& generation = generation_of(experiment, line.at("generation"));
  if (event == "check")
    generation.checks.push_back(check_of(line));
  else if (event == "evolution")
    generation.evolutions.push_back(evolution_of(line));
  else if (event == "generation")
    generation.chosen = chosen_of(line);
}

// -- everything else ------------------------------------------------------------------------------

/// Its agents' runs, as far as they have begun.
void add_agents(const experiment_folder& folder, generation_history& generation) {
  generation_folder where{folder, generation.number};
  for (std::uint64_t agent = 1; fs::exists(where.agent(agent) / "configuration.toml"); ++agent)
    generation.agents.push_back(read_run(where.agent(agent)));
  if (!generation.agents.empty())
    generation.values = settings_in(where.agent(1));
}

void add_payoffs(experiment_history& experiment, const json& line) {
  std::uint64_t episodes = 0;
  for (const auto& game : line.at("games"))
    episodes += game.at(0).get<std::uint64_t>();
  const std::string policy = line.at("policy");
  auto owner = std::ranges::find_if(experiment.generations, [&](const auto& generation) {
    return policy.starts_with(chosen_name(generation.number) + "/");
  });
  (owner == experiment.generations.end() ? experiment.co_player_episodes
                                         : owner->evaluation_episodes) += episodes;
}

/// How often an agent counted something itself, before and after it became a mutant.
double total_of(const run_history& agent, const std::string& counter) {
  auto totals = totals_of(agent, counter);
  return totals.empty() ? 0 : totals.back().value;
}

} // namespace

std::uint64_t generation_history::population() const {
  std::uint64_t most = agents.size();
  for (const auto& check : checks)
    most = std::max<std::uint64_t>(most, check.agents.size());
  return most;
}

double generation_history::agent_steps() const {
  auto furthest = checks.empty() ? 0 : checks.back().agent_steps;
  for (const auto& agent : agents)
    furthest = std::max(furthest, agent.counters.at("agent_steps").get<double>());
  return furthest;
}

const generation_history* experiment_history::in_progress() const {
  return is_finished() || generations.empty() || generations.back().chosen ? nullptr
                                                                           : &generations.back();
}

bool is_experiment(const fs::path& folder) {
  // The configuration does not say: an agent of a population has the same. The games by which
  // agents are compared are drawn before anything else happens.
  experiment_folder where{folder};
  return fs::exists(where.validation()) || fs::exists(where.events());
}

experiment_history read_experiment(const fs::path& folder) {
  if (!is_experiment(folder))
    throw user_error(folder.string() + ": is not the folder of an experiment");
  experiment_folder where{folder};
  experiment_history experiment;
  experiment.folder = folder;
  experiment.configuration = read_configuration(folder);
  experiment.values = settings_in(folder);
  experiment.videos = videos_in(where.videos());
  for (std::uint64_t number = 1; fs::exists(where.generation(number)); ++number)
    add_agents(where, generation_of(experiment, number));
  read_json_lines(where.events(), [&](const json& line) { add_event(experiment, line); });
  read_json_lines(where.payoffs(), [&](const json& line) { add_payoffs(experiment, line); });
  return experiment;
}

step_budget budget_of(const generation_history& generation) {
  step_budget budget;
  for (const auto& agent : generation.agents) {
    // Who takes tasks as they come tells no uses apart.
    auto is_told = !totals_of(agent, "steps.training").empty();
    budget.training += total_of(agent, is_told ? "steps.training" : "environment_steps");
    budget.trials += total_of(agent, "steps.trials") + total_of(agent, "steps.trials.control");
  }
  budget.evaluation = static_cast<double>(generation.evaluation_episodes)
                      * static_cast<double>(generation.values.episode.steps);
  return budget;
}

step_budget budget_of(const experiment_history& experiment) {
  step_budget all;
  all.evaluation = static_cast<double>(experiment.co_player_episodes)
                   * static_cast<double>(experiment.values.episode.steps);
  for (const auto& generation : experiment.generations) {
    auto part = budget_of(generation);
    all.training += part.training;
    all.trials += part.trials;
    all.evaluation += part.evaluation;
  }
  return all;
}

double score_at(const agent_scores& scores, std::int64_t percentile) {
  auto place = static_cast<std::size_t>(percentile);
  return place < scores.percentiles.size() ? scores.percentiles[place] : std::nan("");
}

} // namespace troupe
