#include "actors/evaluation_json.hpp"

namespace troupe {

namespace {

nlohmann::ordered_json to_json(const return_summary& summary) {
  return {{"mean_return", summary.mean},
          {"standard_error", summary.standard_error},
          {"participation", summary.participation},
          {"episodes", summary.episodes}};
}

return_summary returns_from_json(const nlohmann::ordered_json& json) {
  return {.episodes = json.at("episodes"),
          .mean = json.at("mean_return"),
          .standard_error = json.at("standard_error"),
          .participation = json.at("participation")};
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

evaluation_summary evaluation_from_json(const nlohmann::ordered_json& json) {
  evaluation_summary summary{
      .all = returns_from_json(json), .by_group = {}, .unplayable = json.at("unplayable")};
  for (const auto& [group, returns] : json.at("by_group").items())
    summary.by_group[group] = returns_from_json(returns);
  return summary;
}

} // namespace troupe
