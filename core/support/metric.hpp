#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace troupe {

/// Whether measurements add up (things that happened) or average out (levels).
enum class metric_kind : std::uint8_t { counter, gauge };

/// Many measurements of one quantity, as what is left of them when memory is bounded.
struct metric_summary {
  std::uint64_t count = 0;
  double sum = 0;
  double minimum = 0;
  double maximum = 0;

  void add(double value) { add({1, value, value, value}); }

  void add(const metric_summary& other) {
    if (other.count == 0)
      return;
    minimum = count == 0 ? other.minimum : std::min(minimum, other.minimum);
    maximum = count == 0 ? other.maximum : std::max(maximum, other.maximum);
    sum += other.sum;
    count += other.count;
  }

  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }

  friend bool operator==(const metric_summary&, const metric_summary&) = default;
};

/// Names end up on terminals and in files, so they are 1 to 200 printable characters without
/// spaces.
inline bool is_metric_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  auto printable = [](char c) { return c > ' ' && c <= '~'; };
  return !name.empty() && name.size() <= longest
         && std::all_of(name.begin(), name.end(), printable);
}

/// What somebody measured of one quantity since the last sample. Samples of the same name are added
/// up, whoever measured.
struct metric_sample {
  /// Dotted, like "environment.steps".
  std::string name;
  metric_kind kind = metric_kind::counter;
  metric_summary summary;

  friend bool operator==(const metric_sample&, const metric_sample&) = default;
};

} // namespace troupe
