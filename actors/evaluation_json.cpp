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

} // namespace troupe
