#pragma once

#include "core/world/world.hpp"

#include <string>

namespace troupe {

/// Draws a world in letters, north up, for terminals: per tile its level, after an arrow up a ramp
/// or beside the line of a diagonal, in the lower half (`0\` is high in the north-east), and `#`
/// where it is not playable; players as the first letters of their colours, `o` for objects. What
/// stands where is listed below.
std::string draw_ascii(const world& w);

} // namespace troupe
