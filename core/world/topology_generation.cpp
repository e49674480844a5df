#include "core/world/topology_generation.hpp"

#include "core/world/navigation.hpp"
#include "core/world/wave_function_collapse.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace troupe {

namespace {

/// How often a topology is begun anew, and how often traps are mended in each, before the open room
/// is taken.
constexpr int max_beginnings = 12;
constexpr int max_mendings = 24;

/// The weights of tiles where nothing is known about a cell.
tile_weights draw_weights(const world_parameters& parameters, random_stream& stream) {
  auto levels = stream.between(parameters.levels.low, parameters.levels.high);
  auto ramp = draw(parameters.ramp_weight, stream);
  auto diagonal = draw(parameters.diagonal_weight, stream);
  tile_weights weights{};
  for (std::size_t i = 0; i < tile_count; ++i) {
    auto t = all_tiles[i];
    if (top_level(t) < levels)
      weights[i] = t.kind == tile_kind::flat ? 1 : t.kind == tile_kind::ramp ? ramp : diagonal;
  }
  return weights;
}

mirror_symmetry draw_symmetry(const world_parameters& parameters, random_stream& stream) {
  if (!stream.chance(parameters.symmetry_chance))
    return {};
  auto which = stream.below(3);
  return {which != 1, which != 0};
}

/// Multiplies the weight of flat floor on one level.
void favour_level(tile_weights& weights, std::int64_t level, double factor) {
  weights[static_cast<std::size_t>(level)] *= factor;
}

int highest_level(const tile_weights& weights) {
  int highest = 0;
  for (int level = 0; level < level_count; ++level)
    if (weights[static_cast<std::size_t>(level)] > 0)
      highest = level;
  return highest;
}

/// Favours high floor in the middle, and low floor around it.
void favour_island(grid<tile_weights>& weights, random_stream& stream) {
  auto size = weights.size();
  auto top = highest_level(weights[{0, 0}]);
  auto shore = stream.between(0, std::max(0, top - 1));
  auto radius = stream.uniform(0.15, 0.3) * std::min(size.width, size.height);
  for (std::size_t i = 0; i < weights.values().size(); ++i) {
    auto at = weights.cell_of(i);
    auto dx = at.x - (size.width - 1) / 2.0;
    auto dy = at.y - (size.height - 1) / 2.0;
    auto inside = dx * dx + dy * dy <= radius * radius;
    if (inside)
      favour_level(weights[at], std::min<std::int64_t>(shore + 1, top), 1000);
    else
      favour_level(weights[at], shore, 10);
  }
}

/// Favours a wall across the world with one or two gaps, and even floor along it.
void favour_doors(grid<tile_weights>& weights, random_stream& stream) {
  auto size = weights.size();
  auto top = highest_level(weights[{0, 0}]);
  auto floor = stream.between(0, std::max(0, top - 2));
  auto across = stream.chance(0.5);
  auto length = across ? size.width : size.height;
  auto breadth = across ? size.height : size.width;
  auto wall = stream.between(breadth / 3, breadth - 1 - breadth / 3);
  auto first_door = stream.between(0, length - 1);
  auto second_door = stream.between(0, length - 1);
  for (std::size_t i = 0; i < weights.values().size(); ++i) {
    auto at = weights.cell_of(i);
    auto along = across ? at.x : at.y;
    auto distance = std::abs((across ? at.y : at.x) - wall);
    auto is_door = along == first_door || along == second_door;
    // Much more than the neighbours' affinity: a wall must not melt into the floor beside it.
    if (distance == 0)
      favour_level(weights[at], is_door ? floor : top, 1e6);
    else
      favour_level(weights[at], floor, distance == 1 ? 100 : 4);
  }
}

grid<tile_weights> draw_layout(grid_size size, const world_parameters& parameters,
                               random_stream& stream) {
  grid<tile_weights> weights(size, draw_weights(parameters, stream));
  auto which = stream.uniform();
  if (which < parameters.island_chance)
    favour_island(weights, stream);
  else if (which < parameters.island_chance + parameters.doors_chance)
    favour_doors(weights, stream);
  return weights;
}

void mark_around(cell_mask& cells, cell at) {
  for (int y = at.y - 1; y <= at.y + 1; ++y)
    for (int x = at.x - 1; x <= at.x + 1; ++x)
      if (cells.size().contains({x, y}))
        cells[{x, y}] = 1;
}

/// The cells to draw again so that the playable area grows. Whoever falls into a smaller closed
/// component is trapped there: all of them but the largest are dissolved. If there is no other,
/// it is the shore of the largest that keeps players from the rest.
cell_mask cells_to_mend(const topology_graph& graph, const graph_components& components,
                        const playable_area& area) {
  cell_mask cells(graph.first_vertex.size());
  auto closed = std::count(components.closed.begin(), components.closed.end(), true);
  for (directed_graph::vertex v = 0; v < graph.places.size(); ++v) {
    if (area.contains[v])
      continue;
    auto is_trap = components.closed[components.of_vertex[v]];
    auto touches_area = [&] {
      auto successors = graph.paths.successors(v);
      return std::any_of(successors.begin(), successors.end(),
                         [&](auto to) { return area.contains[to]; });
    };
    if (is_trap || (closed == 1 && touches_area()))
      mark_around(cells, graph.places[v].at);
  }
  return cells;
}

/// Collapses a wave and mends it until enough of the floor is playable; nothing if that fails.
std::optional<topology> collapse_playable(tile_wave wave, double min_fraction,
                                          random_stream& stream) {
  for (int mending = 0; wave.collapse(stream); ++mending) {
    auto tiles = wave.tiles();
    auto graph = make_topology_graph(tiles);
    auto components = strongly_connected_components(graph.paths);
    auto area = find_playable_area(graph, components);
    if (area.fraction >= min_fraction)
      return tiles;
    if (mending == max_mendings)
      break;
    wave.reopen(cells_to_mend(graph, components, area));
  }
  return std::nullopt;
}

neighbour_affinity draw_affinity(const world_parameters& parameters, random_stream& stream) {
  return {draw(parameters.coherence, stream), 1, 0.5};
}

/// Moves part of each cell's probability to the tile that `other` has there.
grid<tile_weights> bias_towards(const topology& other, double likeness, tile_weights weights) {
  double sum = 0;
  for (auto weight : weights)
    sum += weight;
  for (auto& weight : weights)
    weight *= (1 - likeness) / sum;
  grid<tile_weights> biased(other.size(), weights);
  for (std::size_t i = 0; i < biased.values().size(); ++i)
    biased.values()[i][tile_index(other.values()[i])] += likeness;
  return biased;
}

} // namespace

topology generate_topology(grid_size size, const world_parameters& parameters,
                           random_stream& stream) {
  for (int beginning = 0; beginning < max_beginnings; ++beginning) {
    auto weights = draw_layout(size, parameters, stream);
    auto affinity = draw_affinity(parameters, stream);
    auto symmetry = draw_symmetry(parameters, stream);
    if (auto tiles = collapse_playable(tile_wave(std::move(weights), affinity, symmetry),
                                       parameters.min_playable_fraction, stream))
      return *std::move(tiles);
  }
  return topology(size); // the paper's open room
}

topology generate_topology_like(const topology& other, const world_parameters& parameters,
                                random_stream& stream) {
  for (int beginning = 0; beginning < max_beginnings; ++beginning) {
    // The other may have a small playable area itself: resemble it less and less.
    auto likeness = parameters.likeness * (max_beginnings - beginning) / max_beginnings;
    auto weights = bias_towards(other, likeness, draw_weights(parameters, stream));
    auto affinity = draw_affinity(parameters, stream);
    if (auto tiles = collapse_playable(tile_wave(std::move(weights), affinity, {}),
                                       parameters.min_playable_fraction, stream))
      return *std::move(tiles);
  }
  return topology(other.size());
}

} // namespace troupe
