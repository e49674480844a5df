#include "core/world/distances.hpp"

#include "core/support/error.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace troupe {

using vertex = directed_graph::vertex;

value_distribution distribution_of(const std::vector<double>& values, double width) {
  if (values.empty())
    return {width, 0, {}};
  auto bin_of = [&](double value) {
    return static_cast<long>(std::floor(value / width + bin_edge_tolerance));
  };
  auto [low, high] = std::minmax_element(values.begin(), values.end());
  value_distribution result{width, bin_of(*low), {}};
  result.probabilities.resize(static_cast<std::size_t>(bin_of(*high) - result.first_bin + 1));
  auto share = 1.0 / static_cast<double>(values.size());
  for (auto value : values)
    result.probabilities[static_cast<std::size_t>(bin_of(value) - result.first_bin)] += share;
  return result;
}

value_distribution shortest_path_distribution(const directed_graph& graph) {
  std::vector<double> lengths;
  for (vertex from = 0; from < graph.size(); ++from)
    for (auto length : path_lengths_from(graph, from))
      if (length != 0 && length != unreachable)
        lengths.push_back(length);
  return distribution_of(lengths, 1);
}

namespace {

/// The pseudoinverse of L + 1/n. The matrix is regular exactly if one component only is closed:
/// its kernel is that of L, spanned by one vector per closed component, without the constant one.
Eigen::MatrixXd laplacian_pseudoinverse(const directed_graph& graph) {
  auto n = static_cast<Eigen::Index>(graph.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  for (vertex from = 0; from < graph.size(); ++from)
    for (auto to : graph.successors(from)) {
      matrix(from, from) += 1;
      matrix(from, to) -= 1;
    }
  auto closed = strongly_connected_components(graph).closed;
  if (std::count(closed.begin(), closed.end(), true) == 1)
    return matrix.partialPivLu().inverse();
  return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

} // namespace

std::vector<double> resistance_distances(const directed_graph& graph) {
  if (graph.size() == 0)
    return {};
  auto gamma = laplacian_pseudoinverse(graph);
  std::vector<double> distances;
  distances.reserve(graph.size() * (graph.size() - 1) / 2);
  for (Eigen::Index i = 0; i < gamma.rows(); ++i)
    for (Eigen::Index j = i + 1; j < gamma.cols(); ++j)
      distances.push_back(gamma(i, i) + gamma(j, j) - gamma(i, j) - gamma(j, i));
  return distances;
}

value_distribution resistance_distribution(const directed_graph& graph) {
  return distribution_of(resistance_distances(graph), resistance_bin);
}

namespace {

/// Σ p q over the bins that both have.
double overlap(const value_distribution& p, const value_distribution& q) {
  auto first = std::max(p.first_bin, q.first_bin);
  auto last = std::min(p.first_bin + static_cast<long>(p.probabilities.size()),
                       q.first_bin + static_cast<long>(q.probabilities.size()));
  double sum = 0;
  for (auto bin = first; bin < last; ++bin)
    sum += p.probabilities[static_cast<std::size_t>(bin - p.first_bin)]
           * q.probabilities[static_cast<std::size_t>(bin - q.first_bin)];
  return sum;
}

} // namespace

double quadratic_entropy(const value_distribution& p) {
  return p.probabilities.empty() ? 0 : std::max(0.0, -std::log(overlap(p, p)));
}

double cauchy_schwarz_divergence(const value_distribution& p, const value_distribution& q) {
  auto common = overlap(p, q);
  if (common == 0)
    return p == q ? 0 : std::numeric_limits<double>::infinity();
  auto divergence = std::log(overlap(p, p)) + std::log(overlap(q, q)) - 2 * std::log(common);
  return std::max(0.0, divergence); // rounding may take equal distributions below
}

navigation_properties measure_navigation(const topology& tiles) {
  auto graph = make_topology_graph(tiles);
  auto components = strongly_connected_components(graph.paths);
  navigation_properties result;
  result.accessible_fraction = find_playable_area(graph, components).fraction;
  result.places = graph.places.size();
  result.components = components.sizes.size();
  result.shortest_paths = shortest_path_distribution(graph.paths);
  result.resistances = resistance_distribution(graph.paths);
  result.shortest_path_entropy = quadratic_entropy(result.shortest_paths);
  result.resistance_entropy = quadratic_entropy(result.resistances);
  return result;
}

double topology_distance(const topology& a, const topology& b) {
  if (a.size() != b.size())
    throw user_error("Only worlds of the same size have a distance; these are "
                     + std::to_string(a.width()) + "x" + std::to_string(a.height()) + " and "
                     + std::to_string(b.width()) + "x" + std::to_string(b.height()) + ".");
  double squares = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    auto difference = normalised_height(a.values()[i]) - normalised_height(b.values()[i]);
    squares += difference * difference;
  }
  return std::sqrt(squares);
}

} // namespace troupe
