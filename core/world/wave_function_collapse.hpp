#pragma once

#include "core/support/random.hpp"
#include "core/world/tile_rules.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace troupe {

/// How likely each tile is at one cell, before its neighbours are known; not necessarily summing
/// to 1. A tile with weight 0 is never placed there.
using tile_weights = std::array<double, tile_count>;

/// By how much a decided tile multiplies the weights of what may lie beside it.
struct neighbour_affinity {
  double meeting = 1;  ///< the common side has the same levels
  double one_step = 1; ///< it differs by at most one level
  double cliff = 1;    ///< it differs by more
};

/// Under which reflections a topology is its own image.
struct mirror_symmetry {
  bool east_west = false;
  bool north_south = false;

  friend bool operator==(const mirror_symmetry&, const mirror_symmetry&) = default;
};

/// Wave Function Collapse over the tile set (paper, appendix "Procedural World Generation").
///
/// Each cell starts as a superposition of all tiles. Again and again the cell with the lowest
/// entropy is decided by a weighted draw, and whatever the rules no longer allow is struck from
/// the other cells. Entropy is Rényi's quadratic one, the paper's measure elsewhere: it orders
/// cells as well as Shannon's, and by exactly rounded operations only, so that the same weights
/// and seed mean the same tiles on every machine.
class tile_wave {
public:
  tile_wave(grid<tile_weights> weights, const neighbour_affinity& affinity,
            mirror_symmetry symmetry);

  /// Decides every undecided cell. A contradiction makes the cells around it undecided again, in a
  /// radius that grows with their number; false when the wave gives up.
  bool collapse(random_stream& stream);

  /// Makes the marked cells and their mirror images undecided again.
  void reopen(const cell_mask& cells);

  /// The decided tiles. Only after `collapse` has returned true.
  [[nodiscard]] topology tiles() const;

private:
  void restrict_to_symmetric_tiles();
  [[nodiscard]] std::array<cell, 4> mirror_images(cell at) const;
  std::optional<cell> propagate(std::vector<cell>& changed);
  std::optional<cell> propagate_everything();
  void decide(cell at, random_stream& stream);
  double weigh(cell at, tile_weights& result) const;
  void measure(cell at);
  [[nodiscard]] std::optional<cell> most_certain_cell() const;
  void reopen_around(cell at, int radius);

  grid_size size_;
  grid<tile_weights> weights_;
  neighbour_affinity affinity_;
  mirror_symmetry symmetry_;
  /// What rules, walls and symmetry allow while nothing is decided.
  grid<tile_set> initial_;
  grid<tile_set> possible_;
  grid<std::uint8_t> decided_;
  /// The probability that two draws of a cell agree, exp(−H₂), up to the tie breaker.
  grid<double> certainty_;
  /// A factor just above 1 by which equally certain cells come in no particular order.
  grid<double> tie_breaker_;
};

} // namespace troupe
