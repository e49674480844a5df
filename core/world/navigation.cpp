#include "core/world/navigation.hpp"

#include <utility>

namespace troupe {

using vertex = directed_graph::vertex;

passage passage_between(tile from, direction side, tile to) {
  auto here = edge_of(from, side);
  auto there = edge_of(to, opposite(side));
  if (here == there)
    return from.kind == tile_kind::ramp || to.kind == tile_kind::ramp ? passage::ramp
                                                                      : passage::level;
  auto lower_somewhere = there.first < here.first || there.second < here.second;
  return lower_somewhere ? passage::drop : passage::blocked;
}

tile_part part_beside(tile t, direction side) {
  if (t.kind != tile_kind::diagonal)
    return tile_part::whole;
  return upper_half_touches(t.facing, side) ? tile_part::upper_half : tile_part::lower_half;
}

namespace {

void add_places(const topology& tiles, topology_graph& graph) {
  graph.first_vertex = grid<vertex>(tiles.size());
  graph.places.reserve(2 * tiles.values().size());
  for (std::size_t i = 0; i < tiles.values().size(); ++i) {
    auto at = tiles.cell_of(i);
    graph.first_vertex[at] = static_cast<vertex>(graph.places.size());
    if (tiles[at].kind == tile_kind::diagonal) {
      graph.places.push_back({at, tile_part::lower_half});
      graph.places.push_back({at, tile_part::upper_half});
    } else {
      graph.places.push_back({at, tile_part::whole});
    }
  }
}

void add_paths(const topology& tiles, topology_graph& graph) {
  std::vector<std::pair<vertex, vertex>> edges;
  edges.reserve(5 * graph.places.size());
  for (std::size_t i = 0; i < tiles.values().size(); ++i) {
    auto at = tiles.cell_of(i);
    auto here = tiles[at];
    if (here.kind == tile_kind::diagonal)
      edges.emplace_back(graph.first_vertex[at] + 1, graph.first_vertex[at]);
    for (auto side : sides) {
      auto next = neighbour(at, side);
      if (!tiles.size().contains(next)
          || passage_between(here, side, tiles[next]) == passage::blocked)
        continue;
      edges.emplace_back(graph.vertex_of({at, part_beside(here, side)}),
                         graph.vertex_of({next, part_beside(tiles[next], opposite(side))}));
    }
  }
  graph.paths = directed_graph(graph.places.size(), edges);
}

} // namespace

topology_graph make_topology_graph(const topology& tiles) {
  topology_graph graph;
  add_places(tiles, graph);
  add_paths(tiles, graph);
  return graph;
}

std::vector<int> component_areas(const topology_graph& graph, const graph_components& components) {
  std::vector<int> areas(components.sizes.size());
  for (std::size_t v = 0; v < graph.places.size(); ++v)
    areas[components.of_vertex[v]] += graph.places[v].part == tile_part::whole ? 2 : 1;
  return areas;
}

playable_area find_playable_area(const topology_graph& graph, const graph_components& components) {
  auto areas = component_areas(graph, components);
  std::size_t largest = 0;
  int largest_area = 0;
  for (std::size_t c = 0; c < areas.size(); ++c)
    if (components.closed[c] && areas[c] > largest_area) {
      largest = c;
      largest_area = areas[c];
    }

  playable_area area{std::vector<bool>(graph.places.size()), cell_mask(graph.first_vertex.size()),
                     largest_area / (2.0 * graph.first_vertex.size().cells())};
  for (std::size_t v = 0; v < graph.places.size(); ++v)
    if (components.of_vertex[v] == largest) {
      area.contains[v] = true;
      area.tiles[graph.places[v].at] = 1;
    }
  return area;
}

playable_area find_playable_area(const topology_graph& graph) {
  return find_playable_area(graph, strongly_connected_components(graph.paths));
}

} // namespace troupe
