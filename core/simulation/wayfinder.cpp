#include "core/simulation/wayfinder.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace troupe {

namespace {

/// How many tables of next steps are kept: targets that move visit few places at a time.
constexpr std::size_t max_tables = 32;

/// How many gateways ahead a way may be cut short.
constexpr int look_ahead = 4;

/// A straight walk keeps so far from ledges and walls on either side, in metres.
constexpr double clearance = player_radius + 0.1;

/// How finely a straight walk is probed, and how much the floor may rise or fall from one probe to
/// the next: the steepest ramps do, ledges do not.
constexpr double probe_distance = 0.2;
constexpr double max_probe_step = 0.17;

/// Sideways distance from the middle of a gateway at which one walks straight through.
constexpr double gateway_half_width = 0.4;

vector3 unit_vector(direction side) {
  auto step = neighbour({0, 0}, side);
  return {static_cast<double>(step.x), static_cast<double>(step.y), 0};
}

/// The part of a side, from 0 at its first end to 1, in the middle of which one can step from a
/// tile whose side has the levels `here` to one with `there`. Both are straight lines.
double passable_middle(edge_levels here, edge_levels there) {
  auto fall_at_first = here.first - there.first;
  auto fall_at_second = here.second - there.second;
  if ((fall_at_first >= 0) == (fall_at_second >= 0))
    return 0.5;
  auto crossing = static_cast<double>(fall_at_first) / (fall_at_first - fall_at_second);
  return fall_at_first > 0 ? crossing / 2 : (1 + crossing) / 2;
}

} // namespace

wayfinder::wayfinder(const world& w)
    : world_(w),
      graph_(make_topology_graph(w.tiles)),
      ground_(w),
      depth_(std::min(clearance, 0.2 * std::min(w.tile_size.x, w.tile_size.y))) {}

wayfinder::vertex wayfinder::vertex_at(vector3 point) const {
  return graph_.vertex_of(place_at(world_, point.x, point.y));
}

std::vector<std::uint32_t> wayfinder::distances_from(vector3 point) const {
  return path_lengths_from(graph_.paths, vertex_at(point));
}

const std::vector<wayfinder::vertex>& wayfinder::next_steps(vertex target) {
  auto known = next_steps_.find(target);
  if (known != next_steps_.end())
    return known->second;
  if (next_steps_.size() == max_tables)
    next_steps_.clear();
  return next_steps_.emplace(target, next_steps_to(graph_.paths, target)).first->second;
}

wayfinder::gateway wayfinder::gateway_over_side(const place& from, direction side) const {
  auto next = neighbour(from.at, side);
  auto here = edge_of(world_.tiles[from.at], side);
  auto there = edge_of(world_.tiles[next], opposite(side));
  auto across = unit_vector(side);
  auto along = passable_middle(here, there);
  auto u = across.x == 0 ? along : (1 + across.x) / 2;
  auto v = across.y == 0 ? along : (1 + across.y) / 2;
  auto level = here.first + along * (here.second - here.first);
  return {{(from.at.x + u) * world_.tile_size.x, (from.at.y + v) * world_.tile_size.y,
           level * world_.tile_size.z},
          across,
          here != there};
}

wayfinder::gateway wayfinder::gateway_between(vertex from, vertex to) const {
  const auto& here = graph_.places[from];
  const auto& there = graph_.places[to];
  if (here.at == there.at) {
    auto upper = centre_of(world_, here);
    auto lower = centre_of(world_, there);
    return {at_height((upper + lower) * 0.5, upper.z), normalised(at_height(lower - upper, 0)),
            true};
  }
  for (auto side : sides)
    if (neighbour(here.at, side) == there.at)
      return gateway_over_side(here, side);
  return {};
}

bool wayfinder::meet_evenly(const place& a, const place& b) const {
  if (a.at == b.at)
    return a.part == b.part;
  for (auto side : sides)
    if (neighbour(a.at, side) == b.at)
      return edge_of(world_.tiles[a.at], side) == edge_of(world_.tiles[b.at], opposite(side));
  return true;
}

bool wayfinder::is_walkable(vector3 from, vector3 to) const {
  auto way = at_height(to - from, 0);
  auto distance = length(way);
  if (distance < probe_distance)
    return true;
  auto aside = vector3{-way.y, way.x, 0} * (clearance / distance);
  auto probes = static_cast<int>(std::ceil(distance / probe_distance));
  auto height = floor_height(world_, from.x, from.y);
  auto here = place_at(world_, from.x, from.y);
  for (int i = 1; i <= probes; ++i) {
    auto middle = from + way * (static_cast<double>(i) / probes);
    auto next = floor_height(world_, middle.x, middle.y);
    auto there = place_at(world_, middle.x, middle.y);
    if (std::abs(next - height) > max_probe_step || !meet_evenly(here, there))
      return false;
    for (auto side : {middle + aside, middle - aside})
      if (i < probes && std::abs(floor_height(world_, side.x, side.y) - next) > 2 * max_probe_step)
        return false;
    height = next;
    here = there;
  }
  return true;
}

std::optional<waypoint> wayfinder::next_waypoint(vector3 from, vector3 to) {
  auto here = vertex_at(from);
  auto target = vertex_at(to);
  if (here == target)
    return waypoint{to};
  const auto& next = next_steps(target);
  if (next[here] == directed_graph::no_vertex)
    return std::nullopt;

  auto first = gateway_between(here, next[here]);
  auto to_middle = at_height(first.middle - from, 0);
  auto sideways = length(to_middle - first.across * dot(to_middle, first.across));
  auto best = sideways < gateway_half_width ? waypoint{beyond(first), first.drops}
                                            : waypoint{before(first)};
  auto gate = first;
  auto at = next[here];
  for (int i = 0; i < look_ahead && !gate.drops; ++i) {
    auto end = at == target;
    if (!end)
      gate = gateway_between(at, next[at]);
    auto candidate = end ? to : before(gate);
    if (!is_walkable(from, candidate))
      break;
    best = {candidate};
    if (end)
      break;
    at = next[at];
  }
  return best;
}

} // namespace troupe
