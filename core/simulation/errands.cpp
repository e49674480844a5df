#include "core/simulation/errands.hpp"

#include "core/simulation/beam.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// The gap, in metres, at which `near` surely holds and nobody pushes anything.
constexpr double friendly_gap = 0.5;

/// Objects are put down this far in front of the feet.
constexpr double drop_distance = 0.8;

/// Nearer than this, in metres on the map, one cannot look down far enough to grab an object.
constexpr double too_close = 0.5;

/// How far from an object another must be for them to be surely apart, in metres.
constexpr double far_apart = 3;

double friendly_distance(const body& solid) {
  return player_radius + std::max(solid.half.x, solid.half.y) + friendly_gap;
}

/// Where something that is looked for shows, or is hit.
struct sighting {
  vector3 point;
  double distance = 0;
  bool is_visible = false;
  bool on_target = false;
};

sighting sight(const situation& now, individual target) {
  auto solid = now.body_of(target);
  auto eyes = eyes_of(now.me());
  auto distance = length(solid.position - eyes);
  // The second largest edge is what shows of a slab from above.
  auto [x, y, z] = solid.half;
  auto half = std::max(std::min(x, y), std::min(std::max(x, y), z));
  auto is_visible = now.in_line(eyes, solid.position);
  auto error = aiming_error(now.me(), solid.position);
  return {solid.position, distance, is_visible,
          is_visible && error < std::atan2(0.8 * half, distance)};
}

/// Goes to a target and looks at it as soon as it is worth it.
intent go_and_face(const sighting& target, double range) {
  intent wanted;
  wanted.destination = target.point;
  if (!target.is_visible)
    return wanted;
  wanted.within = 0.6 * range;
  if (target.distance < 1.5 * range)
    wanted.focus = target.point;
  return wanted;
}

/// The nearest level place that passes a test of its centre.
template <class Test>
std::optional<vector3> nearest_place(const situation& now, Test&& is_fit) {
  const auto& places = now.ways().graph().places;
  const auto& w = now.setting();
  std::optional<vector3> best;
  auto best_distance = unreachable;
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (now.places_to()[v] >= best_distance || w.tiles[places[v].at].kind == tile_kind::ramp)
      continue;
    auto centre = centre_of(w, places[v]);
    if (!is_fit(places[v], centre))
      continue;
    best = centre;
    best_distance = now.places_to()[v];
  }
  return best;
}

/// Of the two things that a wish relates, the one that `object` is not.
const physical_entity& other_than(const situation& now, const wish& wanted, individual object) {
  auto firsts = now.all(wanted.first);
  auto is_first = std::find(firsts.begin(), firsts.end(), object) != firsts.end();
  return is_first ? wanted.second : wanted.first;
}

} // namespace

intent approach(const situation& now, individual whom) {
  auto solid = now.body_of(whom);
  intent wanted;
  wanted.destination = solid.position;
  wanted.within = friendly_distance(solid);
  return wanted;
}

vector3 point_beside(const situation& now, individual whom) {
  auto solid = now.body_of(whom);
  const auto& w = now.setting();
  auto centre = at_height(solid.position, floor_height(w, solid.position.x, solid.position.y));
  auto towards_me = heading_towards(centre, now.me().position);
  for (double turn : {0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4, 3.1}) {
    auto beside = centre + direction_of(towards_me + turn, 0) * friendly_distance(solid);
    if (now.ways().is_walkable(centre, beside))
      return beside;
  }
  return centre;
}

std::optional<individual> other_holder(const situation& now, individual object) {
  for (auto each : now.other_players()) {
    const auto& held = now.state().players[each.index].held;
    if (held && held->object == object.index)
      return each;
  }
  return std::nullopt;
}

intent take(const situation& now, individual object) {
  auto holder = other_holder(now, object);
  if (holder && now.has_tag_gadget())
    return shoot(now, *holder);
  auto target = sight(now, object);
  auto wanted = go_and_face(target, beam_range);
  // What lies at one's feet is out of view.
  if (horizontal_distance(now.me().position, target.point) < too_close) {
    wanted.destination = point_beside(now, object);
    wanted.within = 0.1;
  }
  const auto& held = now.me().held;
  auto hand_is_free = !held || held->object == object.index;
  wanted.grab = hand_is_free && target.on_target && target.distance < beam_range;
  return wanted;
}

intent shoot(const situation& now, individual target) {
  auto aimed = sight(now, target);
  auto wanted = go_and_face(aimed, gadget_range);
  wanted.use_gadget = now.me().cool_down == 0 && aimed.on_target && aimed.distance < gadget_range;
  return wanted;
}

bool is_about_a_resting_object(const wish& wanted) {
  return std::holds_alternative<object_kind>(wanted.first)
         && !std::holds_alternative<physical_player>(wanted.second);
}

std::optional<vector3> destination_for(const situation& now, const wish& wanted,
                                       individual object) {
  const auto& other = other_than(now, wanted, object);
  if (const auto* floor = std::get_if<floor_colour>(&other))
    return nearest_place(now, [&](const place& p, vector3) {
      return wanted.wanted == (surface_colour(now.setting(), p) == *floor);
    });
  if (wanted.wanted) {
    auto companion = now.nearest(other);
    if (!companion)
      return std::nullopt;
    return now.position_of(*companion);
  }
  auto others = now.all(other);
  return nearest_place(now, [&](const place&, vector3 centre) {
    return std::none_of(others.begin(), others.end(), [&](individual each) {
      auto there = now.position_of(each);
      return wanted.how == relation::near ? length(there - centre) < far_apart
                                          : now.in_line(centre + vector3{0, 0, 0.3}, there);
    });
  });
}

intent carry(const situation& now, vector3 destination) {
  intent wanted;
  wanted.destination = destination;
  wanted.within = drop_distance;
  wanted.grab = true;
  const auto& me = now.me();
  auto level = std::abs(me.position.z - destination.z) < 0.6;
  if (level && horizontal_distance(me.position, destination) < drop_distance + 0.4) {
    auto floor = floor_height(now.setting(), destination.x, destination.y);
    wanted.focus = at_height(destination, floor);
  }
  return wanted;
}

bool is_lowered(const situation& now, vector3 destination) {
  auto wanted = carry(now, destination);
  return wanted.focus && aiming_error(now.me(), *wanted.focus) < 0.15;
}

vector3 safest_point(const situation& now, vector3 pursuer) {
  const auto& places = now.ways().graph().places;
  auto for_pursuer = now.ways().distances_from(pursuer);
  auto best = now.me().position;
  auto best_value = -1e9;
  for (std::size_t v = 0; v < places.size(); ++v) {
    auto mine = now.places_to()[v];
    auto theirs = std::min<std::uint32_t>(for_pursuer[v], 1000);
    if (mine == unreachable || mine >= theirs)
      continue;
    auto centre = centre_of(now.setting(), places[v]);
    auto value = 2.0 * theirs - mine + 0.1 * horizontal_distance(centre, pursuer);
    if (value > best_value) {
      best_value = value;
      best = centre;
    }
  }
  return best;
}

} // namespace troupe
