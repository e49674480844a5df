// Everything that is done for each pixel, written once and compiled once per instruction set: include
// this into an anonymous namespace, with TROUPE_LANES as the number of floats in a register. In the
// order of their dependencies:
#include "core/rendering/cpu/lanes.inl"
#include "core/rendering/cpu/visibility.inl"
#include "core/rendering/cpu/shading.inl"

inline void draw(const frame& f) {
  find_visible(f);
  shade(f);
}
