#include "core/simulation/situation.hpp"

#include "core/simulation/sight.hpp"

#include <algorithm>

namespace troupe {

namespace {

/// `near` means a gap of at most one metre; these are on the safe sides of it.
constexpr double surely_near = 0.85;
constexpr double surely_apart = 1.5;

template <class T>
const T* as(const physical_entity& thing) {
  return std::get_if<T>(&thing);
}

} // namespace

double gap_between(const body& a, const body& b) {
  auto middle = (a.position + b.position) * 0.5;
  return length(closest_point(a, middle) - closest_point(b, middle));
}

bool situation::is_me(const physical_entity& thing) const {
  const auto* someone = as<physical_player>(thing);
  return someone != nullptr && someone->index == player_;
}

bool situation::has_tag_gadget() const {
  return setting().players[player_].gadget == gadget::tag;
}

const std::vector<std::uint32_t>& situation::places_to() const {
  if (places_to_.empty())
    places_to_ = ways_.distances_from(me().position);
  return places_to_;
}

std::uint32_t situation::places_to(vector3 point) const {
  return places_to()[ways_.vertex_at(point)];
}

situation::individuals situation::all(const physical_entity& thing) const {
  individuals found;
  if (const auto* someone = as<physical_player>(thing)) {
    if (state_.players[someone->index].present)
      found.push_back({true, someone->index});
  } else if (const auto* kind = as<object_kind>(thing)) {
    const auto& objects = setting().objects;
    for (std::size_t i = 0; i < objects.size(); ++i)
      if (object_kind{objects[i].colour, objects[i].shape} == *kind && state_.objects[i].present)
        found.push_back({false, i});
  }
  return found;
}

situation::individuals situation::other_players() const {
  individuals found;
  for (std::size_t i = 0; i < state_.players.size(); ++i)
    if (i != player_ && state_.players[i].present)
      found.push_back({true, i});
  return found;
}

body situation::body_of(individual one) const {
  if (one.is_player)
    return troupe::body_of(state_.players[one.index]);
  auto solid = troupe::body_of(setting().objects[one.index]);
  move_to(solid, state_.objects[one.index]);
  return solid;
}

bool situation::is_held_by_me(individual one) const {
  return !one.is_player && me().held && me().held->object == one.index;
}

bool situation::holds_kind(object_kind what) const {
  auto candidates = all(what);
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](individual each) { return is_held_by_me(each); });
}

std::optional<individual> situation::nearest(const individuals& candidates) const {
  std::optional<individual> best;
  double best_distance = 0;
  for (auto each : candidates) {
    if (is_held_by_me(each))
      return each;
    auto position = position_of(each);
    constexpr double metres_per_place = 3;
    auto distance = length(position - me().position);
    if (candidates.size() > 1)
      distance += metres_per_place * places_to(position);
    if (!best || distance < best_distance) {
      best = each;
      best_distance = distance;
    }
  }
  return best;
}

bool situation::is_hidden_by_an_object(individual a, individual b) const {
  for (std::size_t i = 0; i < state_.objects.size(); ++i) {
    individual between{false, i};
    if (between != a && between != b && state_.objects[i].present
        && meets(body_of(between), position_of(a), position_of(b)))
      return true;
  }
  return false;
}

bool situation::sees(individual a, individual b) const {
  auto there = position_of(b);
  if (!a.is_player)
    return in_line(position_of(a), there) && !is_hidden_by_an_object(a, b);
  const auto& watcher = state_.players[a.index];
  auto view = view_of(watcher);
  return is_in_view(view, there) && in_line(view.eyes, there);
}

bool situation::is_related(relation how, individual a, const physical_entity& second) const {
  if (how == relation::on) {
    const auto& floors =
        a.is_player ? state_.players[a.index].floors : state_.objects[a.index].floors;
    return floors[static_cast<std::size_t>(std::get<floor_colour>(second))];
  }
  auto others = all(second);
  return std::any_of(others.begin(), others.end(), [&](individual b) {
    switch (how) {
    case relation::hold: {
      const auto& held = state_.players[a.index].held;
      return held && held->object == b.index;
    }
    case relation::near:
      return gap_between(body_of(a), body_of(b)) < 1;
    default:
      return sees(a, b);
    }
  });
}

bool situation::holds(const wish& wanted) const {
  auto candidates = all(wanted.first);
  return wanted.wanted == std::any_of(candidates.begin(), candidates.end(), [&](individual each) {
           return is_related(wanted.how, each, wanted.second);
         });
}

bool situation::would_be_related(const wish& wanted, vector3 feet) const {
  const auto& other = is_me(wanted.first) ? wanted.second : wanted.first;
  if (wanted.how == relation::on)
    return surface_colour(setting(), place_at(setting(), feet.x, feet.y))
           == std::get<floor_colour>(other);
  auto imagined = me();
  imagined.position = feet;
  auto others = all(other);
  return std::any_of(others.begin(), others.end(), [&](individual each) {
    auto solid = body_of(each);
    if (wanted.how == relation::near)
      return gap_between(troupe::body_of(imagined), solid)
             < (wanted.wanted ? surely_near : surely_apart);
    if (is_me(wanted.first))
      return in_line(eyes_of(imagined), solid.position);
    auto from = each.is_player ? eyes_of(state_.players[each.index]) : solid.position;
    return in_line(from, feet + vector3{0, 0, 0.9 * player_height});
  });
}

bool situation::would_hold(const wish& wanted, vector3 feet) const {
  return wanted.wanted == would_be_related(wanted, feet);
}

} // namespace troupe
