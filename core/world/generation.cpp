#include "core/world/generation.hpp"

#include "core/support/error.hpp"
#include "core/world/navigation.hpp"
#include "core/world/placement.hpp"
#include "core/world/topology_generation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace troupe {

namespace {

/// How many worlds are begun before entities are said not to fit.
constexpr int max_beginnings = 16;

template <class Word>
Word draw_word(random_stream& stream) {
  return static_cast<Word>(stream.below(words<Word>.size()));
}

void set_topology(world& w, topology tiles) {
  w.tiles = std::move(tiles);
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
}

/// A light above the world that shines on one of its points.
world_lighting draw_lighting(const world& w, random_stream& stream) {
  auto width = w.tiles.width() * w.tile_size.x;
  auto depth = w.tiles.height() * w.tile_size.y;
  world_lighting light;
  light.position = {stream.uniform(0, width), stream.uniform(0, depth),
                    level_count * w.tile_size.z + stream.uniform(10, 30)};
  auto x = stream.uniform(0, width) - light.position.x;
  auto y = stream.uniform(0, depth) - light.position.y;
  auto z = -light.position.z;
  auto length = std::sqrt(x * x + y * y + z * z);
  light.direction = {x / length, y / length, z / length};
  light.intensity = stream.uniform(0.6, 1.2);
  light.hue = stream.uniform(0, 360);
  return light;
}

void draw_objects(world& w, const world_parameters& parameters, random_stream& stream) {
  if (parameters.one_object_of_each_kind) {
    for (std::size_t colour = 0; colour < words<object_colour>.size(); ++colour)
      for (std::size_t shape = 0; shape < words<object_shape>.size(); ++shape) {
        auto& object = w.objects.emplace_back();
        object.colour = static_cast<object_colour>(colour);
        object.shape = static_cast<object_shape>(shape);
      }
  } else {
    w.objects.resize(static_cast<std::size_t>(draw(parameters.objects, stream)));
    for (auto& object : w.objects) {
      object.colour = draw_word<object_colour>(stream);
      object.shape = draw_word<object_shape>(stream);
    }
  }
  for (auto& object : w.objects) {
    redraw_attributes(object, parameters.object_size, stream);
    object.latent = draw_latent(stream);
  }
}

void draw_players(world& w, const world_parameters& parameters, random_stream& stream) {
  for (auto count = draw(parameters.players, stream); count > 0; --count) {
    world_player player;
    player.colour = draw_unused_colour(w.players, stream);
    redraw_attributes(player, stream);
    player.latent = draw_latent(stream);
    w.players.push_back(player);
  }
}

/// The entities of `other`, with noise on their latents and the rest drawn afresh.
void draw_entities_like(world& w, const world& other, const world_parameters& parameters,
                        random_stream& stream) {
  auto disturb = [&](entity_latent& latent) {
    for (auto& value : latent)
      value += parameters.latent_noise * stream.normal();
  };
  w.objects = other.objects;
  for (auto& object : w.objects) {
    if (!parameters.one_object_of_each_kind) {
      object.colour = draw_word<object_colour>(stream);
      object.shape = draw_word<object_shape>(stream);
    }
    redraw_attributes(object, parameters.object_size, stream);
    disturb(object.latent);
  }
  w.players = other.players;
  for (auto& player : w.players) {
    redraw_attributes(player, stream);
    disturb(player.latent);
  }
}

object_grouping draw_grouping(const world_parameters& parameters, random_stream& stream) {
  auto which = stream.uniform();
  if (which < parameters.group_by_shape_chance)
    return object_grouping::by_shape;
  which -= parameters.group_by_shape_chance;
  return which < parameters.group_by_colour_chance ? object_grouping::by_colour
                                                   : object_grouping::none;
}

/// Draws topologies and entities until the entities fit.
template <class DrawTopology, class DrawEntities>
world draw_world(const world_parameters& parameters, std::uint64_t seed, purpose use,
                 DrawTopology&& draw_topology, DrawEntities&& draw_entities) {
  validate(parameters);
  random_stream root(seed, {.use = use});
  for (std::uint64_t beginning = 0; beginning < max_beginnings; ++beginning) {
    auto stream = root.split(beginning);
    world w;
    w.seed = seed;
    set_topology(w, draw_topology(stream));
    w.tile_size = {draw(parameters.tile_width, stream), draw(parameters.tile_depth, stream),
                   draw(parameters.level_height, stream)};
    w.lighting = draw_lighting(w, stream);
    draw_entities(w, stream);
    auto grouping = draw_grouping(parameters, stream);
    if (place_entities(w, grouping, parameters.object_size.low, stream))
      return w;
  }
  throw user_error("No world of this size had room for its objects and players in "
                   + std::to_string(max_beginnings)
                   + " tries: ask for fewer or smaller objects, or for a larger world.");
}

} // namespace

entity_latent draw_latent(random_stream& stream) {
  entity_latent latent{};
  for (auto& value : latent)
    value = stream.normal();
  return latent;
}

player_colour draw_unused_colour(std::span<const world_player> players, random_stream& stream) {
  for (;;) {
    auto colour = draw_word<player_colour>(stream);
    if (std::none_of(players.begin(), players.end(),
                     [&](const world_player& player) { return player.colour == colour; }))
      return colour;
  }
}

void redraw_attributes(world_player& player, random_stream& stream) {
  player.gadget = draw_word<gadget>(stream);
  player.heading = stream.uniform(0, 2 * std::numbers::pi);
}

void redraw_attributes(world_object& object, interval<double> size, random_stream& stream) {
  object.size = draw(size, stream);
  // A turn about the vertical: a uniform point on the unit circle is a uniform half angle.
  double x = 0;
  double y = 0;
  double squares = 0;
  do {
    x = stream.uniform(-1, 1);
    y = stream.uniform(-1, 1);
    squares = x * x + y * y;
  } while (squares > 1 || squares < 0.01);
  auto length = std::sqrt(squares);
  object.orientation = {x / length, 0, 0, y / length};
}

world generate_world(const world_parameters& parameters, std::uint64_t seed) {
  return draw_world(
      parameters, seed, purpose::world,
      [&](random_stream& stream) {
        auto width = draw(parameters.width, stream);
        auto height = draw(parameters.height, stream);
        return generate_topology({width, height}, parameters, stream);
      },
      [&](world& w, random_stream& stream) {
        draw_objects(w, parameters, stream);
        draw_players(w, parameters, stream);
      });
}

world generate_world_like(const world& other, const world_parameters& parameters,
                          std::uint64_t seed) {
  validate(other);
  return draw_world(
      parameters, seed, purpose::mutation,
      [&](random_stream& stream) {
        return generate_topology_like(other.tiles, parameters, stream);
      },
      [&](world& w, random_stream& stream) { draw_entities_like(w, other, parameters, stream); });
}

} // namespace troupe
