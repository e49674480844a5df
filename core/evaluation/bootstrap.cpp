#include "core/evaluation/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace troupe {

namespace {

constexpr std::size_t resamples = 2000;
constexpr double tail = 0.025;

estimate with_interval(double value, std::vector<double> resampled) {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  if (std::isnan(value) || resampled.empty())
    return {value, nan, nan};
  std::sort(resampled.begin(), resampled.end());
  auto at = [&](double quantile) {
    return resampled[static_cast<std::size_t>(quantile
                                              * static_cast<double>(resampled.size() - 1))];
  };
  return {value, at(tail), at(1 - tail)};
}

} // namespace

std::vector<estimate> bootstrap(std::size_t items, const sample_statistic& statistic,
                                random_stream draws) {
  std::vector<std::size_t> sample(items);
  std::iota(sample.begin(), sample.end(), 0U);
  auto values = statistic(sample);
  std::vector<std::vector<double>> resampled(values.size());
  for (std::size_t i = 0; i < resamples; ++i) {
    for (auto& item : sample)
      item = draws.below(items);
    auto drawn = statistic(sample);
    for (std::size_t n = 0; n < drawn.size(); ++n)
      if (!std::isnan(drawn[n]))
        resampled[n].push_back(drawn[n]);
  }
  std::vector<estimate> estimates;
  for (std::size_t n = 0; n < values.size(); ++n)
    estimates.push_back(with_interval(values[n], std::move(resampled[n])));
  return estimates;
}

} // namespace troupe
