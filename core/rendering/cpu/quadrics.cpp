#include "core/rendering/cpu/quadrics.hpp"

#include "core/rendering/cpu/light.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace troupe::cpu {

namespace {

/// The nearest of `count` pixels, or their end; the first one if there is no such number.
int pixel_at(double coordinate, int count) {
  return coordinate >= count ? count : coordinate > 0 ? static_cast<int>(coordinate) : 0;
}

float number(double value) {
  return static_cast<float>(value);
}

/// Computes how a quadric within `q.bounds` is seen; `axial` is 0 for cylinders, whose shape does
/// not depend on z, else 1.
bool project(const projection& view, vector3 centre, const half_axes& axes, double axial,
             quadric& q) {
  if (q.bounds.empty())
    return false;
  auto x_axis = axes.x * (1 / dot(axes.x, axes.x));
  auto y_axis = axes.y * (1 / dot(axes.y, axes.y));
  auto z_axis = axes.z * (1 / dot(axes.z, axes.z));
  auto in_own_frame = [&](vector3 v) {
    return vector3{dot(x_axis, v), dot(y_axis, v), dot(z_axis, v)};
  };
  auto product = [&](vector3 a, vector3 b) { return a.x * b.x + a.y * b.y + axial * a.z * b.z; };
  auto eye = in_own_frame(view.eye - centre);
  auto outside = product(eye, eye) - 1;
  if (outside < 1e-6)
    return false;
  q.origin_column = (q.bounds.left + q.bounds.right) / 2;
  q.origin_row = (q.bounds.top + q.bounds.bottom) / 2;
  auto per_column = in_own_frame(view.pixel_slope * view.axes.right);
  auto per_row = in_own_frame(-view.pixel_slope * view.axes.up);
  auto ray = in_own_frame(view.axes.forward)
             + (q.origin_column + 0.5 - 0.5 * view.width) * per_column
             + (q.origin_row + 0.5 - 0.5 * view.height) * per_row;
  // Nearness n solves outside n² + 2 (eye · ray) n + ray · ray = 0.
  auto middle = -product(eye, ray) / outside;
  auto middle_column = -product(eye, per_column) / outside;
  auto middle_row = -product(eye, per_row) / outside;
  q.middle = {number(middle), number(middle_column), number(middle_row)};
  q.spread = {number(middle * middle - product(ray, ray) / outside),
              number(2 * (middle * middle_column - product(ray, per_column) / outside)),
              number(2 * (middle * middle_row - product(ray, per_row) / outside)),
              number(middle_column * middle_column - product(per_column, per_column) / outside),
              number(middle_row * middle_row - product(per_row, per_row) / outside),
              number(2 * (middle_column * middle_row - product(per_column, per_row) / outside))};
  q.eye = floats_of(eye);
  q.ray = {{{number(ray.x), number(per_column.x), number(per_row.x)},
            {number(ray.y), number(per_column.y), number(per_row.y)},
            {number(ray.z), number(per_column.z), number(per_row.z)}}};
  return true;
}

} // namespace

half_axes turned(quaternion rotation, vector3 lengths) {
  return {rotated(rotation, {lengths.x, 0, 0}), rotated(rotation, {0, lengths.y, 0}),
          rotated(rotation, {0, 0, lengths.z})};
}

half_axes about(vector3 direction, double radius, double half_length) {
  auto helper = std::abs(direction.z) < 0.9 ? vector3{0, 0, 1} : vector3{1, 0, 0};
  auto x = normalised(cross(helper, direction));
  return {radius * x, radius * cross(direction, x), half_length * direction};
}

pixel_box bounds_of(const projection& view, vector3 centre, const half_axes& axes) {
  auto p = centre - view.eye;
  const auto& forward = view.axes.forward;
  auto ahead = dot(p, forward);
  auto product = [&](vector3 a, vector3 b) {
    return dot(axes.x, a) * dot(axes.x, b) + dot(axes.y, a) * dot(axes.y, b)
           + dot(axes.z, a) * dot(axes.z, b);
  };
  auto squared = ahead * ahead - product(forward, forward);
  if (squared < 1e-9)
    return {0, 0, view.width, view.height};
  if (ahead < 0)
    return {};
  // Planes through the eye touch it whose slope k solves (aside - k ahead)² = the squared extent of
  // the ellipsoid along the normal of the plane.
  struct slopes {
    double middle;
    double spread;
  };
  auto touching = [&](vector3 direction) {
    auto aside = dot(p, direction);
    auto middle = (aside * ahead - product(direction, forward)) / squared;
    auto constant = (aside * aside - product(direction, direction)) / squared;
    return slopes{middle, std::sqrt(std::max(middle * middle - constant, 0.0))};
  };
  auto across = touching(view.axes.right);
  auto upwards = touching(view.axes.up);
  auto column = 0.5 * view.width + across.middle / view.pixel_slope;
  auto row = 0.5 * view.height - upwards.middle / view.pixel_slope;
  constexpr double rounding = 0.01;
  auto columns = across.spread / view.pixel_slope + rounding;
  auto rows = upwards.spread / view.pixel_slope + rounding;
  return {pixel_at(column - columns, view.width), pixel_at(row - rows, view.height),
          pixel_at(column + columns + 1, view.width), pixel_at(row + rows + 1, view.height)};
}

bool project_ellipsoid(const projection& view, vector3 centre, const half_axes& axes, quadric& q) {
  q.bounds = bounds_of(view, centre, axes);
  q.half_length = std::numeric_limits<float>::infinity();
  return project(view, centre, axes, 1, q);
}

bool project_cylinder(const projection& view, vector3 centre, const half_axes& axes, quadric& q) {
  // The ellipsoid through both of its rims.
  constexpr double wider = 1.4142135623730951;
  q.bounds = bounds_of(view, centre, {wider * axes.x, wider * axes.y, wider * axes.z});
  q.half_length = 1;
  return project(view, centre, axes, 0, q);
}

} // namespace troupe::cpu
