#pragma once

#include "core/rendering/scene.hpp"

#include <cstddef>
#include <vector>

namespace troupe {

/// A world at one moment as a binary glTF 2.0 file, for any viewer: metres, y up as glTF wants it,
/// north towards -z.
///
/// Its scene has a node for each part of the stage that has one colour, each object, each player,
/// with visor and hand as children, and the sun. Beams are left out.
std::vector<std::byte> encode_glb(const stage& setting, const scene& moving);

} // namespace troupe
