#include "actors/commands/report_summary.hpp"

#include "actors/commands/episode_summary.hpp"
#include "actors/evaluation_json.hpp"
#include "core/support/hash.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace troupe {

namespace {

using json = nlohmann::ordered_json;

std::string configuration_hash(const std::string& configuration) {
  return hash_text(fnv_1a(std::as_bytes(std::span{configuration})));
}

/// Steps are whole numbers.
std::int64_t whole(double steps) {
  return std::llround(steps);
}

json to_json(const generation_history& generation) {
  json summary{{"generation", generation.number}, {"population", generation.population()}};
  auto& chosen = summary["chosen"] = nullptr;
  if (const auto& found = generation.chosen) {
    chosen = {
        {"agent", found->number}, {"agent_steps", whole(found->agent_steps)}, {"aim", found->aim}};
    chosen.update(to_json(found->scores));
  }
  return summary;
}

json to_json(const step_budget& budget) {
  return {{"training", whole(budget.training)},
          {"trials", whole(budget.trials)},
          {"evaluation", whole(budget.evaluation)}};
}

} // namespace

json counters_of(const experiment_history& experiment) {
  json all;
  for (const auto* name : {"agent_steps", "environment_steps", "updates", "episodes", "restarts",
                           "checkpoints", "seconds"})
    all[name] = 0;
  for (const auto& generation : experiment.generations) {
    double seconds = 0;
    for (const auto& agent : generation.agents)
      for (const auto& [name, value] : agent.counters.items())
        if (name == "seconds")
          seconds = std::max(seconds, value.get<double>());
        else
          all[name] = all[name].get<std::int64_t>() + value.get<std::int64_t>();
    all["seconds"] = all["seconds"].get<double>() + seconds;
  }
  return all;
}

json summary_of(const run_history& run) {
  json summary{{"run", run.folder.string()}};
  summary.update(run.counters);
  summary["evaluation"] = run.evaluations.empty() ? json{} : run.evaluations.back().written;
  summary["configuration_hash"] = configuration_hash(run.configuration);
  return summary;
}

json summary_of(const experiment_history& experiment) {
  json summary{{"run", experiment.folder.string()}};
  summary.update(counters_of(experiment));
  auto& generations = summary["generations"] = json::array();
  for (const auto& each : experiment.generations)
    generations.push_back(to_json(each));
  summary["environment_steps_by_use"] = to_json(budget_of(experiment));
  auto& result = summary["result"] = nullptr;
  for (const auto& [name, scores] : experiment.result)
    result[name] = to_json(scores);
  summary["configuration_hash"] = configuration_hash(experiment.configuration);
  return summary;
}

} // namespace troupe
