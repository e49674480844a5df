#pragma once

#include "core/rendering/cpu/frame.hpp"

namespace troupe::cpu {

/// How a camera looks at a picture of the given size.
projection projection_of(const camera& from, int width, int height);

inline polygon polygon_of(const std::array<vector3, 4>& corners) {
  polygon result;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    result.x[i] = corners[i].x;
    result.y[i] = corners[i].y;
    result.z[i] = corners[i].z;
  }
  return result;
}

/// Brings a stage into the form that kernels use, lit by its lighting.
stage_faces prepare(const stage& setting);

/// Does the same with what moves and may be in the picture.
void prepare(const scene& moving, const world_lighting& lighting, const camera& from,
             const projection& view, moving_parts& into);

} // namespace troupe::cpu
