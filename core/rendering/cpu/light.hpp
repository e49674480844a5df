#pragma once

#include "core/rendering/palette.hpp"

#include <algorithm>
#include <array>

namespace troupe::cpu {

/// What light does to colours.
class light {
public:
  explicit light(const world_lighting& lighting)
      : ambient_(ambient_light(lighting)),
        lamp_(lamp_light(lighting)),
        to_lamp_(-lighting.direction) {}

  [[nodiscard]] vector3 to_lamp() const { return to_lamp_; }
  /// What a surface of that paint looks like where the lamp does not shine, and what a lamp
  /// straight above adds to it.
  [[nodiscard]] colour ambient(colour paint) const { return paint * ambient_; }
  [[nodiscard]] colour lamp(colour paint) const { return paint * lamp_; }

  /// The colour of a flat face.
  [[nodiscard]] colour on(colour paint, vector3 normal) const {
    return ambient(paint) * (0.85 + 0.15 * normal.z)
           + lamp(paint) * std::max(0.0, dot(normal, to_lamp_));
  }

private:
  colour ambient_;
  colour lamp_;
  vector3 to_lamp_;
};

/// A colour as kernels use it.
inline std::array<float, 3> channels_of(colour c) {
  auto channel = [](double value) { return static_cast<float>(255 * value); };
  return {channel(c.r), channel(c.g), channel(c.b)};
}

inline std::array<float, 3> floats_of(vector3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

} // namespace troupe::cpu
