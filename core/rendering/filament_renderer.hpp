#pragma once

#include "core/rendering/renderer.hpp"

#include <memory>

namespace troupe {

/// A renderer for people: physically based materials, sun, sky and shadows. Starts a virtual
/// display of its own where there is none. Throws `user_error` that says what to install where it
/// cannot run.
///
/// Takes a good part of a second and 100 MB to make. Must be used and destroyed by the thread that
/// made it.
std::unique_ptr<renderer> make_filament_renderer();

} // namespace troupe
