#include "core/evaluation/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace troupe {

return_summary summarise(std::span<const double> returns) {
  return_summary summary;
  summary.episodes = returns.size();
  if (returns.empty())
    return summary;
  auto count = static_cast<double>(returns.size());
  summary.mean = std::accumulate(returns.begin(), returns.end(), 0.) / count;
  auto rewarded = std::count_if(returns.begin(), returns.end(), [](double x) { return x > 0; });
  summary.participation = static_cast<double>(rewarded) / count;
  if (returns.size() > 1) {
    double squares = 0;
    for (auto each : returns)
      squares += (each - summary.mean) * (each - summary.mean);
    summary.standard_error = std::sqrt(squares / (count - 1) / count);
  }
  return summary;
}

evaluation_summary summarise(std::span<const episode_result> results) {
  evaluation_summary summary;
  std::vector<double> all;
  std::map<std::string, std::vector<double>> by_group;
  for (const auto& each : results) {
    if (!each.problem.empty() || each.returns.empty()) {
      ++summary.unplayable;
      continue;
    }
    if (each.intervened)
      continue;
    all.push_back(each.returns.front());
    if (!each.group.empty())
      by_group[each.group].push_back(each.returns.front());
  }
  summary.all = summarise(all);
  for (const auto& [group, returns] : by_group)
    summary.by_group[group] = summarise(std::span<const double>{returns});
  return summary;
}

} // namespace troupe
