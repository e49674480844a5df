#include "actors/commands/command_line.hpp"
#include "actors/commands/report_parts.hpp"
#include "actors/commands/report_summary.hpp"
#include "actors/evaluation_json.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

namespace {

struct status_arguments {
  std::string run;
  bool json = false;
};

using ordered_json = nlohmann::ordered_json;

// -- a run of one agent ---------------------------------------------------------------------------

void print_status(const run_history& run) {
  fmt::print("{}\n", run.folder.string());
  print_lines(run.counters);
  if (run.evaluations.empty()) {
    fmt::print("\nnot evaluated yet\n");
    return;
  }
  const auto& latest = run.evaluations.back();
  fmt::print("\nevaluated after {} agent steps\n{:<12} {:>8} {:>14} {:>9}\n",
             readable(static_cast<double>(latest.agent_steps)), "player", "return", "participation",
             "episodes");
  for (const auto& [name, player] : latest.players)
    fmt::print("{:<12} {:>8} {:>14} {:>9}\n", name, return_text(player.mean_return),
               percent_text(player.participation), player.episodes);
}

// -- an experiment --------------------------------------------------------------------------------

/// The columns of scores: the percentiles by which agents are compared.
struct score_columns {
  explicit score_columns(const experiment_history& experiment)
      : percentiles(experiment.values.pbt.percentiles) {}

  [[nodiscard]] std::string head() const {
    auto text = fmt::format("{:>14} {:>8}", "participation", "return");
    for (auto percentile : percentiles)
      text += fmt::format(" {:>6}", fmt::format("p{}", percentile));
    return text;
  }

  [[nodiscard]] std::string row(const agent_scores& scores) const {
    auto text = fmt::format("{:>14} {:>8}", percent_text(scores.participation),
                            return_text(scores.mean_return));
    for (auto percentile : percentiles)
      text += fmt::format(" {:>6}", score_text(score_at(scores, percentile)));
    return text;
  }

  std::vector<std::int64_t> percentiles;
};

/// How many steps one of a generation's agents has made, as far as its run says.
std::int64_t steps_of(const generation_history& generation, std::uint64_t agent) {
  return agent >= 1 && agent <= generation.agents.size()
             ? generation.agents[agent - 1].counters.at("agent_steps").get<std::int64_t>()
             : 0;
}

std::string steps_text(std::int64_t steps) {
  return readable(static_cast<double>(steps));
}

std::string stage_of(const experiment_history& experiment) {
  auto count = experiment.values.generations.count;
  if (experiment.is_finished())
    return fmt::format("finished after {} generations", experiment.generations.size());
  if (const auto* now = experiment.in_progress())
    return fmt::format("generation {} of {}, {} agent steps of {}", now->number, count,
                       readable(now->agent_steps()), steps_text(now->values.generations.steps));
  return fmt::format("{} of {} generations are over, no other has begun",
                     experiment.generations.size(), count);
}

void print_population(const generation_history& generation, const score_columns& columns) {
  fmt::print("\npopulation, with {} as co-players\n",
             fmt::join(generation.values.tasks.co_players, ", "));
  if (generation.checks.empty()) {
    for (std::uint64_t agent = 1; agent <= generation.population(); ++agent)
      fmt::print("agent {}: {} steps\n", agent, steps_text(steps_of(generation, agent)));
    fmt::print("not compared yet\n");
    return;
  }
  const auto& check = generation.checks.back();
  fmt::print("at check {}, after {} steps each\n{:>5} {:>15} {}\n", check.number,
             readable(check.agent_steps), "agent", "steps now", columns.head());
  for (const auto& agent : check.agents)
    fmt::print("{:>5} {:>15} {}\n", agent.number, steps_text(steps_of(generation, agent.number)),
               columns.row(agent.scores));
}

void print_lineage(const experiment_history& experiment) {
  std::string text;
  for (const auto& generation : experiment.generations)
    for (const auto& each : generation.evolutions)
      text += fmt::format("generation {}, after {} steps: agent {} became a mutant of agent {}\n",
                          generation.number, readable(each.agent_steps), each.child, each.parent);
  fmt::print("\nlineage\n{}", text.empty() ? "nobody became a mutant yet\n" : text);
}

void print_chosen(const experiment_history& experiment, const score_columns& columns) {
  std::string text;
  for (const auto& generation : experiment.generations)
    if (const auto& chosen = generation.chosen)
      text += fmt::format("{:>10} {:>5} {:>15} {}\n", generation.number, chosen->number,
                          readable(chosen->agent_steps), columns.row(chosen->scores));
  if (!text.empty())
    fmt::print("\nwho was chosen, compared with its generation\n{:>10} {:>5} {:>15} {}\n{}",
               "generation", "agent", "after steps", columns.head(), text);
}

void print_result(const experiment_history& experiment, const score_columns& columns) {
  fmt::print("\nthe result, all compared with each other\n{:<16} {}\n", "player", columns.head());
  for (const auto& [name, scores] : experiment.result)
    fmt::print("{:<16} {}\n", name, columns.row(scores));
}

void print_status(const experiment_history& experiment) {
  score_columns columns{experiment};
  fmt::print("{}: {}\n", experiment.folder.string(), stage_of(experiment));
  if (const auto* now = experiment.in_progress())
    print_population(*now, columns);
  print_lineage(experiment);
  print_chosen(experiment, columns);
  if (experiment.is_finished())
    print_result(experiment, columns);
}

// -- for programs ---------------------------------------------------------------------------------

ordered_json json_of(const run_history& run) {
  return summary_of(run);
}

/// What is known of a population at the moment.
ordered_json json_of(const generation_history& generation) {
  auto agents = ordered_json::array();
  for (std::uint64_t number = 1; number <= generation.population(); ++number)
    agents.push_back({{"agent", number}, {"agent_steps", steps_of(generation, number)}});
  if (!generation.checks.empty())
    for (const auto& each : generation.checks.back().agents)
      if (each.number >= 1 && each.number <= agents.size()) {
        auto& agent = agents[each.number - 1];
        agent["values"] = each.values;
        agent["scores"] = to_json(each.scores);
      }
  return {{"generation", generation.number},
          {"checks", generation.checks.size()},
          {"co_players", generation.values.tasks.co_players},
          {"agents", agents}};
}

ordered_json json_of(const experiment_history& experiment) {
  auto summary = summary_of(experiment);
  summary["generations_wanted"] = experiment.values.generations.count;
  summary["is_finished"] = experiment.is_finished();
  const auto* now = experiment.in_progress();
  summary["in_progress"] = now == nullptr ? ordered_json{} : json_of(*now);
  auto lineage = ordered_json::array();
  for (const auto& generation : experiment.generations)
    for (const auto& each : generation.evolutions)
      lineage.push_back({{"generation", generation.number},
                         {"agent_steps", std::llround(each.agent_steps)},
                         {"child", each.child},
                         {"parent", each.parent}});
  summary["lineage"] = std::move(lineage);
  return summary;
}

template <class History>
void show(const History& history, bool as_json) {
  if (as_json)
    fmt::print("{}\n", json_of(history).dump());
  else
    print_status(history);
}

void status_command(const status_arguments& given) {
  if (is_experiment(given.run))
    show(read_experiment(given.run), given.json);
  else
    show(read_run(given.run), given.json);
}

} // namespace

void add_status_command(CLI::App& app) {
  auto given = std::make_shared<status_arguments>();
  auto* command = app.add_subcommand("status", "Shows how far a run is, and how it does");
  command->footer("Reads what the run has written, so it works while the run goes on and "
                  "afterwards. Of an experiment: its generation, the population and its scores at "
                  "the last check, who became a mutant of whom, and who was chosen; p10 is the "
                  "normalised score at the 10th percentile of the validation games.\n\n"
                  "Examples:\n"
                  "  troupe status runs/mine\n"
                  "  troupe status runs/mine --json\n"
                  "  troupe status runs/mine/generation-2/agent-1");
  command->add_option("RUN", given->run, "The folder of a run")->required();
  command->add_flag("--json", given->json, "For programs");
  command->callback([given] { status_command(*given); });
}

} // namespace troupe
