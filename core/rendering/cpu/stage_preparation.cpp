#include "core/rendering/cpu/light.hpp"
#include "core/rendering/cpu/preparation.hpp"

#include <cmath>

namespace troupe::cpu {

namespace {

/// More than any group of lanes.
constexpr std::size_t group = 8;

/// A coordinate that counts `length` metres in a direction, which is a unit vector.
texture_axis axis_along(vector3 direction, double length, double offset = 0) {
  return {floats_of(direction * (1 / length)), static_cast<float>(offset),
          static_cast<float>(length)};
}

/// A coordinate along a vertical face that counts tiles.
texture_axis axis_around(const surface& face, vector3 normal, vector3 tile_size) {
  vector3 direction{-normal.y, normal.x, 0};
  auto length =
      1 / std::max(std::abs(direction.x) / tile_size.x, std::abs(direction.y) / tile_size.y);
  auto is_diagonal = normal.x * normal.y != 0;
  return axis_along(direction, length, is_diagonal ? -dot(direction, face.corners[0]) / length : 0);
}

face_look look_of(const surface& face, vector3 normal, const light& lit, vector3 tile_size) {
  face_look look;
  look.colour = channels_of(lit.on(paint_of(face), normal));
  look.takes_shadows = true;
  if (normal.z > 0.1) {
    look.u = axis_along({1, 0, 0}, tile_size.x);
    look.v = axis_along({0, 1, 0}, tile_size.y);
    look.line_strength = 0.42F;
    return look;
  }
  look.u = axis_around(face, normal, tile_size);
  look.v = axis_along({0, 0, 1}, tile_size.z);
  look.line_strength = 0.36F;
  // Darker towards the floor below, which takes some of the light.
  auto lowest = face.corners[0].z;
  for (const auto& corner : face.corners)
    lowest = std::min(lowest, corner.z);
  constexpr float darkest = 0.78F;
  look.shade_per_v = face.kind == surface_kind::side ? 0.3F : 0.05F;
  look.shade_at_zero = darkest - look.shade_per_v * static_cast<float>(lowest / tile_size.z);
  return look;
}

void add_bounds(stage_faces& into, const surface& face, vector3 normal) {
  vector3 low = face.corners[0];
  vector3 high = face.corners[0];
  for (const auto& p : face.corners) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  auto centre = 0.5 * (low + high);
  into.centre_x.push_back(static_cast<float>(centre.x));
  into.centre_y.push_back(static_cast<float>(centre.y));
  into.centre_z.push_back(static_cast<float>(centre.z));
  // Slightly larger, for what is lost by rounding.
  into.radius.push_back(static_cast<float>(1.001 * length(high - centre) + 0.001));
  into.normal_x.push_back(static_cast<float>(normal.x));
  into.normal_y.push_back(static_cast<float>(normal.y));
  into.normal_z.push_back(static_cast<float>(normal.z));
  into.level.push_back(static_cast<float>(dot(normal, face.corners[0])));
}

/// A face that looks in no direction.
void add_padding(stage_faces& into) {
  for (auto* column : {&into.centre_x, &into.centre_y, &into.centre_z, &into.radius, &into.normal_x,
                       &into.normal_y, &into.normal_z, &into.level})
    column->push_back(0);
}

} // namespace

stage_faces prepare(const stage& setting) {
  stage_faces result;
  light lit(setting.lighting);
  for (const auto& face : setting.surfaces) {
    auto normal =
        normalised(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]));
    result.polygons.push_back(polygon_of(face.corners));
    result.looks.push_back(look_of(face, normal, lit, setting.tile_size));
    result.flat_colours.push_back(entity_colour(face));
    add_bounds(result, face, normal);
  }
  while (result.radius.size() % group != 0)
    add_padding(result);
  return result;
}

} // namespace troupe::cpu
