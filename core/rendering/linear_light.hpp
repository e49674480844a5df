#pragma once

#include "core/world/palette.hpp"

#include <array>
#include <cmath>

namespace troupe {

/// The amounts of light with which a display shows a colour (IEC 61966-2-1, "sRGB"): what renderers
/// of light and glTF files calculate with.
inline std::array<float, 3> linear_light(colour shown) {
  auto channel = [](double value) {
    return static_cast<float>(value <= 0.04045 ? value / 12.92
                                               : std::pow((value + 0.055) / 1.055, 2.4));
  };
  return {channel(shown.r), channel(shown.g), channel(shown.b)};
}

} // namespace troupe
