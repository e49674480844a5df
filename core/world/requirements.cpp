#include "core/world/requirements.hpp"

#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "core/world/placement.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

namespace troupe {

namespace {

/// Far from the children of a seed's stream that worlds are generated from.
constexpr std::uint64_t adaptation_stream = 1'000'000;

/// A missing colour is painted over about this share of the playable tiles.
constexpr std::size_t tiles_per_patch = 8;

using colour_set = std::array<bool, floor_colour_count>;

/// The colours of the playable area. Ramps do not count: things roll off them.
colour_set exposed_colours(const world& w, const topology_graph& graph,
                           const std::vector<bool>& playable) {
  colour_set exposed{};
  for (std::size_t v = 0; v < graph.places.size(); ++v)
    if (playable[v] && w.tiles[graph.places[v].at].kind != tile_kind::ramp)
      exposed[static_cast<std::size_t>(surface_colour(w, graph.places[v]))] = true;
  return exposed;
}

/// Paints patches of floor in the colours that the playable area lacks.
class floor_painter {
public:
  floor_painter(world& w, const std::vector<floor_colour>& required)
      : world_(w), graph_(make_topology_graph(w.tiles)), playable_(playable_places(w, graph_)) {
    for (auto colour : required)
      required_[static_cast<std::size_t>(colour)] = true;
  }

  void paint_missing(random_stream& stream) {
    for (std::size_t colour = 0; colour < floor_colour_count; ++colour)
      if (required_[colour] && !exposed_colours(world_, graph_, playable_)[colour])
        paint_patch(static_cast<floor_colour>(colour), stream);
  }

private:
  /// Paints one tile, unless that hides the last floor of another required colour.
  bool paint(cell at, floor_colour colour) {
    auto before = exposed_colours(world_, graph_, playable_);
    auto old_colour = std::exchange(world_.floor_colours[at], colour);
    auto after = exposed_colours(world_, graph_, playable_);
    for (std::size_t i = 0; i < floor_colour_count; ++i)
      if (required_[i] && before[i] && !after[i]) {
        world_.floor_colours[at] = old_colour;
        return false;
      }
    return true;
  }

  void paint_patch(floor_colour colour, random_stream& stream) {
    std::vector<cell> cells;
    for (std::size_t i = 0; i < world_.playable.values().size(); ++i)
      if (world_.playable.values()[i] != 0)
        cells.push_back(world_.playable.cell_of(i));
    stream.shuffle(std::span(cells));
    // Flat tiles have the most room; ramps do not count.
    auto kind_of = [&](cell at) { return world_.tiles[at].kind; };
    std::stable_partition(cells.begin(), cells.end(),
                          [&](cell at) { return kind_of(at) == tile_kind::flat; });
    auto first = std::find_if(cells.begin(), cells.end(), [&](cell at) {
      return kind_of(at) != tile_kind::ramp && paint(at, colour);
    });
    if (first == cells.end())
      throw user_error("The playable area is too small to show floors of all the colours that the "
                       "game names: use a larger world.");
    auto origin = *first;
    auto distance = [&](cell at) { return std::abs(at.x - origin.x) + std::abs(at.y - origin.y); };
    auto level = world_.tiles[origin].level;
    std::stable_sort(cells.begin(), cells.end(),
                     [&](cell a, cell b) { return distance(a) < distance(b); });
    auto wanted = cells.size() / tiles_per_patch;
    for (std::size_t i = 0, painted = 1; i < cells.size() && painted < wanted; ++i)
      if (cells[i] != origin && world_.tiles[cells[i]].level == level && paint(cells[i], colour))
        ++painted;
  }

  world& world_;
  topology_graph graph_;
  std::vector<bool> playable_;
  colour_set required_{};
};

[[noreturn]] void refuse_for_lack_of_room() {
  throw user_error("The playable area has no room for all the objects and players that the game "
                   "names: use a larger world, or one with fewer objects.");
}

bool is_kind(const world_object& object, const object_kind& kind) {
  return object.colour == kind.colour && object.shape == kind.shape;
}

void add_missing_objects(world& w, const std::vector<object_kind>& kinds,
                         interval<double> object_size, entity_placer& placer,
                         random_stream& stream) {
  for (const auto& kind : kinds) {
    auto is_there = [&](const world_object& object) {
      return is_kind(object, kind) && placer.is_playable(object.position);
    };
    if (std::any_of(w.objects.begin(), w.objects.end(), is_there))
      continue;
    if (w.objects.size() == max_world_objects)
      refuse_for_lack_of_room();
    auto& object = w.objects.emplace_back();
    object.colour = kind.colour;
    object.shape = kind.shape;
    redraw_attributes(object, object_size, stream);
    object.latent = draw_latent(stream);
    if (!placer.put(object, object_size.low, stream))
      refuse_for_lack_of_room();
  }
}

void add_missing_players(world& w, std::size_t count, entity_placer& placer,
                         random_stream& stream) {
  while (w.players.size() < count) {
    world_player player;
    player.colour = draw_unused_colour(w.players, stream);
    redraw_attributes(player, stream);
    player.latent = draw_latent(stream);
    if (!placer.put(player, stream))
      refuse_for_lack_of_room();
    w.players.push_back(player);
  }
}

} // namespace

bool satisfies(const world& w, const world_requirements& requirements) {
  auto graph = make_topology_graph(w.tiles);
  auto playable = playable_places(w, graph);
  auto is_playable = [&](const vector3& position) {
    return playable[graph.vertex_of(place_at(w, position.x, position.y))];
  };
  auto exposed = exposed_colours(w, graph, playable);
  auto has_floor = [&](floor_colour colour) { return exposed[static_cast<std::size_t>(colour)]; };
  auto has_object = [&](const object_kind& kind) {
    return std::any_of(w.objects.begin(), w.objects.end(), [&](const world_object& object) {
      return is_kind(object, kind) && is_playable(object.position);
    });
  };
  return static_cast<int>(w.players.size()) == requirements.players
         && std::all_of(w.players.begin(), w.players.end(),
                        [&](const world_player& player) { return is_playable(player.position); })
         && std::all_of(requirements.floors.begin(), requirements.floors.end(), has_floor)
         && std::all_of(requirements.objects.begin(), requirements.objects.end(), has_object);
}

world adapt_world(world w, const world_requirements& requirements, std::uint64_t seed,
                  interval<double> object_size) {
  validate(w);
  if (requirements.players < 0 || requirements.players > 3)
    throw user_error("A world has 0 … 3 players, not " + std::to_string(requirements.players)
                     + ".");
  auto stream = random_stream(seed, {.use = purpose::world}).split(adaptation_stream);
  floor_painter(w, requirements.floors).paint_missing(stream);

  auto player_count = static_cast<std::size_t>(requirements.players);
  if (w.players.size() > player_count)
    w.players.resize(player_count);
  entity_placer placer(w);
  for (const auto& object : w.objects)
    placer.avoid(object);
  for (const auto& player : w.players)
    placer.avoid(player);
  for (auto& player : w.players)
    if (!placer.is_playable(player.position) && !placer.put(player, stream))
      refuse_for_lack_of_room();
  add_missing_players(w, player_count, placer, stream);
  add_missing_objects(w, requirements.objects, object_size, placer, stream);
  return w;
}

} // namespace troupe
