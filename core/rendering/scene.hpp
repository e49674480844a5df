#pragma once

#include "core/game/vocabulary.hpp"
#include "core/support/vector.hpp"
#include "core/world/world.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// What a piece of the static topology is.
enum class surface_kind : std::uint8_t {
  floor, ///< can be stood on
  side,  ///< the vertical face between two floors
  wall,  ///< encloses the world
};

/// One flat, visible face of the static topology.
struct surface {
  surface_kind kind = surface_kind::floor;
  /// Of the floor; of a side, that of the floor it holds up. Means nothing for walls.
  floor_colour colour = floor_colour::brown;
  /// Three or four, counter-clockwise as seen from where it is visible. A triangle's fourth is its
  /// third.
  std::array<vector3, 4> corners;
  std::uint8_t corner_count = 4;

  friend bool operator==(const surface&, const surface&) = default;
};

/// What never moves in an episode.
struct stage {
  std::vector<surface> surfaces;
  world_lighting lighting;
  /// The box around the tiles.
  vector3 low;
  vector3 high;
  /// Metres along each axis of a tile; z is the height of a level.
  vector3 tile_size;

  friend bool operator==(const stage&, const stage&) = default;
};

/// All faces of a world's topology that can be seen by somebody inside, and as a model from
/// outside: the enclosing walls have no outer faces, so that one looks over them into the world,
/// but the floors beside them have sides down to level 0.
stage make_stage(const world& w);

/// An object as it looks.
struct scene_object {
  object_shape shape = object_shape::cube;
  object_colour colour = object_colour::black;
  /// The centre of its bounding box in its own frame.
  vector3 position;
  quaternion orientation;
  double size = 0.5;
  bool frozen = false;

  friend bool operator==(const scene_object&, const scene_object&) = default;
};

/// A player as it looks.
struct scene_player {
  player_colour colour = player_colour::blue;
  /// Its feet.
  vector3 position;
  double heading = 0;
  double pitch = 0;
  /// The number of the player that looks: its own body is not in its way.
  std::uint8_t index = 0;

  friend bool operator==(const scene_player&, const scene_player&) = default;
};

/// The light between a player's hand and what it holds, or what its gadget just hit.
struct scene_beam {
  vector3 from;
  vector3 to;
  player_colour colour = player_colour::blue;

  friend bool operator==(const scene_beam&, const scene_beam&) = default;
};

/// What moves in front of a stage, at one moment. Whoever is tagged away is not there.
struct scene {
  std::vector<scene_object> objects;
  std::vector<scene_player> players;
  std::vector<scene_beam> beams;

  friend bool operator==(const scene&, const scene&) = default;
};

/// From where, and where to, somebody looks: a perspective view without roll.
struct camera {
  vector3 position;
  /// Radians from east, counter-clockwise.
  double heading = 0;
  /// Radians up from the horizon.
  double pitch = 0;
  /// Radians from the left to the right edge of the picture; pixels are square.
  double field_of_view = 1.5707963267948966;
  /// The player whose body is not drawn.
  std::optional<std::uint8_t> hidden_player;

  friend bool operator==(const camera&, const camera&) = default;
};

/// The directions of a picture's columns, rows and depth: unit vectors at right angles.
struct camera_axes {
  vector3 right;
  vector3 up;
  vector3 forward;

  friend bool operator==(const camera_axes&, const camera_axes&) = default;
};
camera_axes axes_of(const camera& from);

/// A camera at `from` that looks at `to`.
camera look_at(vector3 from, vector3 to, double field_of_view);

/// From high above, so that the whole stage is in a picture of the given shape; north is up.
camera top_view(const stage& setting, double aspect);

/// From around the stage, `angle` radians counter-clockwise from east.
camera orbit_view(const stage& setting, double angle, double aspect);

} // namespace troupe
