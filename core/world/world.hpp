#pragma once

#include "core/game/vocabulary.hpp"
#include "core/support/vector.hpp"
#include "core/world/tile.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace troupe {

/// What a player can use on what it looks at (paper, "Players").
enum class gadget : std::uint8_t { freeze, tag };
template <>
inline constexpr std::array<std::string_view, 2> words<gadget>{"freeze", "tag"};

/// An entity's hidden variable: decides, through the placement network, where it likes to be.
using entity_latent = std::array<double, 4>;

struct world_object {
  object_shape shape = object_shape::cube;
  object_colour colour = object_colour::black;
  /// The centre of its bounding box, in metres.
  vector3 position;
  quaternion orientation;
  /// Its longest edge, in metres; for a sphere the diameter.
  double size = 0.5;
  /// Zero in worlds made by hand.
  entity_latent latent{};

  friend bool operator==(const world_object&, const world_object&) = default;
};

struct world_player {
  player_colour colour = player_colour::blue;
  troupe::gadget gadget = gadget::freeze;
  /// Where its feet touch the floor, in metres.
  vector3 position;
  /// Where it looks: radians from east, counter-clockwise.
  double heading = 0;
  /// Zero in worlds made by hand.
  entity_latent latent{};

  friend bool operator==(const world_player&, const world_player&) = default;
};

/// The light that falls on a world.
struct world_lighting {
  /// Where it shines from, in metres.
  vector3 position{0, 0, 20};
  /// Where to: a unit vector.
  vector3 direction{0, 0, -1};
  /// 1 is a bright day.
  double intensity = 1;
  /// Degrees on the colour wheel, in [0, 360).
  double hue = 0;

  friend bool operator==(const world_lighting&, const world_lighting&) = default;
};

/// The initial state of a simulated world (paper, section "World Space").
///
/// Metres, x east, y north, z up; the origin is the outer corner of the south-western tile on
/// level 0. Walls enclose the tiles (`enclosing_walls`).
struct world {
  topology tiles;
  /// Metres along each axis of a tile; z is the height of a level.
  vector3 tile_size{3, 3, 1.25};
  /// The colour of each tile. See `surface_colour` for diagonal tiles.
  grid<floor_colour> floor_colours;
  /// The tiles that belong, at least by half, to the playable area.
  cell_mask playable;
  std::vector<world_object> objects;
  std::vector<world_player> players;
  world_lighting lighting;
  /// What the world was generated from; 0 in worlds made by hand.
  std::uint64_t seed = 0;

  friend bool operator==(const world&, const world&) = default;
};

/// The colour that floor on a level has unless a world says otherwise.
constexpr floor_colour colour_of_level(int level) {
  return static_cast<floor_colour>(level);
}
static_assert(level_count == floor_colour_count);

/// The colours that the levels of the tiles give them; a ramp or diagonal has that of its lower
/// level.
grid<floor_colour> default_floor_colours(const topology& tiles);

/// Throws `user_error` if worlds cannot have so many tiles. For readers, before they reserve
/// memory.
void check_world_size(grid_size size);

/// Throws `user_error` naming the first thing that makes a world unusable: sizes that do not match,
/// impossible tiles, entities outside of the walls, numbers that are not finite. Says nothing of
/// what worlds made by hand may do: break the rules of tiles, trap players, stack objects.
void validate(const world& w);

} // namespace troupe
