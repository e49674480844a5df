#include "core/tasks/probe.hpp"

#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <span>
#include <string>
#include <variant>

namespace troupe {

namespace {

/// Children of a task's stream.
enum stream_use : std::uint64_t { for_relation, for_goal, for_world };

/// So many worlds are drawn before a request counts as impossible.
constexpr int max_tries = 1000;

/// What is further away than this is not near, in metres between surfaces, and what is further to
/// the side of where a player looks is out of its sight, in radians. The relations proper are the
/// simulation's; a little margin makes these the stricter ones.
constexpr double surely_apart = 1.1;
constexpr double surely_aside = std::numbers::pi / 4 + 0.05;

template <class T>
const T& draw_one(const std::vector<T>& list, const char* what, random_stream& stream) {
  if (list.empty())
    throw user_error(std::string("Tasks cannot be drawn: the request lists no ") + what + ".");
  return list[stream.below(list.size())];
}

entity draw_subject(const probe_request& request, relation how, random_stream& stream) {
  if (how == relation::on)
    return draw_one(request.floors, "floors", stream);
  return draw_one(request.objects, "objects", stream);
}

atom draw_predicate(const probe_request& request, relation how, random_stream& stream) {
  auto about = draw_subject(request, how, stream);
  if (auto found = find_atom(how, player_reference::me, about))
    return *found;
  throw user_error("No goal can be about '" + to_string(about) + "'.");
}

/// Divides the floor into a region of each colour and one that stays as it was: every tile belongs
/// to the nearest of as many centres.
void divide_floor(world& place, const std::vector<floor_colour>& colours, random_stream& stream) {
  std::vector<cell> centres;
  for (std::size_t i = 0; i < place.tiles.values().size(); ++i)
    centres.push_back(place.tiles.cell_of(i));
  stream.shuffle(std::span(centres));
  centres.resize(std::min(centres.size(), colours.size() + 1));
  for (std::size_t i = 0; i < place.tiles.values().size(); ++i) {
    auto at = place.tiles.cell_of(i);
    auto nearest = std::min_element(centres.begin(), centres.end(), [&](cell a, cell b) {
      auto distance = [&](cell c) { return std::abs(c.x - at.x) + std::abs(c.y - at.y); };
      return distance(a) < distance(b);
    });
    if (auto region = static_cast<std::size_t>(nearest - centres.begin()); region < colours.size())
      place.floor_colours[at] = colours[region];
  }
}

world draw_world(const probe_request& request, random_stream& stream) {
  auto parameters = request.worlds;
  parameters.objects = {0, 0};
  parameters.one_object_of_each_kind = false;
  parameters.players = {1, 1};
  world_requirements needed{request.objects, {}, 1};
  auto seed = stream();
  auto place = generate_world(parameters, seed);
  if (std::ranges::find(request.relations, relation::on) != request.relations.end()) {
    needed.floors = request.floors;
    divide_floor(place, request.floors, stream);
  }
  return adapt_world(place, needed, seed, parameters.object_size);
}

/// Whether a predicate may hold, as seen from above, for one of the objects in the beginning.
bool may_hold(relation how, const world_player& me, const world_object& thing) {
  auto dx = thing.position.x - me.position.x;
  auto dy = thing.position.y - me.position.y;
  auto distance = std::hypot(dx, dy);
  auto radius = object_radius(thing.shape, thing.size);
  switch (how) {
  case relation::near:
    return distance - radius - player_radius < surely_apart;
  case relation::see: {
    auto aside = std::abs(std::remainder(std::atan2(dy, dx) - me.heading, 2 * std::numbers::pi));
    return distance <= radius || aside - std::asin(radius / distance) < surely_aside;
  }
  default:
    return false;
  }
}

bool may_hold(atom predicate, const world& place) {
  const auto& me = place.players.front();
  for (const auto* thing : {&predicate.first(), &predicate.second()}) {
    if (const auto* floor = std::get_if<floor_colour>(thing))
      return surface_colour(place, place_at(place, me.position.x, me.position.y)) == *floor;
    if (const auto* kind = std::get_if<object_kind>(thing))
      return std::any_of(place.objects.begin(), place.objects.end(),
                         [&](const world_object& object) {
                           return object_kind{object.colour, object.shape} == *kind
                                  && may_hold(predicate.relation(), me, object);
                         });
  }
  return false;
}

} // namespace

world_parameters probe_world_parameters() {
  world_parameters parameters;
  parameters.width = {3, 4};
  parameters.height = {3, 4};
  parameters.levels = {1, 1};
  parameters.ramp_weight = {0, 0};
  parameters.diagonal_weight = {0, 0};
  parameters.island_chance = 0;
  parameters.doors_chance = 0;
  parameters.tile_width = {1.6, 1.8};
  parameters.tile_depth = {1.6, 1.8};
  parameters.object_size = {0.6, 0.8};
  parameters.players = {1, 1};
  return parameters;
}

task draw_probe_task(const probe_request& request, relation how, const random_stream& stream) {
  auto goals = stream.split(for_goal);
  auto worlds = stream.split(for_world);
  auto predicate = draw_predicate(request, how, goals);
  goal aim({predicate}, variable_tables[0]);
  for (int tries = 0; tries < max_tries; ++tries) {
    auto place = draw_world(request, worlds);
    if (!may_hold(predicate, place))
      return {std::move(place), game{aim}, {}};
  }
  throw user_error("In every world drawn '" + to_string(predicate)
                   + "' may hold from the beginning: ask for larger worlds or smaller objects.");
}

task draw_probe_task(const probe_request& request, const random_stream& stream) {
  auto draws = stream.split(for_relation);
  return draw_probe_task(request, draw_one(request.relations, "relations", draws), stream);
}

} // namespace troupe
