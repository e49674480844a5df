#pragma once

namespace troupe {

/// All values from `low` to `high`, both included.
template <class T>
struct interval {
  T low{};
  T high{};

  /// How far `value` lies outside; 0 if it lies within.
  [[nodiscard]] constexpr T distance(T value) const {
    return value < low ? low - value : value > high ? value - high : T{};
  }

  friend bool operator==(const interval&, const interval&) = default;
};

} // namespace troupe
