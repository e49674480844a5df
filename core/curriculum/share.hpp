#pragma once

#include <cmath>
#include <cstddef>

namespace troupe {

/// How many of `count` things a share of them is; not always a whole number.
///
/// Shares are decimals, which binary fractions only approximate: 0.29 · 100 comes out below 29, and
/// a comparison with a count would be wrong by one. So products that are nearly whole are whole.
inline double share_of(double share, std::size_t count) {
  auto product = share * static_cast<double>(count);
  auto whole = std::round(product);
  return std::abs(product - whole) <= 1e-9 ? whole : product;
}

} // namespace troupe
