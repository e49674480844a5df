#include "core/world/graph.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

using vertex = directed_graph::vertex;

directed_graph::directed_graph(std::size_t vertices,
                               std::span<const std::pair<vertex, vertex>> edges)
    : first_(vertices + 1), targets_(edges.size()) {
  for (auto [from, to] : edges)
    ++first_[from + 1];
  for (std::size_t v = 0; v < vertices; ++v)
    first_[v + 1] += first_[v];
  auto next = first_;
  for (auto [from, to] : edges)
    targets_[next[from]++] = to;
}

directed_graph directed_graph::reversed() const {
  std::vector<std::pair<vertex, vertex>> edges;
  edges.reserve(targets_.size());
  for (vertex from = 0; from < size(); ++from)
    for (auto to : successors(from))
      edges.emplace_back(to, from);
  return {size(), edges};
}

namespace {

/// Tarjan's algorithm with an explicit stack: large worlds must not exhaust the call stack.
class component_search {
public:
  explicit component_search(const directed_graph& graph)
      : graph_(graph), order_(graph.size()), low_(graph.size()), next_edge_(graph.size()) {
    found_.of_vertex.assign(graph.size(), unassigned);
  }

  graph_components run() {
    for (vertex v = 0; v < graph_.size(); ++v)
      if (order_[v] == 0)
        search_from(v);
    mark_closed();
    return std::move(found_);
  }

private:
  static constexpr std::uint32_t unassigned = unreachable;

  void enter(vertex v) {
    order_[v] = low_[v] = ++entered_;
    open_.push_back(v);
    path_.push_back(v);
  }

  void search_from(vertex root) {
    enter(root);
    while (!path_.empty()) {
      auto v = path_.back();
      auto edges = graph_.successors(v);
      if (next_edge_[v] == edges.size()) {
        leave(v);
        continue;
      }
      auto to = edges[next_edge_[v]++];
      if (order_[to] == 0)
        enter(to);
      else if (found_.of_vertex[to] == unassigned)
        low_[v] = std::min(low_[v], order_[to]);
    }
  }

  void leave(vertex v) {
    path_.pop_back();
    if (!path_.empty())
      low_[path_.back()] = std::min(low_[path_.back()], low_[v]);
    if (low_[v] == order_[v])
      close_component(v);
  }

  void close_component(vertex root) {
    auto number = static_cast<std::uint32_t>(found_.sizes.size());
    found_.sizes.push_back(0);
    for (auto last = root + 1; last != root; ++found_.sizes.back()) {
      last = open_.back();
      open_.pop_back();
      found_.of_vertex[last] = number;
    }
  }

  void mark_closed() {
    found_.closed.assign(found_.sizes.size(), true);
    for (vertex v = 0; v < graph_.size(); ++v)
      for (auto to : graph_.successors(v))
        if (found_.of_vertex[to] != found_.of_vertex[v])
          found_.closed[found_.of_vertex[v]] = false;
  }

  const directed_graph& graph_;
  graph_components found_;
  std::uint32_t entered_ = 0;
  /// When each vertex was entered, from 1; 0 if it was not.
  std::vector<std::uint32_t> order_;
  /// The earliest vertex known to be reachable through each vertex.
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> next_edge_;
  /// Entered vertices that belong to no component yet.
  std::vector<vertex> open_;
  /// The vertices between the root and where the search is.
  std::vector<vertex> path_;
};

} // namespace

graph_components strongly_connected_components(const directed_graph& graph) {
  return component_search(graph).run();
}

std::vector<std::uint32_t> path_lengths_from(const directed_graph& graph, vertex source) {
  std::vector<std::uint32_t> lengths(graph.size(), unreachable);
  std::vector<vertex> queue;
  queue.reserve(graph.size());
  lengths[source] = 0;
  queue.push_back(source);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (auto to : graph.successors(queue[i]))
      if (lengths[to] == unreachable) {
        lengths[to] = lengths[queue[i]] + 1;
        queue.push_back(to);
      }
  return lengths;
}

std::vector<vertex> next_steps_to(const directed_graph& graph, vertex target) {
  auto lengths = path_lengths_from(graph.reversed(), target);
  std::vector<vertex> next(graph.size(), directed_graph::no_vertex);
  for (vertex v = 0; v < graph.size(); ++v) {
    if (v == target || lengths[v] == unreachable)
      continue;
    for (auto to : graph.successors(v))
      if (lengths[to] + 1 == lengths[v]) {
        next[v] = to;
        break;
      }
  }
  return next;
}

std::vector<vertex> shortest_path(const directed_graph& graph, vertex from, vertex to) {
  auto next = next_steps_to(graph, to);
  if (from != to && next[from] == directed_graph::no_vertex)
    return {};
  std::vector<vertex> path{from};
  while (path.back() != to)
    path.push_back(next[path.back()]);
  return path;
}

} // namespace troupe
