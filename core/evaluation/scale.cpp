#include "core/evaluation/scale.hpp"

#include <limits>

namespace troupe {

namespace {

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
  auto score = [&](std::span<const std::size_t> tasks) {
    totals sums;
    for (auto task : tasks) {
      sums.worse += worse[task];
      sums.better += better[task];
      sums.player += player[task];
    }
    return std::vector<double>{sums.score()};
  };
  return bootstrap(player.size(), score, draws).front();
}

} // namespace troupe
