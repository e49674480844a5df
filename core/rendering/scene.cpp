#include "core/rendering/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace troupe {

namespace {

/// Pictures of a whole stage leave this share of their width free.
constexpr double margin = 0.03;

/// The box around everything on a stage, walls included.
struct extent {
  vector3 low;
  vector3 high;
};

extent extent_of(const stage& setting) {
  extent result{setting.low, setting.high};
  for (const auto& face : setting.surfaces)
    for (const auto& p : face.corners) {
      result.low = {std::min(result.low.x, p.x), std::min(result.low.y, p.y),
                    std::min(result.low.z, p.z)};
      result.high = {std::max(result.high.x, p.x), std::max(result.high.y, p.y),
                     std::max(result.high.z, p.z)};
    }
  return result;
}

/// The four planes of a picture's edges touch the stage when the camera is nearest to it: for each
/// axis of the picture, how far ahead that needs the camera to be, and how far aside.
struct fit {
  double ahead = 0;
  double aside = 0;
};

fit fit_along(vector3 axis, vector3 forward, double slope, const extent& e) {
  double positive = -std::numeric_limits<double>::infinity();
  double negative = positive;
  for (int corner = 0; corner < 8; ++corner) {
    vector3 p{(corner & 1) != 0 ? e.high.x : e.low.x, (corner & 2) != 0 ? e.high.y : e.low.y,
              (corner & 4) != 0 ? e.high.z : e.low.z};
    positive = std::max(positive, dot(p, axis) - slope * dot(p, forward));
    negative = std::max(negative, -dot(p, axis) - slope * dot(p, forward));
  }
  return {-(positive + negative) / (2 * slope), (positive - negative) / 2};
}

/// Moves a camera to where all of the stage is in the picture and fills it.
camera fitted(const stage& setting, camera view, double aspect) {
  auto whole = extent_of(setting);
  auto [right, up, forward] = axes_of(view);
  auto slope = (1 - margin) * std::tan(view.field_of_view / 2);
  auto across = fit_along(right, forward, slope, whole);
  auto upwards = fit_along(up, forward, slope / aspect, whole);
  view.position =
      std::min(across.ahead, upwards.ahead) * forward + across.aside * right + upwards.aside * up;
  return view;
}

} // namespace

camera_axes axes_of(const camera& from) {
  auto forward = direction_of(from.heading, from.pitch);
  vector3 right{std::sin(from.heading), -std::cos(from.heading), 0};
  return {right, cross(right, forward), forward};
}

camera look_at(vector3 from, vector3 to, double field_of_view) {
  auto way = to - from;
  camera result;
  result.position = from;
  result.heading = std::atan2(way.y, way.x);
  result.pitch = std::atan2(way.z, std::hypot(way.x, way.y));
  result.field_of_view = field_of_view;
  return result;
}

camera top_view(const stage& setting, double aspect) {
  camera view;
  view.heading = std::numbers::pi / 2;
  view.pitch = -std::numbers::pi / 2;
  view.field_of_view = 0.6;
  return fitted(setting, view, aspect);
}

camera orbit_view(const stage& setting, double angle, double aspect) {
  camera view;
  view.heading = angle + std::numbers::pi;
  view.pitch = -0.75;
  view.field_of_view = 0.8;
  return fitted(setting, view, aspect);
}

} // namespace troupe
