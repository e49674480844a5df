#include "core/simulation/shapes.hpp"

#include "core/world/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace troupe {

namespace {

vector3 into_frame(const body& solid, vector3 p) {
  return rotated(inverse(solid.orientation), p - solid.position);
}

vector3 out_of_frame(const body& solid, vector3 p) {
  return rotated(solid.orientation, p) + solid.position;
}

double squared_distance(vector3 a, vector3 b) {
  return dot(a - b, a - b);
}

/// The point between `a` and `b` that is closest to `p`.
vector3 closest_on_line(vector3 a, vector3 b, vector3 p) {
  auto way = b - a;
  auto whole = dot(way, way);
  return whole > 0 ? a + way * std::clamp(dot(p - a, way) / whole, 0.0, 1.0) : a;
}

/// The point of a ball that is closest to `p`.
vector3 closest_in_ball(vector3 centre, double radius, vector3 p) {
  auto away = p - centre;
  auto squared = dot(away, away);
  return squared <= radius * radius ? p : centre + away * (radius / std::sqrt(squared));
}

vector3 closest_in_box(vector3 half, vector3 p) {
  return {std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
          std::clamp(p.z, -half.z, half.z)};
}

/// How much narrower a pyramid gets, on each side, per metre of height.
double taper(vector3 half) {
  return half.x / (2 * half.z);
}

/// For points with x >= y >= 0 above the base: the only face that can be closest faces +x.
vector3 closest_below_face(vector3 half, vector3 p) {
  vector3 apex{0, 0, half.z};
  vector3 corner{half.x, half.x, -half.z};
  auto normal = normalised({1, 0, taper(half)});
  auto above_face = dot(p - apex, normal);
  if (above_face <= 0)
    return p;
  auto q = p - normal * above_face;
  if (q.z >= -half.z && q.z <= half.z && q.y <= q.x)
    return q;
  auto on_ridge = closest_on_line(corner, apex, p);
  auto on_base = closest_on_line({half.x, 0, -half.z}, corner, p);
  return squared_distance(on_ridge, p) < squared_distance(on_base, p) ? on_ridge : on_base;
}

vector3 closest_in_pyramid(vector3 half, vector3 p) {
  if (p.z <= -half.z)
    return closest_in_box(half, p);
  // The closest point lies in the same eighth of space as `p`.
  vector3 folded{std::abs(p.x), std::abs(p.y), p.z};
  auto swapped = folded.y > folded.x;
  if (swapped)
    std::swap(folded.x, folded.y);
  auto q = closest_below_face(half, folded);
  if (swapped)
    std::swap(q.x, q.y);
  return {std::copysign(q.x, p.x), std::copysign(q.y, p.y), q.z};
}

vector3 closest_in_capsule(vector3 half, vector3 p) {
  auto straight = half.z - half.x;
  return closest_in_ball({0, 0, std::clamp(p.z, -straight, straight)}, half.x, p);
}

/// The part of a line that lies in some half-spaces, as shares of its length.
class clipped_line {
public:
  /// Keeps where a linear function, given at both ends of the line, is not positive. Returns
  /// whether anything is left.
  bool keep(double at_begin, double at_end) {
    if (at_begin > 0 && at_end > 0)
      return false;
    if (at_begin > 0)
      begin_ = std::max(begin_, at_begin / (at_begin - at_end));
    else if (at_end > 0)
      end_ = std::min(end_, at_begin / (at_begin - at_end));
    return begin_ <= end_;
  }

private:
  double begin_ = 0;
  double end_ = 1;
};

bool box_meets(vector3 half, vector3 from, vector3 to) {
  clipped_line line;
  return line.keep(from.x - half.x, to.x - half.x) && line.keep(-from.x - half.x, -to.x - half.x)
         && line.keep(from.y - half.y, to.y - half.y) && line.keep(-from.y - half.y, -to.y - half.y)
         && line.keep(from.z - half.z, to.z - half.z)
         && line.keep(-from.z - half.z, -to.z - half.z);
}

bool pyramid_meets(vector3 half, vector3 from, vector3 to) {
  auto width_at_begin = (half.z - from.z) * taper(half);
  auto width_at_end = (half.z - to.z) * taper(half);
  clipped_line line;
  return line.keep(-from.z - half.z, -to.z - half.z)
         && line.keep(from.x - width_at_begin, to.x - width_at_end)
         && line.keep(-from.x - width_at_begin, -to.x - width_at_end)
         && line.keep(from.y - width_at_begin, to.y - width_at_end)
         && line.keep(-from.y - width_at_begin, -to.y - width_at_end);
}

/// A capsule is what lies within its radius of its axis.
bool capsule_meets(vector3 half, vector3 from, vector3 to) {
  auto straight = half.z - half.x;
  auto way = to - from;
  auto sideways = way.x * way.x + way.y * way.y;
  auto share =
      sideways > 0 ? std::clamp(-(from.x * way.x + from.y * way.y) / sideways, 0.0, 1.0) : 0.0;
  // Where the line passes the endless axis, seen from above; its end may be closer to the line
  // elsewhere.
  vector3 on_axis{0, 0, std::clamp(from.z + share * way.z, -straight, straight)};
  auto closest = closest_on_line(from, to, on_axis);
  return squared_distance(closest, on_axis) <= half.x * half.x;
}

} // namespace

body body_of(const world_object& object) {
  body solid;
  solid.position = object.position;
  solid.orientation = object.orientation;
  solid.half = object_extents(object.shape, object.size) * 0.5;
  solid.reach = length(solid.half);
  switch (object.shape) {
  case object_shape::sphere:
    solid.shape = body_shape::sphere;
    solid.reach = solid.half.x;
    break;
  case object_shape::pyramid:
    solid.shape = body_shape::pyramid;
    break;
  default:
    solid.shape = body_shape::box;
  }
  return solid;
}

body body_of(const player_state& state) {
  body solid;
  solid.shape = body_shape::capsule;
  solid.position = state.position + vector3{0, 0, player_height / 2};
  solid.half = {player_radius, player_radius, player_height / 2};
  solid.reach = player_height / 2;
  solid.present = state.present;
  return solid;
}

void move_to(body& solid, const object_state& state) {
  solid.position = state.position;
  solid.orientation = state.orientation;
  solid.present = state.present;
}

vector3 centre_of_mass(const body& solid) {
  if (solid.shape != body_shape::pyramid)
    return solid.position;
  // At a quarter of its height.
  return out_of_frame(solid, {0, 0, -0.5 * solid.half.z});
}

vector3 closest_point(const body& solid, vector3 p) {
  if (solid.shape == body_shape::sphere)
    return closest_in_ball(solid.position, solid.half.x, p);
  auto inside = into_frame(solid, p);
  switch (solid.shape) {
  case body_shape::pyramid:
    return out_of_frame(solid, closest_in_pyramid(solid.half, inside));
  case body_shape::capsule:
    return out_of_frame(solid, closest_in_capsule(solid.half, inside));
  default:
    return out_of_frame(solid, closest_in_box(solid.half, inside));
  }
}

double midpoint_gap(const body& a, const body& b) {
  auto from_a = closest_point(a, centre_of_mass(b));
  auto from_b = closest_point(b, centre_of_mass(a));
  auto middle = (from_a + from_b) * 0.5;
  return length(closest_point(a, middle) - closest_point(b, middle));
}

bool meets(const body& solid, vector3 from, vector3 to) {
  auto nearest = closest_on_line(from, to, solid.position);
  if (squared_distance(nearest, solid.position) > solid.reach * solid.reach)
    return false;
  if (solid.shape == body_shape::sphere)
    return true;
  auto begin = into_frame(solid, from);
  auto end = into_frame(solid, to);
  switch (solid.shape) {
  case body_shape::pyramid:
    return pyramid_meets(solid.half, begin, end);
  case body_shape::capsule:
    return capsule_meets(solid.half, begin, end);
  default:
    return box_meets(solid.half, begin, end);
  }
}

} // namespace troupe
