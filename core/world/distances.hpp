#pragma once

#include "core/world/navigation.hpp"

#include <cstddef>
#include <vector>

namespace troupe {

/// Values that should be equal to the edge of a bin, as many resistances are, fall into the same
/// bin however they are rounded.
inline constexpr double bin_edge_tolerance = 1e-6;

/// How often values fall into bins of equal width (paper, section "World Properties"). The paper
/// says nothing of how it estimates densities: Troupe takes bins, with which the entropies are
/// positive as the paper's are.
struct value_distribution {
  /// Bin i holds the values from (first_bin + i) · width up to the next bin; those that lie less
  /// than `bin_edge_tolerance` of a width below an edge belong above it.
  double width = 1;
  long first_bin = 0;
  /// Sums to 1; empty if there were no values.
  std::vector<double> probabilities;

  friend bool operator==(const value_distribution&, const value_distribution&) = default;
};
value_distribution distribution_of(const std::vector<double>& values, double width);

/// Resistance distances are counted in bins of this width.
inline constexpr double resistance_bin = 0.1;

/// The distribution ρ_sp of the lengths of shortest paths between all ordered pairs of different
/// vertices; pairs without a path do not count.
value_distribution shortest_path_distribution(const directed_graph& graph);

/// The resistance distances of all unordered pairs of different vertices, (0, 1), (0, 2), … :
/// Γ_ii + Γ_jj − Γ_ij − Γ_ji with Γ = (L + 1/n)†, where L is out-degrees minus adjacency. On an
/// undirected graph these are the resistances between vertices if every edge is 1 Ω; one-way edges
/// can make them negative.
std::vector<double> resistance_distances(const directed_graph& graph);

/// The distribution ρ of resistance distances.
value_distribution resistance_distribution(const directed_graph& graph);

/// Rényi's quadratic entropy H₂(p) = −log Σ p².
double quadratic_entropy(const value_distribution& p);

/// The Cauchy–Schwarz divergence log Σp² + log Σq² − 2 log Σpq. At least 0; 0 for equal
/// distributions; infinite for distributions without a common bin. Both must have bins of the same
/// width.
double cauchy_schwarz_divergence(const value_distribution& p, const value_distribution& q);

/// How hard a topology is to find one's way in: what `troupe world properties` shows.
struct navigation_properties {
  /// The share of the floor that is playable.
  double accessible_fraction = 0;
  /// Vertices and strongly connected components of the topology graph.
  std::size_t places = 0;
  std::size_t components = 0;
  value_distribution shortest_paths;
  value_distribution resistances;
  /// Rényi's quadratic entropies of the two.
  double shortest_path_entropy = 0;
  double resistance_entropy = 0;

  friend bool operator==(const navigation_properties&, const navigation_properties&) = default;
};
navigation_properties measure_navigation(const topology& tiles);

/// The distance ‖w − w′‖ of the paper (section "World Smoothness") between two topologies of the
/// same size: Euclidean, of the height maps τ.
double topology_distance(const topology& a, const topology& b);

} // namespace troupe
