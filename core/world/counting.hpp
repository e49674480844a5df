#pragma once

#include "core/support/random.hpp"
#include "core/world/grid.hpp"

#include <cstdint>

namespace troupe {

/// Bounds on how many topologies of one size there are such that at least half of the floor is
/// fully accessible (paper, appendix "Counting worlds").
struct topology_count {
  grid_size size;
  /// Every other tile in both directions: the subgrid whose levels are drawn.
  grid_size subgrid;
  std::uint64_t samples = 0;
  std::uint64_t connected = 0;
  /// The share of the subgrid's level assignments that form one strongly connected component, and
  /// the standard error of its estimate: not 0 even if no sample was connected. Exactly 1 and 0 for
  /// a single cell.
  double probability = 1;
  double standard_error = 0;
  /// Decimal logarithms of the lower bound, of the same up to the 8 symmetries of the square (4 of
  /// a rectangle), and of the upper bound. The lower bounds are −∞ if no sample was connected.
  double log10_lower_bound = 0;
  double log10_lower_bound_up_to_symmetry = 0;
  double log10_upper_bound = 0;

  friend bool operator==(const topology_count&, const topology_count&) = default;
};

/// Whether floors on the given levels form one strongly connected component, if neighbours that
/// differ by at most one level are joined both ways and others one way, down.
bool is_strongly_connected(const grid<std::uint8_t>& levels);

/// Estimates the count for worlds of the given size, on several cores. The result depends on
/// nothing but the arguments. Throws `user_error` for sizes below 1x1 or above 64x64, and if there
/// are no samples.
topology_count count_topologies(grid_size size, std::uint64_t samples, std::uint64_t seed);

} // namespace troupe
