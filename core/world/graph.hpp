#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace troupe {

/// A directed graph with vertices 0 … n − 1.
class directed_graph {
public:
  using vertex = std::uint32_t;
  static constexpr vertex no_vertex = std::numeric_limits<vertex>::max();

  directed_graph() = default;
  /// A graph with the given edges (from, to); the edges of a vertex keep their order.
  directed_graph(std::size_t vertices, std::span<const std::pair<vertex, vertex>> edges);

  [[nodiscard]] std::size_t size() const { return first_.empty() ? 0 : first_.size() - 1; }
  /// Where the edges of `from` lead.
  [[nodiscard]] std::span<const vertex> successors(vertex from) const {
    return {targets_.data() + first_[from], targets_.data() + first_[from + 1]};
  }
  /// The same graph with all edges turned around.
  [[nodiscard]] directed_graph reversed() const;

  friend bool operator==(const directed_graph&, const directed_graph&) = default;

private:
  /// The edges of vertex v are `targets_[first_[v]]` … `targets_[first_[v + 1] - 1]`.
  std::vector<std::uint32_t> first_;
  std::vector<vertex> targets_;
};

/// The strongly connected components of a graph: what can be reached from each other.
struct graph_components {
  /// The component of each vertex. An edge never leads to a component with a higher number.
  std::vector<std::uint32_t> of_vertex;
  /// How many vertices each component has.
  std::vector<std::uint32_t> sizes;
  /// Whether no edge leaves the component.
  std::vector<bool> closed;

  friend bool operator==(const graph_components&, const graph_components&) = default;
};
graph_components strongly_connected_components(const directed_graph& graph);

/// Marks a vertex that cannot be reached.
inline constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

/// The number of edges on a shortest path from `source` to every vertex, or `unreachable`.
std::vector<std::uint32_t> path_lengths_from(const directed_graph& graph,
                                             directed_graph::vertex source);

/// For every vertex the next one on a shortest path to `target`; `no_vertex` where there is none,
/// and at the target itself.
std::vector<directed_graph::vertex> next_steps_to(const directed_graph& graph,
                                                  directed_graph::vertex target);

/// A shortest path with both ends, or nothing if there is none.
std::vector<directed_graph::vertex>
shortest_path(const directed_graph& graph, directed_graph::vertex from, directed_graph::vertex to);

} // namespace troupe
