#pragma once

#include "core/support/random.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace troupe {

/// A number, and the interval that it lies in with 95 % confidence.
struct estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Some numbers that a sample of items gives, always equally many. A sample lists indices of items
/// and may repeat them.
using sample_statistic = std::function<std::vector<double>(std::span<const std::size_t> sample)>;

/// The numbers that items 0 … `items` − 1 give, with bootstrap intervals: how the numbers vary
/// between samples of as many items, drawn with replacement. Samples in which a number is NaN do
/// not count for it; one that is NaN for all items has no interval but NaN.
std::vector<estimate> bootstrap(std::size_t items, const sample_statistic& statistic,
                                random_stream draws);

} // namespace troupe
