#pragma once

#include "actors/run_reader.hpp"
#include "config/settings.hpp"
#include "core/curriculum/evolution.hpp"
#include "core/evaluation/percentiles.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// What evolves of an agent's settings, by their names.
using evolving_numbers = std::map<std::string, double>;

/// An agent when those of its population were compared.
struct compared_agent {
  std::uint64_t number = 0;
  /// Without single games.
  agent_scores scores;
  evolving_numbers values;
};

/// A comparison of a population's agents.
struct population_check {
  std::int64_t number = 0;
  /// Of each of them.
  double agent_steps = 0;
  std::vector<compared_agent> agents;
};

/// An agent that gave way to a mutant of another.
struct noted_evolution : evolution {
  /// Of each agent then.
  double agent_steps = 0;
  /// The mutant's.
  evolving_numbers values;
};

/// Whoever was chosen in a generation, as it was after so many steps.
struct chosen_agent {
  std::uint64_t number = 0;
  double agent_steps = 0;
  /// By what it was chosen; see `generation_aim`.
  std::string aim;
  agent_scores scores;
};

/// What happened in a generation, so far.
struct generation_history {
  /// From 1.
  std::uint64_t number = 0;
  /// What its agents began with, co-players among it.
  settings values;
  /// Their own runs, that of agent 1 first.
  std::vector<run_history> agents;
  std::vector<population_check> checks;
  std::vector<noted_evolution> evolutions;
  std::optional<chosen_agent> chosen;
  /// In which its agents were measured.
  std::uint64_t evaluation_episodes = 0;

  /// How many agents anything is known of.
  [[nodiscard]] std::uint64_t population() const;
  /// Of the agent that came furthest.
  [[nodiscard]] double agent_steps() const;
};

/// All that the folder of an experiment says about what happened, while it goes on or afterwards.
struct experiment_history {
  std::filesystem::path folder;
  /// The resolved configuration, as text and as settings.
  std::string configuration;
  settings values;
  /// The first one first.
  std::vector<generation_history> generations;
  /// How everybody did at the end who was chosen or always plays; nothing before that.
  std::vector<std::pair<std::string, agent_scores>> result;
  /// In which those were measured whom agents play with.
  std::uint64_t co_player_episodes = 0;
  /// Finished ones, oldest first.
  std::vector<std::filesystem::path> videos;

  [[nodiscard]] bool is_finished() const { return !result.empty(); }
  /// The generation that is in progress; null before, between and after generations.
  [[nodiscard]] const generation_history* in_progress() const;
};

/// What environments were stepped for.
struct step_budget {
  double training = 0;
  /// Of tasks, by agents and control policies: whether they are worth training on.
  double trials = 0;
  double evaluation = 0;
};

/// Whether a folder is that of an experiment: a run of generations of populations.
bool is_experiment(const std::filesystem::path& folder);

/// Reads an experiment's folder. Torn last lines are ignored. Throws `user_error` if this is no
/// experiment's folder, or naming file and line.
experiment_history read_experiment(const std::filesystem::path& folder);

/// What a generation's agents used.
step_budget budget_of(const generation_history& generation);

/// What the whole experiment used.
step_budget budget_of(const experiment_history& experiment);

/// The normalised score at a percentile; NaN if it is not known.
double score_at(const agent_scores& scores, std::int64_t percentile);

} // namespace troupe
