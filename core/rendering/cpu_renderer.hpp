#pragma once

#include "core/rendering/renderer.hpp"

#include <cstdint>
#include <memory>

namespace troupe {

/// What the CPU renderer may use of a processor. Pictures are the same to the bit.
enum class instruction_set : std::uint8_t {
  baseline, ///< what every x86-64 processor has
  avx2,
};

/// The fastest that this processor has.
instruction_set best_instruction_set();

/// A renderer that needs no display, no GPU and no graphics library: it draws training
/// observations.
std::unique_ptr<renderer> make_cpu_renderer(instruction_set use = best_instruction_set());

} // namespace troupe
