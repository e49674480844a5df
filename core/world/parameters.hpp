#pragma once

#include "core/support/interval.hpp"
#include "core/support/random.hpp"

namespace troupe {

/// Worlds have at least 2 and at most 64 tiles a side.
inline constexpr int min_world_side = 2;
inline constexpr int max_world_side = 64;

/// At most this many objects in a world.
inline constexpr int max_world_objects = 64;

/// A uniform draw.
inline int draw(interval<int> range, random_stream& stream) {
  return static_cast<int>(stream.between(range.low, range.high));
}
inline double draw(interval<double> range, random_stream& stream) {
  return stream.uniform(range.low, range.high);
}

/// Everything that shapes the distribution of worlds P_W(·) (paper, appendix "Procedural World
/// Generation"). The paper gives no numbers; the defaults are Troupe's choice.
struct world_parameters {
  /// Columns and rows of tiles, each 2 … 64, drawn independently.
  interval<int> width{9, 9};
  interval<int> height{9, 9};

  /// How many of the levels, from the lowest, a world uses: 1 … 6.
  interval<int> levels{3, 6};

  /// How likely ramps and diagonal tiles are beside flat floor, as multiples of a flat tile's
  /// weight: 0 … 10. Drawn per world.
  interval<double> ramp_weight{0.5, 2};
  interval<double> diagonal_weight{0, 0.5};

  /// How much likelier a tile becomes by meeting a decided neighbour on the same level: 1 … 1000.
  /// Large values make wide floors, small ones rubble. Drawn per world.
  interval<double> coherence{4, 12};

  /// The share of the floor that must be playable, 0 … 0.9. The paper counts worlds with at
  /// least a half.
  double min_playable_fraction = 0.5;

  /// The probability that the topology is mirror symmetric, and then about which axes is equally
  /// likely: east-west, north-south or both.
  double symmetry_chance = 0.2;

  /// The probabilities of the layouts that free sampling rarely finds: a raised island in the
  /// middle, and walls with door-like gaps. The rest is free.
  double island_chance = 0.1;
  double doors_chance = 0.1;

  /// Metres along each axis of a tile: x and y 1 … 20, z 0.5 … 5. The defaults keep ramps below
  /// 37° and steps too high to walk up.
  interval<double> tile_width{2, 4};
  interval<double> tile_depth{2, 4};
  interval<double> level_height{1, 1.5};

  /// How many objects and players: 0 … 64 and 0 … 3.
  interval<int> objects{3, 12};
  interval<int> players{1, 3};

  /// Exactly one object of each colour and shape, instead of a number of random ones: the
  /// paper's evaluation worlds.
  bool one_object_of_each_kind = false;

  /// The longest edge of objects, in metres: 0.1 … 2. A crowded world uses smaller ones than
  /// drawn, but none below the lower end.
  interval<double> object_size{0.3, 0.7};

  /// The probability that objects form spatial groups of one shape, or of one colour.
  double group_by_shape_chance = 0.2;
  double group_by_colour_chance = 0.2;

  /// In a world that is like another: how much of each cell's initial probability lies on the
  /// other's tile, 0 … 0.999 (0.6 changes about a tenth of the tiles); and the standard deviation
  /// of the noise on entities' latents, 0 … 10.
  double likeness = 0.6;
  double latent_noise = 0.3;

  friend bool operator==(const world_parameters&, const world_parameters&) = default;
};

/// The parameters of evaluation worlds: 12 objects, one of each colour and shape.
world_parameters evaluation_world_parameters();

/// Throws `user_error` if a parameter is out of its range.
void validate(const world_parameters& parameters);

} // namespace troupe
