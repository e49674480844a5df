#pragma once

#include "core/support/image.hpp"
#include "core/world/world.hpp"

#include <span>

namespace troupe {

/// Draws a world from above, north up, as large as fits into a square of `side` pixels.
///
/// Floors have their colours, lighter the higher they lie, with shadows at cliffs; ramps blend from
/// one level to the next and carry arrows that point up; diagonal tiles are two triangles. What is
/// not playable is pale and hatched. Objects have their colours and outlines (a sphere is a disc, a
/// pyramid shows its four faces, a slab is a narrow rectangle), players are discs whose noses point
/// where they look, with a ring inside for the freeze gadget and a dot for the tag gadget. Entities
/// that would be too small to see are drawn larger.
image draw_world(const world& w, int side = 800);

/// Draws worlds side by side in rows, each in a square of `side` pixels.
image draw_gallery(std::span<const world> worlds, int columns, int side = 240);

} // namespace troupe
