#include "core/rendering/cpu/frame.hpp"

#include <immintrin.h>

#include <algorithm>
#include <cmath>

#define TROUPE_LANES 4

// Vectors that are wider than a register are passed within this file only.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace troupe::cpu {

namespace {

#include "core/rendering/cpu/kernels.inl"

} // namespace

void draw_frame_baseline(const frame& f) {
  draw(f);
}

} // namespace troupe::cpu
