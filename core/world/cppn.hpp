#pragma once

#include "core/world/terrain.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace troupe {

/// The units of one hidden layer.
using placement_layer = std::array<double, 12>;

/// The Compositional Pattern-Producing Network that decides where entities like to start (paper,
/// appendix "Procedural World Generation", "Objects").
///
/// Its parameters are the same for all worlds. Inputs: where a place lies in its world, its height,
/// what tile it is, and the latent of an entity. Its activations (a wave, a bump, a step) use
/// exactly rounded operations only, so that the same latents mean the same places on every machine.
/// (Latents themselves are normal draws: they may differ in the last digit between C libraries.)
class placement_network {
public:
  /// Looks at the places of a world.
  placement_network(const world& w, std::span<const place> places);

  /// How much an entity with this latent likes each place: positive numbers of at most 1.
  [[nodiscard]] std::vector<double> preferences(const entity_latent& latent) const;

private:
  /// What each place adds to the first layer, whoever the entity is.
  std::vector<placement_layer> places_;
};

} // namespace troupe
