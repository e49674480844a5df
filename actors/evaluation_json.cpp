#include "actors/evaluation_json.hpp"

namespace troupe {

namespace {

nlohmann::ordered_json to_json(const return_summary& summary) {
  return {{"mean_return", summary.mean},
          {"standard_error", summary.standard_error},
          {"participation", summary.participation},
          {"episodes", summary.episodes}};
}

} // namespace

nlohmann::ordered_json to_json(const evaluation_summary& summary) {
  auto json = to_json(summary.all);
  json["unplayable"] = summary.unplayable;
  auto& groups = json["by_group"] = nlohmann::ordered_json::object();
  for (const auto& [group, returns] : summary.by_group)
    groups[group] = to_json(returns);
  return json;
}

nlohmann::ordered_json to_json(const agent_scores& scores) {
  return {{"participation", scores.participation},
          {"mean_return", scores.mean_return},
          {"percentiles", scores.percentiles}};
}

nlohmann::ordered_json to_json(const evolving_values& values) {
  const auto& [learning, thresholds] = values;
  return {{"learning_rate", learning.learning_rate},
          {"epsilon_alpha", learning.epsilon_alpha},
          {"m_greater", thresholds.m_greater},
          {"m_s", thresholds.m_s},
          {"m_cont", thresholds.m_cont},
          {"m_greater_cont", thresholds.m_greater_cont},
          {"m_solved", thresholds.m_solved}};
}

} // namespace troupe
