#include "core/world/reflection.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace troupe {

namespace {

/// A mirror: what it does to the parts of a world.
class mirror {
public:
  mirror(const world& w, bool swaps_east_west)
      : swaps_east_west_(swaps_east_west),
        width_(w.tiles.width() * w.tile_size.x),
        depth_(w.tiles.height() * w.tile_size.y) {}

  [[nodiscard]] topology of(const topology& tiles) const {
    return swaps_east_west_ ? mirrored_east_west(tiles) : mirrored_north_south(tiles);
  }

  template <class T>
  [[nodiscard]] grid<T> of(const grid<T>& values) const {
    grid<T> result(values.size());
    for (std::size_t i = 0; i < values.values().size(); ++i) {
      auto at = values.cell_of(i);
      auto image = swaps_east_west_ ? cell{values.width() - 1 - at.x, at.y}
                                    : cell{at.x, values.height() - 1 - at.y};
      result[image] = values.values()[i];
    }
    return result;
  }

  [[nodiscard]] vector3 of_point(vector3 p) const {
    return swaps_east_west_ ? vector3{width_ - p.x, p.y, p.z} : vector3{p.x, depth_ - p.y, p.z};
  }

  [[nodiscard]] vector3 of_direction(vector3 v) const {
    return swaps_east_west_ ? vector3{-v.x, v.y, v.z} : vector3{v.x, -v.y, v.z};
  }

  /// A mirror turns rotations around: their axes are mirrored and reversed.
  [[nodiscard]] quaternion of(quaternion turn) const {
    auto axis = -of_direction({turn.x, turn.y, turn.z});
    return {turn.w, axis.x, axis.y, axis.z};
  }

  [[nodiscard]] double of_heading(double heading) const {
    constexpr auto full_turn = 2 * std::numbers::pi;
    auto image = std::fmod((swaps_east_west_ ? std::numbers::pi : 0) - heading, full_turn);
    return image < 0 ? image + full_turn : image;
  }

private:
  bool swaps_east_west_;
  double width_;
  double depth_;
};

world seen_in(const mirror& image, world w) {
  w.tiles = image.of(w.tiles);
  w.floor_colours = image.of(w.floor_colours);
  w.playable = image.of(w.playable);
  for (auto& object : w.objects) {
    object.position = image.of_point(object.position);
    object.orientation = image.of(object.orientation);
  }
  for (auto& player : w.players) {
    player.position = image.of_point(player.position);
    player.heading = image.of_heading(player.heading);
  }
  w.lighting.position = image.of_point(w.lighting.position);
  w.lighting.direction = image.of_direction(w.lighting.direction);
  return w;
}

} // namespace

world mirrored_east_west(const world& w) {
  return seen_in(mirror(w, true), w);
}

world mirrored_north_south(const world& w) {
  return seen_in(mirror(w, false), w);
}

} // namespace troupe
