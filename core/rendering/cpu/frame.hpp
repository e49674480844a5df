#pragma once

#include "core/rendering/renderer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace troupe::cpu {

/// What the CPU renderer's kernels work on. A frame is drawn in two passes: the first finds out
/// which face or quadric each pixel shows and how far away it is, the second computes colours.
///
/// Colours are red, green and blue in [0, 255]; more is as bright as 255. Distances are measured
/// along the camera's axis. Buffers hold their reciprocals, called nearness, because those are
/// linear over the picture for everything flat.

/// A number that is linear over the picture: its value in the middle of a pixel.
struct linear_form {
  float at_origin = 0;
  float per_column = 0;
  float per_row = 0;
};

/// A number that is quadratic over the picture.
struct quadratic_form {
  float at_origin = 0;
  float per_column = 0;
  float per_row = 0;
  float per_column_squared = 0;
  float per_row_squared = 0;
  float per_product = 0;
};

/// Pixels from `left` and `top` up to but without `right` and `bottom`.
struct pixel_box {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;

  [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
};

/// How points become pixels.
struct projection {
  vector3 eye;
  camera_axes axes;
  int width = 0;
  int height = 0;
  /// How much further the ray through a pixel goes to the right than that through its left
  /// neighbour, per metre ahead.
  double pixel_slope = 0;
  /// The normals, inwards, of the planes through the eye and the picture's right and upper edges:
  /// something is inside of both of a pair of edges by `x * ahead - y * aside` where it is x ahead
  /// and y aside.
  struct edge_normal {
    double ahead = 0;
    double aside = 0;
  };
  edge_normal right_edge;
  edge_normal upper_edge;
};

/// A flat convex polygon: the coordinates of its corners, counter-clockwise as seen from outside. A
/// triangle's last corner is there twice.
struct alignas(32) polygon {
  std::array<double, 4> x;
  std::array<double, 4> y;
  std::array<double, 4> z;
};

/// A coordinate on a face, in units between which its lines are drawn.
struct texture_axis {
  /// `dot(direction, point) + offset`, for points in metres.
  std::array<float, 3> direction{};
  float offset = 0;
  /// Metres per unit.
  float length = 1;
};

/// What a face looks like apart from where it is: its colour in the present light, with darker (or,
/// if `line_strength` is negative, lighter) lines where a texture coordinate is a whole number, and
/// shaded from `shade_at_zero` by `shade_per_v` up to 1.
struct face_look {
  std::array<float, 3> colour{};
  texture_axis u;
  texture_axis v;
  float line_strength = 0;
  float line_width = 0.08F;
  float shade_at_zero = 1;
  float shade_per_v = 0;
  /// Whether shadows of what is above darken it.
  bool takes_shadows = false;
};

/// A texture coordinate as seen through pixels: `at_eye + distance * over_picture`.
struct projected_axis {
  float at_eye = 0;
  linear_form over_picture;
};

/// A face with its texture as seen in the present picture.
struct projected_face {
  linear_form nearness;
  projected_axis u;
  projected_axis v;
};

/// A sphere, ellipsoid or piece of a cylinder, in a frame of its own in which it has radius 1.
/// Forms count pixels from (`origin_column`, `origin_row`), so that they stay exact far away.
struct quadric {
  pixel_box bounds;
  int origin_column = 0;
  int origin_row = 0;
  /// The nearness of its front is `middle + sqrt(spread)`, where `spread` is not negative.
  linear_form middle;
  quadratic_form spread;
  /// The camera in the quadric's frame, and the rays through pixels.
  std::array<float, 3> eye{};
  std::array<linear_form, 3> ray;
  /// Half the length along its axis z in its own frame: finite for cylinders only.
  float half_length = 0;
  /// Its colour where the lamp does not shine, and what the lamp adds.
  std::array<float, 3> ambient{};
  std::array<float, 3> lamp{};
  /// In its own frame, zero for what shines by itself: by how much more of the ambient colour a
  /// point gets whose normal has this direction, the direction of the lamp, and the normal that
  /// mirrors the lamp into the camera.
  std::array<float, 3> ambient_gradient{};
  std::array<float, 3> to_lamp{};
  std::array<float, 3> glint{};
  /// How strong the mirrored lamp is.
  float glossiness = 0;
  /// A band around its equator of this width is lighter by this much.
  float band_width = 0;
  float band_strength = 0;
};

/// How far below something its shadow can be seen, in metres.
inline constexpr float shadow_depth = 1.5F;

/// A round shadow on whatever lies below something.
struct blob_shadow {
  pixel_box bounds;
  std::array<float, 2> centre{};
  float inverse_radius_squared = 0;
  /// The height of the underside of what throws it.
  float height = 0;
  float strength = 0;
};

/// What is known of the faces of a stage before there is a camera.
struct stage_faces {
  std::vector<polygon> polygons;
  std::vector<face_look> looks;
  /// As in `drawing_style::entities`.
  std::vector<rgb> flat_colours;
  /// For culling, one after the other: a sphere around each face, and the plane it lies in
  /// (`dot(normal, p) = level`, in front of it where greater). Padded to whole groups of lanes with
  /// faces that are never seen.
  std::vector<float> centre_x, centre_y, centre_z, radius;
  std::vector<float> normal_x, normal_y, normal_z, level;
};

/// What moves, prepared for one picture.
struct moving_parts {
  std::vector<polygon> polygons;
  std::vector<face_look> looks;
  std::vector<quadric> quadrics;
  std::vector<blob_shadow> shadows;
  /// As in `drawing_style::entities`.
  std::vector<rgb> polygon_colours;
  std::vector<rgb> quadric_colours;

  void clear() {
    polygons.clear();
    looks.clear();
    quadrics.clear();
    shadows.clear();
    polygon_colours.clear();
    quadric_colours.clear();
  }
};

/// The colours of air.
struct atmosphere {
  std::array<float, 3> horizon{};
  std::array<float, 3> zenith{};
  /// How much of a colour is that of the horizon instead, and at most.
  float haze_per_metre = 0.008F;
  float thickest_haze = 0.18F;
};

/// Memory that is used again for every picture.
struct workspace {
  /// Per pixel: nearness, and the number of what it shows: 0 is the sky, then come the faces of the
  /// stage, moving polygons and quadrics.
  std::vector<float> nearness;
  std::vector<std::int32_t> shown;
  /// By number as in `shown`, for polygons; only of those that were drawn.
  std::vector<projected_face> projected;
  /// One row: colours, how much light shadows leave.
  std::vector<std::uint32_t> row_colours;
  std::vector<float> row_light;
};

/// Everything that one picture is made from.
struct frame {
  projection view;
  const stage_faces* stage = nullptr;
  const moving_parts* moving = nullptr;
  atmosphere air;
  drawing_style style = drawing_style::natural;
  workspace* work = nullptr;
  std::uint8_t* bytes = nullptr;
};

/// Draws a frame, with the instructions that every x86-64 processor has, or with AVX2. Both give
/// the same picture to the bit.
void draw_frame_baseline(const frame& f);
void draw_frame_avx2(const frame& f);

/// Buffers are longer than a picture by as much as kernels may read and write beyond its end.
inline constexpr int padding = 16;

} // namespace troupe::cpu
