#pragma once

#include "core/game/vocabulary.hpp"
#include "core/support/image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace troupe {

/// Light that adds up and blends: red, green and blue in [0, 1].
struct colour {
  double r = 0;
  double g = 0;
  double b = 0;

  friend bool operator==(const colour&, const colour&) = default;

  friend constexpr colour operator*(colour c, double factor) {
    return {c.r * factor, c.g * factor, c.b * factor};
  }
  friend constexpr colour operator*(colour a, colour b) {
    return {a.r * b.r, a.g * b.g, a.b * b.b};
  }
  friend constexpr colour operator+(colour a, colour b) {
    return {a.r + b.r, a.g + b.g, a.b + b.b};
  }
};

constexpr colour blend(colour a, colour b, double share_of_b) {
  return a * (1 - share_of_b) + b * share_of_b;
}

inline rgb to_rgb(colour c) {
  auto channel = [](double value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
  };
  return {channel(c.r), channel(c.g), channel(c.b)};
}

/// The colours that the words for colours mean, in all pictures.
inline constexpr std::array<colour, 6> floor_palette{{{0.52, 0.36, 0.24},
                                                      {0.53, 0.57, 0.24},
                                                      {0.93, 0.60, 0.26},
                                                      {0.36, 0.57, 0.84},
                                                      {0.66, 0.67, 0.70},
                                                      {0.96, 0.96, 0.94}}};
inline constexpr std::array<colour, 3> object_palette{
    {{0.13, 0.13, 0.15}, {0.57, 0.22, 0.75}, {0.98, 0.86, 0.16}}};
inline constexpr std::array<colour, 3> player_palette{
    {{0.10, 0.30, 0.95}, {0.88, 0.12, 0.14}, {0.08, 0.62, 0.22}}};

constexpr colour paint_of(floor_colour word) {
  return floor_palette[static_cast<std::size_t>(word)];
}
constexpr colour paint_of(object_colour word) {
  return object_palette[static_cast<std::size_t>(word)];
}
constexpr colour paint_of(player_colour word) {
  return player_palette[static_cast<std::size_t>(word)];
}

} // namespace troupe
