#pragma once

#include "core/rendering/avatar.hpp"
#include "core/rendering/mesh.hpp"
#include "core/rendering/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace troupe {

/// Finds out what a picture shows in the slowest and simplest way, one ray at a time: what
/// renderers are compared with.
class ray_caster {
public:
  ray_caster(const stage& setting, const scene& moving, std::optional<std::uint8_t> hidden_player)
      : setting_(setting), moving_(moving), hidden_player_(hidden_player) {}

  /// The entity colour that a ray meets first.
  [[nodiscard]] rgb cast(vector3 origin, vector3 direction) const {
    hit nearest{std::numeric_limits<double>::infinity(), entity_colour_of_sky()};
    auto meet = [&](double distance, rgb colour) {
      if (distance < nearest.distance)
        nearest = {distance, colour};
    };
    for (const auto& face : setting_.surfaces)
      meet(distance_to(face.corners, origin, direction), entity_colour(face));
    for (std::size_t i = 0; i < moving_.objects.size(); ++i)
      meet(distance_to(moving_.objects[i], origin, direction), entity_colour_of_object(i));
    for (const auto& player : moving_.players)
      if (player.index != hidden_player_)
        meet(distance_to(player, origin, direction), entity_colour_of_player(player.index));
    for (const auto& beam : moving_.beams)
      meet(distance_to_tube(beam.from, beam.to, beam_radius, origin, direction),
           entity_colour_of_beam());
    return nearest.colour;
  }

  /// The same for a pixel; nothing if its neighbourhood, a tenth of a pixel wide, is not all of one
  /// colour.
  [[nodiscard]] std::optional<rgb> cast(const camera& from, int width, int height, int column,
                                        int row) const {
    auto [right, up, forward] = axes_of(from);
    auto slope = 2 * std::tan(from.field_of_view / 2) / width;
    std::optional<rgb> colour;
    for (auto [x, y] :
         {std::pair{0.0, 0.0}, {0.05, 0.05}, {0.05, -0.05}, {-0.05, 0.05}, {-0.05, -0.05}}) {
      auto aside = column + 0.5 + x - 0.5 * width;
      auto down = row + 0.5 + y - 0.5 * height;
      auto seen = cast(from.position, forward + slope * aside * right - slope * down * up);
      if (colour && *colour != seen)
        return std::nullopt;
      colour = seen;
    }
    return colour;
  }

private:
  struct hit {
    double distance;
    rgb colour;
  };

  static constexpr double never = std::numeric_limits<double>::infinity();

  /// To a flat convex polygon that is seen from one side.
  static double distance_to(const std::array<vector3, 4>& corners, vector3 origin,
                            vector3 direction) {
    auto normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    if (dot(normal, direction) >= 0)
      return never;
    auto distance = dot(normal, corners[0] - origin) / dot(normal, direction);
    if (distance <= 0)
      return never;
    auto p = origin + distance * direction;
    for (std::size_t i = 0; i < 4; ++i) {
      auto edge = corners[(i + 1) % 4] - corners[i];
      if (dot(normal, cross(edge, p - corners[i])) < 0)
        return never;
    }
    return distance;
  }

  /// To a sphere about the origin with radius 1.
  static double distance_to_unit_sphere(vector3 origin, vector3 direction) {
    return smaller_root(dot(direction, direction), dot(origin, direction), dot(origin, origin) - 1);
  }

  /// The smaller solution of a t² + 2 b t + c = 0, if it is positive.
  static double smaller_root(double a, double b, double c) {
    auto discriminant = b * b - a * c;
    if (discriminant < 0)
      return never;
    auto root = (-b - std::sqrt(discriminant)) / a;
    return root > 0 ? root : never;
  }

  static double distance_to_ellipsoid(vector3 centre, quaternion turn, vector3 half_axes,
                                      vector3 origin, vector3 direction) {
    auto own = [&](vector3 v) {
      auto [x, y, z] = rotated(inverse(turn), v);
      return vector3{x / half_axes.x, y / half_axes.y, z / half_axes.z};
    };
    return distance_to_unit_sphere(own(origin - centre), own(direction));
  }

  static double distance_to_ball(vector3 centre, double radius, vector3 origin, vector3 direction) {
    return distance_to_ellipsoid(centre, {}, {radius, radius, radius}, origin, direction);
  }

  /// To a cylinder without ends.
  static double distance_to_tube(vector3 from, vector3 to, double radius, vector3 origin,
                                 vector3 direction) {
    auto axis = normalised(to - from);
    auto across = [&](vector3 v) { return v - dot(v, axis) * axis; };
    auto o = across(origin - from);
    auto d = across(direction);
    auto distance = smaller_root(dot(d, d), dot(o, d), dot(o, o) - radius * radius);
    if (distance == never)
      return never;
    auto along = dot(origin + distance * direction - from, axis);
    return along >= 0 && along <= length(to - from) ? distance : never;
  }

  static double distance_to(const scene_object& object, vector3 origin, vector3 direction) {
    if (object.shape == object_shape::sphere)
      return distance_to_ball(object.position, object.size / 2, origin, direction);
    double nearest = never;
    for (auto corners : object_faces(object.shape)) {
      for (auto& corner : corners)
        corner = object.position + object.size * rotated(object.orientation, corner);
      nearest = std::min(nearest, distance_to(corners, origin, direction));
    }
    return nearest;
  }

  static double distance_to(const scene_player& player, vector3 origin, vector3 direction) {
    auto low = player.position + vector3{0, 0, avatar_low_centre};
    auto high = player.position + vector3{0, 0, avatar_high_centre};
    return std::min(
        {distance_to_ball(low, avatar_radius, origin, direction),
         distance_to_ball(high, avatar_radius, origin, direction),
         distance_to_tube(low, high, avatar_radius, origin, direction),
         distance_to_ball(hand_position(player.position, player.heading), avatar_hand_radius,
                          origin, direction),
         distance_to_ellipsoid(visor_position(player.position, player.heading, player.pitch),
                               look_rotation(player.heading, player.pitch), avatar_visor_half_axes,
                               origin, direction)});
  }

  const stage& setting_;
  const scene& moving_;
  std::optional<std::uint8_t> hidden_player_;
};

} // namespace troupe
