#pragma once

#include "core/support/vector.hpp"
#include "core/world/world.hpp"

namespace troupe {

/// The floors and enclosing walls of a world, as something that straight lines end at.
class height_field {
public:
  explicit height_field(const world& w);

  /// How much of the way from one point to another is free, in [0, 1], until it enters the ground
  /// or leaves the tiles; 1 if nothing is in the way. What only touches the ground is not in it.
  /// `from` must be above the ground, within the walls.
  [[nodiscard]] double free_share(vector3 from, vector3 to) const;

  [[nodiscard]] bool blocks(vector3 from, vector3 to) const { return free_share(from, to) < 1; }

private:
  /// The floor of one tile: a plane, or the two levels of a diagonal tile.
  struct tile_floor {
    double low = 0;
    double high = 0;
    bool is_diagonal = false;
    /// A linear function of x and y: the height of the plane; on a diagonal tile it only tells the
    /// halves apart, and is positive on the upper one.
    double at_origin = 0;
    double along_x = 0;
    double along_y = 0;

    [[nodiscard]] double value_at(vector3 p) const {
      return at_origin + along_x * p.x + along_y * p.y;
    }
  };

  /// Part of a straight way: what lies in one tile.
  struct stretch {
    vector3 from;
    vector3 way;
    /// As shares of the whole way.
    double begin;
    double end;

    [[nodiscard]] vector3 at(double share) const { return from + way * share; }
    /// Where the stretch enters the ground, given its height above it at both ends, or 1.
    [[nodiscard]] double entry(double above_at_begin, double above_at_end) const;
    /// The same for level ground.
    [[nodiscard]] double entry(double level) const;
  };

  static tile_floor floor_of(const world& w, cell at);
  /// Where the stretch enters the ground of the tile, or 1.
  static double entry(const tile_floor& floor, const stretch& over);

  grid<tile_floor> floors_;
  vector3 tile_size_;
};

} // namespace troupe
