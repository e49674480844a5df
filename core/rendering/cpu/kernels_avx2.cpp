#include "core/rendering/cpu/frame.hpp"

#include <immintrin.h>

#include <algorithm>
#include <cmath>

#define TROUPE_LANES 8

// From here on only, so that what the headers above define stays fit for any processor wherever the
// linker takes it from.
#if defined(__clang__)
#  pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#  pragma GCC push_options
#  pragma GCC target("avx2")
#endif

namespace troupe::cpu {

namespace {

#include "core/rendering/cpu/kernels.inl"

} // namespace

void draw_frame_avx2(const frame& f) {
  draw(f);
}

} // namespace troupe::cpu

#if defined(__clang__)
#  pragma clang attribute pop
#else
#  pragma GCC pop_options
#endif
