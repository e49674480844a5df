#pragma once

#include "core/rendering/renderer.hpp"

#include <memory>

namespace troupe {

/// The peer that the CPU renderer is measured against: the same scenes drawn by plain OpenGL on
/// Mesa's software rasteriser, without a display, in the calling thread. Static faces are one
/// buffer, each thing that moves is one call with a matrix; depth test and simple lighting, no
/// lines, shadows or haze. Rows come from bottom to top.
std::unique_ptr<renderer> make_osmesa_renderer();

} // namespace troupe
