#pragma once

#include "core/support/random.hpp"
#include "core/world/parameters.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <span>

namespace troupe {

/// A world drawn from P_W(·) (paper, appendix "Procedural World Generation"). The same parameters
/// and seed give the same world. Throws `user_error` if a parameter is out of its range, or if the
/// entities cannot fit.
world generate_world(const world_parameters& parameters, std::uint64_t seed);

/// A world like another, drawn from P_W(other) (paper, appendix "Conditional world generation"):
/// the topology is biased towards the other's, the latents of its entities are the other's plus
/// Gaussian noise, and everything else is drawn afresh. Size and numbers of entities are the
/// other's, whatever `parameters` say; with `one_object_of_each_kind` also the objects' kinds.
world generate_world_like(const world& other, const world_parameters& parameters,
                          std::uint64_t seed);

/// A colour that none of the `players`, at most two, has: drawn one after the other, the players of
/// a world have colours in random order (paper, section "Evaluation Task Set").
player_colour draw_unused_colour(std::span<const world_player> players, random_stream& stream);

/// Draws a player's gadget and heading. Colour, position and latent are left alone.
void redraw_attributes(world_player& player, random_stream& stream);

/// Draws an object's size and orientation. Shape, colour, position and latent are left alone.
void redraw_attributes(world_object& object, interval<double> size, random_stream& stream);

/// A latent drawn from the standard normal distribution.
entity_latent draw_latent(random_stream& stream);

} // namespace troupe
