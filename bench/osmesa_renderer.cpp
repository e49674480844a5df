#define GL_GLEXT_PROTOTYPES
#include "bench/osmesa_renderer.hpp"

#include "core/rendering/avatar.hpp"
#include "core/rendering/mesh.hpp"
#include "core/rendering/palette.hpp"
#include "core/support/error.hpp"

#include <GL/osmesa.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace troupe {

namespace {

/// A function of OpenGL as this library means it, whatever else the program is linked with.
#define TROUPE_OPENGL(function)                                                                    \
  reinterpret_cast<decltype(function)*>(OSMesaGetProcAddress(#function))

struct functions {
  decltype(glBindBuffer)* bind_buffer = TROUPE_OPENGL(glBindBuffer);
  decltype(glBufferData)* buffer_data = TROUPE_OPENGL(glBufferData);
  decltype(glClear)* clear = TROUPE_OPENGL(glClear);
  decltype(glClearColor)* clear_color = TROUPE_OPENGL(glClearColor);
  decltype(glColor3f)* color = TROUPE_OPENGL(glColor3f);
  decltype(glColorPointer)* color_pointer = TROUPE_OPENGL(glColorPointer);
  decltype(glDisableClientState)* disable_client_state = TROUPE_OPENGL(glDisableClientState);
  decltype(glDrawArrays)* draw_arrays = TROUPE_OPENGL(glDrawArrays);
  decltype(glEnable)* enable = TROUPE_OPENGL(glEnable);
  decltype(glEnableClientState)* enable_client_state = TROUPE_OPENGL(glEnableClientState);
  decltype(glGenBuffers)* gen_buffers = TROUPE_OPENGL(glGenBuffers);
  decltype(glLightModelfv)* light_model = TROUPE_OPENGL(glLightModelfv);
  decltype(glLightfv)* light = TROUPE_OPENGL(glLightfv);
  decltype(glLoadMatrixd)* load_matrix = TROUPE_OPENGL(glLoadMatrixd);
  decltype(glMatrixMode)* matrix_mode = TROUPE_OPENGL(glMatrixMode);
  decltype(glMultMatrixd)* mult_matrix = TROUPE_OPENGL(glMultMatrixd);
  decltype(glNormalPointer)* normal_pointer = TROUPE_OPENGL(glNormalPointer);
  decltype(glPixelStorei)* pixel_store = TROUPE_OPENGL(glPixelStorei);
  decltype(glReadPixels)* read_pixels = TROUPE_OPENGL(glReadPixels);
  decltype(glVertexPointer)* vertex_pointer = TROUPE_OPENGL(glVertexPointer);
  decltype(glViewport)* viewport = TROUPE_OPENGL(glViewport);
};

struct vertex {
  std::array<float, 3> position;
  std::array<float, 3> normal;
  std::array<float, 3> colour;
};

/// Vertices in the memory of OpenGL.
struct model {
  GLuint buffer = 0;
  GLsizei count = 0;
};

using matrix = std::array<double, 16>;

matrix placed(vector3 position, quaternion turn, double size) {
  auto x = rotated(turn, {size, 0, 0});
  auto y = rotated(turn, {0, size, 0});
  auto z = rotated(turn, {0, 0, size});
  return {x.x, x.y, x.z, 0, y.x,        y.y,        y.z,        0,
          z.x, z.y, z.z, 0, position.x, position.y, position.z, 1};
}

std::array<float, 3> floats_of(vector3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::array<float, 3> floats_of(colour c) {
  return floats_of(vector3{c.r, c.g, c.b});
}

class osmesa_renderer final : public renderer {
public:
  osmesa_renderer() {
    // No worker threads: one core, as for the others.
    setenv("LP_NUM_THREADS", "0", 1);
    context_ = OSMesaCreateContextExt(OSMESA_RGBA, 24, 0, 0, nullptr);
  }
  ~osmesa_renderer() override { OSMesaDestroyContext(context_); }
  osmesa_renderer(const osmesa_renderer&) = delete;
  osmesa_renderer& operator=(const osmesa_renderer&) = delete;

  void set_stage(const stage& setting) override {
    make_current(96, 72);
    std::vector<vertex> vertices;
    for (const auto& face : setting.surfaces) {
      auto normal =
          normalised(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]));
      for (std::size_t i = 2; i < face.corner_count; ++i)
        for (auto corner : {std::size_t{0}, i - 1, i})
          vertices.push_back(
              {floats_of(face.corners[corner]), floats_of(normal), floats_of(paint_of(face))});
    }
    upload(stage_, vertices);
    lighting_ = setting.lighting;
  }

  void draw(const scene& moving, const camera& from, picture_target target,
            drawing_style) override {
    make_current(target.width, target.height);
    gl_.clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    look_from(from, target);
    use(stage_);
    gl_.enable_client_state(GL_COLOR_ARRAY);
    gl_.color_pointer(3, GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, colour)));
    gl_.draw_arrays(GL_TRIANGLES, 0, stage_.count);
    gl_.disable_client_state(GL_COLOR_ARRAY);
    for (const auto& object : moving.objects)
      draw_model(shapes_[static_cast<std::size_t>(object.shape)], paint_of(object.colour),
                 placed(object.position, object.orientation, object.size));
    for (const auto& player : moving.players)
      if (player.index != from.hidden_player)
        draw_player(player);
    gl_.read_pixels(0, 0, target.width, target.height, GL_RGB, GL_UNSIGNED_BYTE,
                    target.bytes.data());
  }

private:
  static const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

  void make_current(int width, int height) {
    if (width == width_ && height == height_)
      return;
    width_ = width;
    height_ = height;
    buffer_.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (!OSMesaMakeCurrent(context_, buffer_.data(), GL_UNSIGNED_BYTE, width, height))
      throw user_error("OSMesa does not draw here.");
    gl_ = functions{};
    gl_.viewport(0, 0, width, height);
    for (auto ability :
         {GL_DEPTH_TEST, GL_CULL_FACE, GL_LIGHTING, GL_LIGHT0, GL_COLOR_MATERIAL, GL_NORMALIZE})
      gl_.enable(ability);
    gl_.enable_client_state(GL_VERTEX_ARRAY);
    gl_.enable_client_state(GL_NORMAL_ARRAY);
    gl_.clear_color(0.5F, 0.7F, 0.9F, 1);
    gl_.pixel_store(GL_PACK_ALIGNMENT, 1);
    constexpr int rings = 8;
    for (std::size_t i = 0; i < shapes_.size(); ++i)
      upload(shapes_[i], object_mesh(static_cast<object_shape>(i), rings));
    upload(body_, avatar_body_mesh(rings));
    upload(visor_, avatar_visor_mesh(rings));
    upload(hand_, avatar_hand_mesh(rings));
  }

  void upload(model& to, const std::vector<vertex>& vertices) {
    if (to.buffer == 0)
      gl_.gen_buffers(1, &to.buffer);
    gl_.bind_buffer(GL_ARRAY_BUFFER, to.buffer);
    gl_.buffer_data(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(vertex)),
                    vertices.data(), GL_STATIC_DRAW);
    to.count = static_cast<GLsizei>(vertices.size());
  }

  void upload(model& to, const mesh& shape) {
    std::vector<vertex> vertices;
    for (auto triangle : shape.triangles)
      for (auto corner : triangle)
        vertices.push_back(
            {floats_of(shape.positions[corner]), floats_of(shape.normals[corner]), {}});
    upload(to, vertices);
  }

  void look_from(const camera& from, const picture_target& target) {
    constexpr double near = 0.05;
    constexpr double far = 500;
    auto slope = 1 / std::tan(from.field_of_view / 2);
    gl_.matrix_mode(GL_PROJECTION);
    gl_.load_matrix(matrix{slope, 0, 0, 0, 0, slope * target.width / target.height, 0, 0, 0, 0,
                           (near + far) / (near - far), -1, 0, 0, 2 * near * far / (near - far), 0}
                        .data());
    auto [right, up, forward] = axes_of(from);
    auto p = from.position;
    gl_.matrix_mode(GL_MODELVIEW);
    view_ = {right.x, up.x, -forward.x, 0, right.y,        up.y,        -forward.y,      0,
             right.z, up.z, -forward.z, 0, -dot(right, p), -dot(up, p), dot(forward, p), 1};
    gl_.load_matrix(view_.data());
    auto lamp = floats_of(lamp_light(lighting_));
    auto ambient = floats_of(ambient_light(lighting_));
    auto direction = floats_of(-lighting_.direction);
    gl_.light(GL_LIGHT0, GL_DIFFUSE, std::array{lamp[0], lamp[1], lamp[2], 1.0F}.data());
    gl_.light(GL_LIGHT0, GL_POSITION,
              std::array{direction[0], direction[1], direction[2], 0.0F}.data());
    gl_.light_model(GL_LIGHT_MODEL_AMBIENT,
                    std::array{ambient[0], ambient[1], ambient[2], 1.0F}.data());
  }

  void use(const model& shape) {
    gl_.bind_buffer(GL_ARRAY_BUFFER, shape.buffer);
    gl_.vertex_pointer(3, GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, position)));
    gl_.normal_pointer(GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, normal)));
  }

  void draw_model(const model& shape, colour paint, const matrix& where) {
    use(shape);
    gl_.load_matrix(view_.data());
    gl_.mult_matrix(where.data());
    auto [red, green, blue] = floats_of(paint);
    gl_.color(red, green, blue);
    gl_.draw_arrays(GL_TRIANGLES, 0, shape.count);
  }

  void draw_player(const scene_player& player) {
    auto turn = look_rotation(player.heading, 0);
    draw_model(body_, paint_of(player.colour), placed(player.position, turn, 1));
    draw_model(visor_, visor_paint,
               placed(visor_position(player.position, player.heading, player.pitch),
                      look_rotation(player.heading, player.pitch), 1));
    draw_model(hand_, visor_paint, placed(hand_position(player.position, player.heading), turn, 1));
  }

  OSMesaContext context_ = nullptr;
  functions gl_;
  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint8_t> buffer_;
  world_lighting lighting_;
  matrix view_{};
  model stage_;
  std::array<model, 4> shapes_;
  model body_;
  model visor_;
  model hand_;
};

} // namespace

std::unique_ptr<renderer> make_osmesa_renderer() {
  return std::make_unique<osmesa_renderer>();
}

} // namespace troupe
