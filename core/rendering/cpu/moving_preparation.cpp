#include "core/rendering/avatar.hpp"
#include "core/rendering/cpu/light.hpp"
#include "core/rendering/cpu/preparation.hpp"
#include "core/rendering/cpu/quadrics.hpp"
#include "core/rendering/mesh.hpp"

#include <cmath>

namespace troupe::cpu {

namespace {

class preparation {
public:
  preparation(const world_lighting& lighting, const projection& view, moving_parts& into)
      : lit_(lighting), view_(view), into_(into) {}

  void add(const scene_object& object, std::size_t index) {
    add_shadow(object.position, object_radius(object.shape, object.size), half_height(object));
    if (!may_be_seen(object.position, object.size))
      return;
    if (object.shape == object_shape::sphere)
      add_sphere(object, index);
    else
      add_faces(object, index);
  }

  void add(const scene_player& player) {
    auto [x, y, feet] = player.position;
    add_shadow(player.position, player_radius, 0);
    if (!may_be_seen({x, y, feet + player_height / 2}, player_height / 2 + player_radius))
      return;
    auto flat = entity_colour_of_player(player.index);
    auto paint = paint_of(player.colour);
    auto body = lit_quadric(paint, 0.15F);
    vector3 low{x, y, feet + avatar_low_centre};
    vector3 high{x, y, feet + avatar_high_centre};
    auto turn = look_rotation(player.heading, 0);
    auto ball = turned(turn, {avatar_radius, avatar_radius, avatar_radius});
    add_ellipsoid(body, low, ball, flat);
    add_ellipsoid(body, high, ball, flat);
    add_cylinder(body, 0.5 * (low + high),
                 turned(turn, {avatar_radius, avatar_radius, 0.5 * (high.z - low.z)}), flat);
    auto visor = lit_quadric(visor_paint, 0.6F);
    visor.ambient = channels_of(visor_paint * 0.65);
    add_ellipsoid(visor, visor_position(player.position, player.heading, player.pitch),
                  turned(look_rotation(player.heading, player.pitch), avatar_visor_half_axes),
                  flat);
    add_ellipsoid(lit_quadric(blend(paint, visor_paint, 0.5), 0.15F),
                  hand_position(player.position, player.heading),
                  turned(turn, {avatar_hand_radius, avatar_hand_radius, avatar_hand_radius}), flat);
  }

  void add(const scene_beam& beam) {
    auto way = beam.to - beam.from;
    auto half = 0.5 * length(way);
    if (half < 1e-6)
      return;
    auto middle = beam.from + 0.5 * way;
    // At least a pixel wide.
    auto radius = std::max(beam_radius,
                           0.6 * view_.pixel_slope * dot(middle - view_.eye, view_.axes.forward));
    quadric look;
    look.ambient = channels_of(beam_paint(beam.colour));
    add_cylinder(look, middle, about((0.5 / half) * way, radius, half), entity_colour_of_beam());
  }

private:
  /// Whether any of a sphere may be in the picture.
  [[nodiscard]] bool may_be_seen(vector3 centre, double radius) const {
    auto p = centre - view_.eye;
    auto ahead = dot(p, view_.axes.forward);
    auto inside = [&](const projection::edge_normal& edge, double aside) {
      return ahead * edge.ahead - std::abs(aside) * edge.aside;
    };
    return inside(view_.right_edge, dot(p, view_.axes.right)) > -radius
           && inside(view_.upper_edge, dot(p, view_.axes.up)) > -radius;
  }

  /// From the middle of an object to the height of its lowest point.
  static double half_height(const scene_object& object) {
    if (object.shape == object_shape::sphere)
      return object.size / 2;
    auto [x, y, z] = object_extents(object.shape, object.size / 2);
    auto axes = turned(object.orientation, {x, y, z});
    return std::abs(axes.x.z) + std::abs(axes.y.z) + std::abs(axes.z.z);
  }

  static colour paint_of_object(const scene_object& object) {
    auto paint = paint_of(object.colour);
    return object.frozen ? blend(paint, ice_paint, 0.55) : paint;
  }

  void add_sphere(const scene_object& object, std::size_t index) {
    auto radius = object.size / 2;
    auto look = lit_quadric(paint_of_object(object), 0.35F);
    look.band_width = object.frozen ? 0.35F : 0.16F;
    look.band_strength = object.frozen ? 0.5F : 0.18F;
    add_ellipsoid(look, object.position, turned(object.orientation, {radius, radius, radius}),
                  entity_colour_of_object(index));
  }

  void add_faces(const scene_object& object, std::size_t index) {
    auto axes = turned(object.orientation, {object.size, object.size, object.size});
    auto place = [&](vector3 p) {
      return object.position + p.x * axes.x + p.y * axes.y + p.z * axes.z;
    };
    for (const auto& face : object_faces(object.shape)) {
      std::array<vector3, 4> corners{place(face[0]), place(face[1]), place(face[2]),
                                     place(face[3])};
      auto normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
      if (dot(normal, view_.eye - corners[0]) <= 0)
        continue;
      into_.polygons.push_back(polygon_of(corners));
      into_.looks.push_back(look_of(object, corners, normalised(normal)));
      into_.polygon_colours.push_back(entity_colour_of_object(index));
    }
  }

  [[nodiscard]] face_look look_of(const scene_object& object, const std::array<vector3, 4>& corners,
                                  vector3 normal) const {
    face_look look;
    // Some gloss, without which the faces of a black object could not be told apart.
    auto gloss = 0.08 * std::max(0.0, dot(normal, lit_.to_lamp()));
    look.colour = channels_of(lit_.on(paint_of_object(object), normal) + colour{1, 1, 1} * gloss);
    look.line_strength = object.frozen ? -0.8F : 0.45F;
    look.line_width = static_cast<float>(object.size * (object.frozen ? 0.1 : 0.05));
    auto axis = [](vector3 from, vector3 to) {
      auto way = to - from;
      auto squared = dot(way, way);
      return texture_axis{floats_of(way * (1 / squared)),
                          static_cast<float>(-dot(way, from) / squared),
                          static_cast<float>(std::sqrt(squared))};
    };
    auto is_triangle = corners[2] == corners[3];
    look.v = is_triangle ? axis(0.5 * (corners[0] + corners[1]), corners[2])
                         : axis(corners[0], corners[3]);
    if (!is_triangle)
      look.u = axis(corners[0], corners[1]);
    else
      look.u.offset = 0.5F;
    return look;
  }

  /// The colours of something round in the light. Its ambient gradient makes up for the darkening.
  [[nodiscard]] quadric lit_quadric(colour paint, float glossiness) const {
    quadric look;
    look.ambient = channels_of(lit_.ambient(paint) * 0.75);
    look.lamp = channels_of(lit_.lamp(paint));
    look.glossiness = glossiness;
    return look;
  }

  void add_ellipsoid(quadric look, vector3 centre, const half_axes& axes, rgb flat) {
    if (!project_ellipsoid(view_, centre, axes, look))
      return;
    set_directions(look, centre, axes, 1);
    into_.quadrics.push_back(look);
    into_.quadric_colours.push_back(flat);
  }

  void add_cylinder(quadric look, vector3 centre, const half_axes& axes, rgb flat) {
    if (!project_cylinder(view_, centre, axes, look))
      return;
    set_directions(look, centre, axes, 0);
    into_.quadrics.push_back(look);
    into_.quadric_colours.push_back(flat);
  }

  /// Brings the directions that light depends on into a quadric's frame. The normals of a cylinder
  /// have no part along its axis: `axial` is 0 for it, else 1.
  void set_directions(quadric& q, vector3 centre, const half_axes& axes, double axial) const {
    if (q.lamp == std::array<float, 3>{})
      return;
    auto in_own_frame = [&](vector3 direction) {
      return floats_of(vector3{dot(direction, axes.x) / length(axes.x),
                               dot(direction, axes.y) / length(axes.y),
                               axial * dot(direction, axes.z) / length(axes.z)});
    };
    // More light comes from above than from below, and round things look round if their rims are
    // darker.
    auto to_eye = normalised(view_.eye - centre);
    q.ambient_gradient = in_own_frame(0.15 * vector3{0, 0, 1} + 0.25 * to_eye);
    q.to_lamp = in_own_frame(lit_.to_lamp());
    auto between = lit_.to_lamp() + to_eye;
    if (length(between) > 1e-6)
      q.glint = in_own_frame(normalised(between));
  }

  /// A round shadow below a body whose underside is `half_height` below its centre.
  void add_shadow(vector3 centre, double radius, double half_height) {
    constexpr double depth = shadow_depth;
    auto reach = 1.3 * radius;
    auto underside = centre.z - half_height;
    vector3 middle{centre.x, centre.y, underside - depth / 2};
    if (!may_be_seen(middle, depth / 2 + reach))
      return;
    // An ellipsoid around the cylinder that the shadow may be in.
    auto bounds =
        bounds_of(view_, middle, {{1.2 * reach, 0, 0}, {0, 1.2 * reach, 0}, {0, 0, depth}});
    if (bounds.empty())
      return;
    into_.shadows.push_back({bounds,
                             {static_cast<float>(centre.x), static_cast<float>(centre.y)},
                             static_cast<float>(1 / (reach * reach)),
                             static_cast<float>(underside),
                             0.6F});
  }

  light lit_;
  const projection& view_;
  moving_parts& into_;
};

} // namespace

projection projection_of(const camera& from, int width, int height) {
  auto slope = 2 * std::tan(from.field_of_view / 2) / width;
  auto edge = [&](int pixels) {
    auto ahead = 0.5 * pixels * slope;
    auto length = std::sqrt(1 + ahead * ahead);
    return projection::edge_normal{ahead / length, 1 / length};
  };
  return {from.position, axes_of(from), width, height, slope, edge(width), edge(height)};
}

void prepare(const scene& moving, const world_lighting& lighting, const camera& from,
             const projection& view, moving_parts& into) {
  into.clear();
  preparation work(lighting, view, into);
  for (std::size_t i = 0; i < moving.objects.size(); ++i)
    work.add(moving.objects[i], i);
  for (const auto& player : moving.players)
    if (from.hidden_player != player.index)
      work.add(player);
  for (const auto& beam : moving.beams)
    work.add(beam);
}

} // namespace troupe::cpu
