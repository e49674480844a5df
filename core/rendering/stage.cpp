#include "core/rendering/scene.hpp"
#include "core/world/terrain.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace troupe {

namespace {

/// The heights of the two ends of a tile's side, named as in `edge_levels`.
struct edge_heights {
  double first = 0;
  double second = 0;
};

/// A vertical face between two heights over a line on the ground.
struct vertical_face {
  /// As seen from where it is visible.
  vector3 left;
  vector3 right;
  double left_low = 0;
  double left_high = 0;
  double right_low = 0;
  double right_high = 0;
  floor_colour colour = floor_colour::brown;

  /// Whether both are rectangles of the same heights and colour.
  [[nodiscard]] bool resembles(const vertical_face& other) const {
    return left_low == right_low && left_high == right_high && left_low == other.left_low
           && left_low == other.right_low && left_high == other.left_high
           && left_high == other.right_high && colour == other.colour;
  }
};

vector3 at_height(vector3 p, double z) {
  return {p.x, p.y, z};
}

surface surface_of(const vertical_face& face) {
  surface result;
  result.kind = surface_kind::side;
  result.colour = face.colour;
  result.corner_count = 0;
  auto add = [&](vector3 p) { result.corners[result.corner_count++] = p; };
  add(at_height(face.left, face.left_low));
  if (face.right_low < face.right_high)
    add(at_height(face.right, face.right_low));
  add(at_height(face.right, face.right_high));
  if (face.left_low < face.left_high)
    add(at_height(face.left, face.left_high));
  if (result.corner_count == 3)
    result.corners[3] = result.corners[2];
  return result;
}

/// One side of a tile that is next to another tile or to the outside.
struct bank {
  edge_heights heights;
  floor_colour colour = floor_colour::brown;
};

class stage_builder {
public:
  explicit stage_builder(const world& w) : world_(w), size_(w.tile_size) {}

  std::vector<surface> build() {
    add_floors();
    add_diagonal_tiles();
    for (int x = 0; x <= world_.tiles.width(); ++x)
      add_sides_along(direction::east, x, world_.tiles.height());
    for (int y = 0; y <= world_.tiles.height(); ++y)
      add_sides_along(direction::north, y, world_.tiles.width());
    add_walls();
    return std::move(surfaces_);
  }

private:
  [[nodiscard]] vector3 corner(int x, int y, double level) const {
    return {x * size_.x, y * size_.y, level * size_.z};
  }

  /// Whether the floors of two tiles are parts of one rectangle if they lie side by side in that
  /// direction.
  [[nodiscard]] bool continues(cell from, cell to, direction side) const {
    auto t = world_.tiles[from];
    auto across = t.kind == tile_kind::flat || (t.facing != side && t.facing != opposite(side));
    return across && world_.tiles[to] == t
           && world_.floor_colours[to] == world_.floor_colours[from];
  }

  /// Flat tiles and ramps, in rectangles that are first as wide and then as deep as possible.
  void add_floors() {
    auto size = world_.tiles.size();
    cell_mask done(size);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        if (done[{x, y}] != 0 || world_.tiles[{x, y}].kind == tile_kind::diagonal)
          continue;
        auto end = end_of_floor({x, y}, done);
        for (int row = y; row < end.y; ++row)
          for (int column = x; column < end.x; ++column)
            done[{column, row}] = 1;
        add_floor({x, y}, end);
      }
  }

  /// The cell after the last one, in both directions, of the rectangle of alike tiles that starts
  /// at `from` and contains none that are done.
  [[nodiscard]] cell end_of_floor(cell from, const cell_mask& done) const {
    auto goes_on = [&](cell at, direction side) {
      auto next = neighbour(at, side);
      return done.size().contains(next) && done[next] == 0 && continues(at, next, side);
    };
    auto end = cell{from.x + 1, from.y + 1};
    while (goes_on({end.x - 1, from.y}, direction::east))
      ++end.x;
    auto row_goes_on = [&] {
      for (int x = from.x; x < end.x; ++x)
        if (!goes_on({x, end.y - 1}, direction::north))
          return false;
      return true;
    };
    while (row_goes_on())
      ++end.y;
    return end;
  }

  /// The floor of alike tiles from `from` up to but without `to`.
  void add_floor(cell from, cell to) {
    auto t = world_.tiles[from];
    auto south = edge_of(t, direction::south);
    auto north = edge_of(t, direction::north);
    surfaces_.push_back({surface_kind::floor,
                         surface_colour(world_, {from, tile_part::whole}),
                         {{corner(from.x, from.y, south.first), corner(to.x, from.y, south.second),
                           corner(to.x, to.y, north.second), corner(from.x, to.y, north.first)}},
                         4});
  }

  void add_diagonal_tiles() {
    for (std::size_t i = 0; i < world_.tiles.values().size(); ++i)
      if (world_.tiles.values()[i].kind == tile_kind::diagonal)
        add_diagonal(world_.tiles.cell_of(i));
  }

  /// Two triangles, and the face between them.
  void add_diagonal(cell at) {
    auto t = world_.tiles[at];
    auto east = upper_half_touches(t.facing, direction::east);
    auto north = upper_half_touches(t.facing, direction::north);
    // Counter-clockwise from the south-west.
    auto facing = north ? (east ? 2 : 3) : (east ? 1 : 0);
    auto corner_at = [&](int number, int level) {
      auto n = (number + 4) % 4;
      return corner(at.x + (n == 1 || n == 2 ? 1 : 0), at.y + (n >= 2 ? 1 : 0), level);
    };
    auto upper = surface_colour(world_, {at, tile_part::upper_half});
    auto lower = surface_colour(world_, {at, tile_part::lower_half});
    auto add_triangle = [&](floor_colour colour, int middle, int level) {
      auto last = corner_at(middle + 1, level);
      surfaces_.push_back({surface_kind::floor,
                           colour,
                           {{corner_at(middle - 1, level), corner_at(middle, level), last, last}},
                           3});
    };
    add_triangle(upper, facing, t.level + 1);
    add_triangle(lower, facing + 2, t.level);
    auto low = t.level * size_.z;
    auto high = (t.level + 1) * size_.z;
    surfaces_.push_back(surface_of(
        {corner_at(facing + 1, 0), corner_at(facing - 1, 0), low, high, low, high, upper}));
  }

  /// What a tile's side looks like from next to it; outside of the world is level 0.
  [[nodiscard]] bank bank_of(cell at, direction side) const {
    if (!world_.tiles.size().contains(at))
      return {};
    auto t = world_.tiles[at];
    auto [first, second] = edge_of(t, side);
    return {{first * size_.z, second * size_.z},
            surface_colour(world_, {at, part_beside(t, side)})};
  }

  /// All sides on the line between the `line`-th row or column of tiles and the one before it;
  /// `ahead` is where the tiles after the line lie: north or east.
  void add_sides_along(direction ahead, int line, int count) {
    std::optional<vertical_face> last;
    for (int i = 0; i < count; ++i) {
      auto at = ahead == direction::east ? cell{line, i} : cell{i, line};
      auto first = corner(at.x, at.y, 0);
      auto second = ahead == direction::east ? corner(line, i + 1, 0) : corner(i + 1, line, 0);
      add_side(ahead, first, second, bank_of(neighbour(at, opposite(ahead)), ahead),
               bank_of(at, opposite(ahead)), last);
    }
    if (last)
      surfaces_.push_back(surface_of(*last));
  }

  /// The side between two banks. `last` is one that was made before and may become longer.
  void add_side(direction ahead, vector3 first, vector3 second, const bank& behind,
                const bank& beyond, std::optional<vertical_face>& last) {
    auto at_first = behind.heights.first - beyond.heights.first;
    auto at_second = behind.heights.second - beyond.heights.second;
    if (at_first * at_second < 0) {
      auto share = at_first / (at_first - at_second);
      auto meeting = first + share * (second - first);
      auto height = behind.heights.first + share * (behind.heights.second - behind.heights.first);
      auto cut = [&](const bank& b, bool before) {
        return bank{before ? edge_heights{b.heights.first, height}
                           : edge_heights{height, b.heights.second},
                    b.colour};
      };
      add_side(ahead, first, meeting, cut(behind, true), cut(beyond, true), last);
      add_side(ahead, meeting, second, cut(behind, false), cut(beyond, false), last);
      return;
    }
    if (at_first == 0 && at_second == 0)
      return;
    auto faces_ahead = at_first + at_second > 0;
    const auto& high = faces_ahead ? behind : beyond;
    const auto& low = faces_ahead ? beyond : behind;
    vertical_face face{first,
                       second,
                       low.heights.first,
                       high.heights.first,
                       low.heights.second,
                       high.heights.second,
                       high.colour};
    if (faces_ahead != (ahead == direction::east)) {
      std::swap(face.left, face.right);
      std::swap(face.left_low, face.right_low);
      std::swap(face.left_high, face.right_high);
    }
    if (last && face.resembles(*last) && extend(*last, face))
      return;
    if (last)
      surfaces_.push_back(surface_of(*last));
    last = face;
  }

  /// Joins two rectangles of the same heights if they touch and face the same way.
  static bool extend(vertical_face& face, const vertical_face& more) {
    if (face.right == more.left)
      face.right = more.right;
    else if (face.left == more.right)
      face.left = more.left;
    else
      return false;
    return true;
  }

  /// The inner faces of the walls, down to level 0: nothing of what floors hide is seen.
  void add_walls() {
    auto top = enclosing_walls(world_)[0].high.z;
    const std::array<vector3, 4> corners{corner(0, 0, 0), corner(world_.tiles.width(), 0, 0),
                                         corner(world_.tiles.width(), world_.tiles.height(), 0),
                                         corner(0, world_.tiles.height(), 0)};
    for (std::size_t i = 0; i < 4; ++i) {
      auto right = corners[i];
      auto left = corners[(i + 1) % 4];
      surfaces_.push_back({surface_kind::wall,
                           {},
                           {{left, right, at_height(right, top), at_height(left, top)}},
                           4});
    }
  }

  const world& world_;
  vector3 size_;
  std::vector<surface> surfaces_;
};

} // namespace

stage make_stage(const world& w) {
  stage result;
  result.surfaces = stage_builder(w).build();
  result.lighting = w.lighting;
  result.tile_size = w.tile_size;
  int highest = 0;
  for (auto t : w.tiles.values())
    highest = std::max(highest, top_level(t));
  result.high = {w.tiles.width() * w.tile_size.x, w.tiles.height() * w.tile_size.y,
                 highest * w.tile_size.z};
  return result;
}

} // namespace troupe
