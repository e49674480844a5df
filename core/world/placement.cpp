#include "core/world/placement.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace troupe {

namespace {

/// Entities keep this far from each other and from the edges of their floor, in metres.
constexpr double clearance = 0.05;

/// How many places are drawn, and points in each, before an entity is thought not to fit.
constexpr int place_draws = 24;
constexpr int point_draws = 4;

/// How much smaller an object is made when it does not fit.
constexpr double shrink_factor = 0.8;

/// Companions are within about this many tiles of each other.
constexpr double group_radius = 1.5;

std::vector<place> select(const std::vector<place>& places, const std::vector<bool>& selected) {
  std::vector<place> result;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (selected[i])
      result.push_back(places[i]);
  return result;
}

struct offset {
  double x;
  double y;
};

/// Draws the centre of a circle that lies within a rectangle with a corner at the origin; nothing
/// if it is too large.
std::optional<offset> draw_in_rectangle(double width, double depth, double radius,
                                        random_stream& stream) {
  if (2 * radius > std::min(width, depth))
    return std::nullopt;
  auto x = stream.uniform(radius, width - radius);
  auto y = stream.uniform(radius, depth - radius);
  return offset{x, y};
}

/// The same for a triangle with its right angle at the origin and legs along the axes. The centres
/// that are far enough from all sides form a smaller triangle about the inscribed circle's centre.
std::optional<offset> draw_in_triangle(double width, double depth, double radius,
                                       random_stream& stream) {
  auto inradius = (width + depth - std::sqrt(width * width + depth * depth)) / 2;
  if (radius > inradius)
    return std::nullopt;
  auto u = stream.uniform();
  auto v = stream.uniform();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  auto shrink = 1 - radius / inradius;
  return offset{inradius + shrink * (u * width - inradius),
                inradius + shrink * (v * depth - inradius)};
}

} // namespace

entity_placer::entity_placer(const world& w)
    : world_(w),
      graph_(make_topology_graph(w.tiles)),
      playable_(playable_places(w, graph_)),
      places_(select(graph_.places, playable_)),
      network_(w, places_) {}

void entity_placer::avoid(const world_object& object) {
  taken_.push_back(
      {object.position.x, object.position.y, object_radius(object.shape, object.size)});
}

void entity_placer::avoid(const world_player& player) {
  taken_.push_back({player.position.x, player.position.y, player_radius});
}

bool entity_placer::is_playable(const vector3& position) const {
  return playable_[graph_.vertex_of(place_at(world_, position.x, position.y))];
}

bool entity_placer::is_free(const circle& body) const {
  return std::all_of(taken_.begin(), taken_.end(), [&](const circle& other) {
    auto dx = body.x - other.x;
    auto dy = body.y - other.y;
    auto distance = body.radius + other.radius + clearance;
    return dx * dx + dy * dy >= distance * distance;
  });
}

/// Draws a point of a place such that the body lies wholly on it; false if it is too large.
bool entity_placer::draw_point(const place& p, circle& body, random_stream& stream) const {
  auto [width, depth, height] = world_.tile_size;
  auto radius = body.radius + clearance;
  auto drawn = p.part == tile_part::whole ? draw_in_rectangle(width, depth, radius, stream)
                                          : draw_in_triangle(width, depth, radius, stream);
  if (!drawn)
    return false;
  if (p.part != tile_part::whole) {
    // The half's right angle need not be in the tile's south-western corner.
    auto corner = world_.tiles[p.at].facing;
    auto upper = p.part == tile_part::upper_half;
    if (upper == upper_half_touches(corner, direction::east))
      drawn->x = width - drawn->x;
    if (upper == upper_half_touches(corner, direction::north))
      drawn->y = depth - drawn->y;
  }
  body.x = p.at.x * width + drawn->x;
  body.y = p.at.y * depth + drawn->y;
  return true;
}

bool entity_placer::find_point(std::vector<double> preferences, circle& body, bool may_roll,
                               random_stream& stream) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    auto kind = world_.tiles[places_[i].at].kind;
    if (kind == tile_kind::ramp && !may_roll)
      preferences[i] = 0;
    else if (kind == tile_kind::diagonal)
      preferences[i] /= 2; // half the floor
  }
  if (std::none_of(preferences.begin(), preferences.end(), [](double p) { return p > 0; }))
    return false;
  for (int draw = 0; draw < place_draws; ++draw) {
    auto chosen = stream.weighted(preferences);
    for (int i = 0; i < point_draws; ++i)
      if (draw_point(places_[chosen], body, stream) && is_free(body))
        return true;
    preferences[chosen] /= 16; // it seems to be full
  }
  return false;
}

bool entity_placer::put(world_player& player, random_stream& stream) {
  circle body{0, 0, player_radius};
  if (!find_point(network_.preferences(player.latent), body, false, stream))
    return false;
  player.position = {body.x, body.y, floor_height(world_, body.x, body.y)};
  taken_.push_back(body);
  return true;
}

bool entity_placer::put(world_object& object, double min_size, random_stream& stream) {
  return put_object(network_.preferences(object.latent), object, min_size, stream);
}

bool entity_placer::put_near(const world_object& companion, world_object& object, double min_size,
                             random_stream& stream) {
  auto preferences = network_.preferences(object.latent);
  auto home = cell_at(world_, companion.position.x, companion.position.y);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    auto dx = (places_[i].at.x - home.x) / group_radius;
    auto dy = (places_[i].at.y - home.y) / group_radius;
    auto nearness = 1 / (1 + dx * dx + dy * dy);
    preferences[i] *= nearness * nearness * nearness;
  }
  return put_object(std::move(preferences), object, min_size, stream);
}

bool entity_placer::put_object(std::vector<double> preferences, world_object& object,
                               double min_size, random_stream& stream) {
  auto may_roll = object.shape == object_shape::sphere;
  auto size = object.size;
  circle body{0, 0, object_radius(object.shape, size)};
  while (!find_point(preferences, body, may_roll, stream)) {
    if (size <= min_size)
      return false;
    size = std::max(min_size, size * shrink_factor);
    body.radius = object_radius(object.shape, size);
  }
  object.size = size;
  auto rise = object_extents(object.shape, size).z / 2;
  auto t = world_.tiles[cell_at(world_, body.x, body.y)];
  if (t.kind == tile_kind::ramp) {
    // A sphere touches a slope beside its lowest point.
    auto along_y = t.facing == direction::north || t.facing == direction::south;
    auto slope = world_.tile_size.z / (along_y ? world_.tile_size.y : world_.tile_size.x);
    rise *= std::sqrt(1 + slope * slope);
  }
  object.position = {body.x, body.y, floor_height(world_, body.x, body.y) + rise};
  taken_.push_back(body);
  return true;
}

bool place_entities(world& w, object_grouping grouping, double min_object_size,
                    random_stream& stream) {
  entity_placer placer(w);
  for (auto& player : w.players)
    if (!placer.put(player, stream))
      return false;

  auto are_companions = [&](const world_object& a, const world_object& b) {
    return (grouping == object_grouping::by_shape && a.shape == b.shape)
           || (grouping == object_grouping::by_colour && a.colour == b.colour);
  };
  for (auto object = w.objects.begin(); object != w.objects.end(); ++object) {
    auto companion = std::find_if(w.objects.begin(), object, [&](const world_object& earlier) {
      return are_companions(earlier, *object);
    });
    auto placed = companion == object
                      ? placer.put(*object, min_object_size, stream)
                      : placer.put_near(*companion, *object, min_object_size, stream);
    if (!placed)
      return false;
  }
  return true;
}

} // namespace troupe
