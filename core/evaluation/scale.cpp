#include "core/evaluation/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace troupe {

namespace {

constexpr std::size_t resamples = 2000;
constexpr double tail = 0.025;

/// Sums over tasks; as good as means, since all are over the same ones.
struct totals {
  double worse = 0;
  double better = 0;
  double player = 0;

  [[nodiscard]] double score() const {
    auto distance = better - worse;
    return distance == 0 ? std::numeric_limits<double>::quiet_NaN() : (player - worse) / distance;
  }
};

} // namespace

estimate score_between(std::span<const double> worse, std::span<const double> better,
                       std::span<const double> player, random_stream draws) {
  auto count = player.size();
  auto add = [&](totals& sums, std::size_t task) {
    sums.worse += worse[task];
    sums.better += better[task];
    sums.player += player[task];
  };
  totals all;
  for (std::size_t task = 0; task < count; ++task)
    add(all, task);
  auto value = all.score();
  if (std::isnan(value))
    return {value, value, value};

  std::vector<double> scores;
  for (std::size_t i = 0; i < resamples; ++i) {
    totals drawn;
    for (std::size_t n = 0; n < count; ++n)
      add(drawn, draws.below(count));
    if (auto score = drawn.score(); !std::isnan(score))
      scores.push_back(score);
  }
  std::sort(scores.begin(), scores.end());
  auto at = [&](double quantile) {
    return scores[static_cast<std::size_t>(quantile * static_cast<double>(scores.size() - 1))];
  };
  return {value, at(tail), at(1 - tail)};
}

} // namespace troupe
