#include "core/rendering/palette.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// The colour of full strength at an angle on the colour wheel, in degrees.
colour colour_of_hue(double degrees) {
  auto channel = [&](double peak) {
    auto distance = std::abs(std::remainder(degrees - peak, 360.0));
    return std::clamp(2 - distance / 60, 0.0, 1.0);
  };
  return {channel(0), channel(120), channel(240)};
}

constexpr colour white{1, 1, 1};

} // namespace

colour paint_of(const surface& face) {
  constexpr double side_darkness = 0.78;
  switch (face.kind) {
  case surface_kind::floor:
    return paint_of(face.colour);
  case surface_kind::side:
    return paint_of(face.colour) * side_darkness;
  default:
    return wall_paint;
  }
}

colour lamp_light(const world_lighting& lighting) {
  constexpr double share_of_hue = 0.22;
  constexpr double strength = 0.48;
  return blend(white, colour_of_hue(lighting.hue), share_of_hue)
         * (strength * std::min(lighting.intensity, 2.0));
}

colour ambient_light(const world_lighting& lighting) {
  constexpr double least = 0.47;
  constexpr double per_intensity = 0.12;
  return white * (least + per_intensity * std::min(lighting.intensity, 2.0));
}

colour beam_paint(player_colour whose) {
  return blend(paint_of(whose), white, 0.45);
}

} // namespace troupe
