#include "core/simulation/sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace troupe {

namespace {

/// Half of what a player sees, sideways and upwards, a metre ahead. The field of view is a right
/// angle, so that it is a metre sideways.
constexpr double half_width = 1;
constexpr double half_height = half_width / view_aspect;
static_assert(horizontal_field_of_view > 1.5707963 && horizontal_field_of_view < 1.5707964);

/// The lengths of vectors that are perpendicular to the planes that bound the view.
const double across = std::sqrt(1 + half_width * half_width);
const double upwards = std::sqrt(1 + half_height * half_height);

} // namespace

view_frame view_of(const player_state& player) {
  auto forward = direction_of(player.heading, player.pitch);
  vector3 right{std::sin(player.heading), -std::cos(player.heading), 0};
  return {eyes_of(player), forward, right, cross(right, forward)};
}

bool is_in_view(const view_frame& view, vector3 point) {
  auto there = point - view.eyes;
  auto ahead = dot(there, view.forward);
  return ahead > 0 && std::abs(dot(there, view.right)) <= ahead * half_width
         && std::abs(dot(there, view.up)) <= ahead * half_height;
}

vector3 moved_into_view(const view_frame& view, vector3 point) {
  // A little within, so that rounding does not decide.
  constexpr double share = 0.95;
  auto there = point - view.eyes;
  auto ahead = dot(there, view.forward);
  auto move = [&](double aside, double half) {
    if (std::abs(aside) <= ahead * half)
      return aside;
    ahead = std::max((std::abs(aside) * half + ahead) / (half * half + 1), 0.0);
    return std::copysign(ahead * half, aside);
  };
  auto right = move(dot(there, view.right), share * half_width);
  // This can only take the point farther ahead, where the view is wider.
  auto up = move(dot(there, view.up), share * half_height);
  return view.eyes + view.forward * ahead + view.right * right + view.up * up;
}

bool may_be_in_view(const view_frame& view, vector3 centre, double radius) {
  auto there = centre - view.eyes;
  auto ahead = dot(there, view.forward);
  return ahead > -radius && std::abs(dot(there, view.right)) - ahead * half_width <= radius * across
         && std::abs(dot(there, view.up)) - ahead * half_height <= radius * upwards;
}

view_sample_list view_samples(const body& solid, const view_frame& view) {
  // How much of the way from the centre to a corner a sample lies.
  constexpr double inset = 0.85;
  auto centre = centre_of_mass(solid);
  view_sample_list samples{centre};
  if (!is_in_view(view, centre)) {
    // Back and forth between two convex sets leads to where they meet.
    auto p = centre;
    for (int turn = 0; turn < 3; ++turn)
      p = closest_point(solid, moved_into_view(view, p));
    samples.push_back(p);
  }
  auto add_corner = [&](vector3 corner) {
    auto p = solid.position + rotated(solid.orientation, corner);
    samples.push_back(centre + (p - centre) * inset);
  };
  auto add_on_both_sides = [&](vector3 middle, vector3 aside) {
    samples.push_back(middle + aside * inset);
    samples.push_back(middle - aside * inset);
  };
  auto [x, y, z] = solid.half;
  constexpr std::array signs{-1, 1};
  switch (solid.shape) {
  case body_shape::box:
    for (auto east : signs)
      for (auto north : signs)
        for (auto up : signs)
          add_corner({east * x, north * y, up * z});
    break;
  case body_shape::pyramid:
    add_corner({0, 0, z});
    for (auto east : signs)
      for (auto north : signs)
        add_corner({east * x, north * y, -z});
    break;
  case body_shape::sphere:
    add_on_both_sides(centre, view.right * x);
    add_on_both_sides(centre, view.up * x);
    break;
  case body_shape::capsule:
    add_on_both_sides(centre, {0, 0, z});
    for (auto up : signs)
      add_on_both_sides(centre + vector3{0, 0, up * (z - x)}, view.right * x);
    add_on_both_sides(centre, view.right * x);
    break;
  }
  return samples;
}

bool is_unobstructed(const height_field& ground, std::span<const body> bodies, vector3 from,
                     vector3 to, std::size_t first, std::size_t second) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (i != first && i != second && bodies[i].present && meets(bodies[i], from, to))
      return false;
  return !ground.blocks(from, to);
}

} // namespace troupe
