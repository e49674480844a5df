#include "core/simulation/height_field.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace troupe {

namespace {

/// What is no deeper in the ground than this, in metres, only touches it.
constexpr double touching = 1e-9;

/// Along one axis: where a way crosses the borders between tiles.
class border_crossings {
public:
  border_crossings(double from, double way, double tile_size, int column)
      : from_(from),
        per_metre_(way != 0 ? 1 / way : 0),
        tile_size_(tile_size),
        step_(way > 0 ? 1 : -1),
        next_border_(way > 0 ? column + 1 : column) {}

  /// The share of the way at which it leaves the present tile.
  [[nodiscard]] double next() const {
    if (per_metre_ == 0)
      return std::numeric_limits<double>::infinity();
    return (next_border_ * tile_size_ - from_) * per_metre_;
  }

  /// Goes on to the next tile and returns by how much that changes the column.
  int advance() {
    next_border_ += step_;
    return step_;
  }

private:
  double from_;
  double per_metre_;
  double tile_size_;
  int step_;
  int next_border_;
};

/// Where a tile rises to, along each axis: 1, -1, or 0 for a ramp across.
struct rise_direction {
  int east = 0;
  int north = 0;
};

rise_direction direction_of_rise(tile t) {
  auto towards = [&](direction side, direction other) {
    if (t.kind == tile_kind::diagonal)
      return upper_half_touches(t.facing, side) ? 1 : -1;
    return t.facing == side ? 1 : t.facing == other ? -1 : 0;
  };
  return {towards(direction::east, direction::west), towards(direction::north, direction::south)};
}

} // namespace

height_field::height_field(const world& w) : floors_(w.tiles.size()), tile_size_(w.tile_size) {
  for (std::size_t i = 0; i < floors_.values().size(); ++i)
    floors_.values()[i] = floor_of(w, floors_.cell_of(i));
}

height_field::tile_floor height_field::floor_of(const world& w, cell at) {
  auto t = w.tiles[at];
  tile_floor floor;
  floor.low = t.level * w.tile_size.z;
  floor.high = top_level(t) * w.tile_size.z;
  floor.is_diagonal = t.kind == tile_kind::diagonal;
  if (t.kind == tile_kind::flat) {
    floor.at_origin = floor.high;
    return floor;
  }
  auto towards = direction_of_rise(t);
  floor.along_x = towards.east * (floor.high - floor.low) / w.tile_size.x;
  floor.along_y = towards.north * (floor.high - floor.low) / w.tile_size.y;
  // The middle of a ramp lies half-way up; that of a diagonal on its cut.
  auto in_the_middle = floor.is_diagonal ? 0 : (floor.low + floor.high) / 2;
  floor.at_origin = in_the_middle - floor.along_x * (at.x + 0.5) * w.tile_size.x
                    - floor.along_y * (at.y + 0.5) * w.tile_size.y;
  return floor;
}

double height_field::stretch::entry(double above_at_begin, double above_at_end) const {
  if (above_at_begin < -touching)
    return begin;
  if (above_at_end >= -touching)
    return 1;
  return begin + (end - begin) * std::max(above_at_begin, 0.0) / (above_at_begin - above_at_end);
}

double height_field::stretch::entry(double level) const {
  return entry(at(begin).z - level, at(end).z - level);
}

double height_field::entry(const tile_floor& floor, const stretch& over) {
  auto first = over.at(over.begin);
  auto last = over.at(over.end);
  if (std::min(first.z, last.z) >= floor.high)
    return 1;
  auto at_first = floor.value_at(first);
  auto at_last = floor.value_at(last);
  if (!floor.is_diagonal)
    return over.entry(first.z - at_first, last.z - at_last);
  auto [level, other_level] =
      at_first > 0 ? std::pair{floor.high, floor.low} : std::pair{floor.low, floor.high};
  if ((at_first > 0) == (at_last > 0))
    return over.entry(level);
  auto cut = over.begin + (over.end - over.begin) * at_first / (at_first - at_last);
  auto met = stretch{over.from, over.way, over.begin, cut}.entry(level);
  return met < 1 ? met : stretch{over.from, over.way, cut, over.end}.entry(other_level);
}

double height_field::free_share(vector3 from, vector3 to) const {
  auto way = to - from;
  auto column = [](double coordinate, double size, int count) {
    return std::clamp(static_cast<int>(coordinate / size), 0, count - 1);
  };
  cell at{column(from.x, tile_size_.x, floors_.width()),
          column(from.y, tile_size_.y, floors_.height())};
  border_crossings eastward(from.x, way.x, tile_size_.x, at.x);
  border_crossings northward(from.y, way.y, tile_size_.y, at.y);
  for (double begin = 0;;) {
    auto next_x = eastward.next();
    auto next_y = northward.next();
    auto end = std::clamp(std::min(next_x, next_y), begin, 1.0);
    auto met = entry(floors_[at], {from, way, begin, end});
    if (met < 1 || end == 1)
      return met;
    if (next_x < next_y)
      at.x += eastward.advance();
    else
      at.y += northward.advance();
    if (!floors_.size().contains(at))
      return end;
    begin = end;
  }
}

} // namespace troupe
