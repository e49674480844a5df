#include "core/rendering/gltf.hpp"

#include "core/rendering/avatar.hpp"
#include "core/rendering/linear_light.hpp"
#include "core/rendering/mesh.hpp"
#include "core/rendering/palette.hpp"
#include "core/rendering/stage_parts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>

namespace troupe {

namespace {

using json = nlohmann::ordered_json;

/// Numbers that the glTF specification gives to kinds of things.
constexpr int array_buffer = 34962;
constexpr int element_array_buffer = 34963;
constexpr int float_type = 5126;
constexpr int uint32_type = 5125;
constexpr std::uint32_t file_magic = 0x46546c67;
constexpr std::uint32_t json_chunk = 0x4e4f534a;
constexpr std::uint32_t binary_chunk = 0x004e4942;

/// Bands of spheres from pole to pole.
constexpr int sphere_rings = 16;

using float3 = std::array<float, 3>;

/// The same place where y is up.
float3 y_up(vector3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.z), static_cast<float>(-v.y)};
}

/// The same rotation where y is up, in glTF's order: x, y, z, w.
json y_up(quaternion q) {
  return {q.x, q.z, -q.y, q.w};
}

template <class Value>
void append(std::vector<std::byte>& bytes, const Value& value) {
  std::array<std::byte, sizeof(Value)> parts;
  std::memcpy(parts.data(), &value, sizeof(Value));
  bytes.insert(bytes.end(), parts.begin(), parts.end());
}

mesh mesh_of(const std::vector<surface>& faces) {
  mesh result;
  for (const auto& face : faces) {
    auto first = static_cast<std::uint32_t>(result.positions.size());
    for (std::uint32_t i = 0; i < face.corner_count; ++i) {
      result.positions.push_back(face.corners[i]);
      result.normals.push_back(normal_of(face));
      if (i >= 2)
        result.triangles.push_back({first, first + i - 1, first + i});
    }
  }
  return result;
}

/// The turn that makes a lamp, which shines along -z, shine along `direction`.
quaternion turn_from_minus_z(float3 direction) {
  auto [x, y, z] = direction;
  // Half way between both directions lies the axis of the shortest turn.
  constexpr double nearly_opposite = 1e-6;
  if (z > 1 - nearly_opposite)
    return {0, 0, 1, 0};
  quaternion q{1.0 - z, y, -x, 0};
  auto size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y);
  return {q.w / size, q.x / size, q.y / size, 0};
}

/// Collects the parts of a file; what is wanted more than once is stored once.
class glb_builder {
public:
  void add_part(const std::vector<surface>& faces) {
    const auto& face = faces.front();
    auto name = face.kind == surface_kind::wall
                    ? std::string("walls")
                    : std::string(to_string(face.colour))
                          + (face.kind == surface_kind::floor ? " floor" : " sides");
    auto roughness = face.kind == surface_kind::floor ? 0.7 : 0.8;
    add_to_scene({{"name", name},
                  {"mesh", add_mesh(name, add_geometry(mesh_of(faces)),
                                    material(name, paint_of(face), roughness))}});
  }

  void add(const scene_object& object) {
    auto colour_name = (object.frozen ? "frozen " : "") + std::string(to_string(object.colour));
    auto paint = paint_of(object.colour);
    auto mesh_index = shared_mesh(
        colour_name + ' ' + std::string(to_string(object.shape)),
        [&] { return object_mesh(object.shape, sphere_rings); },
        material(colour_name, object.frozen ? blend(paint, ice_paint, 0.5) : paint,
                 object.frozen ? 0.25 : 0.5));
    add_to_scene({{"name", meshes_[mesh_index]["name"]},
                  {"mesh", mesh_index},
                  {"translation", y_up(object.position)},
                  {"rotation", y_up(object.orientation)},
                  {"scale", {object.size, object.size, object.size}}});
  }

  void add(const scene_player& player) {
    auto name = std::string(to_string(player.colour)) + " player";
    auto paint = material(name, paint_of(player.colour), 0.4);
    auto body = shared_mesh(
        name, [] { return avatar_body_mesh(sphere_rings); }, paint);
    auto hand = shared_mesh(
        name + "'s hand", [] { return avatar_hand_mesh(sphere_rings); }, paint);
    auto visor = shared_mesh(
        "visor", [] { return avatar_visor_mesh(sphere_rings); },
        material("visor", visor_paint, 0.1));
    json children = {
        add_node({{"name", "hand"}, {"mesh", hand}, {"translation", y_up(avatar_hand)}}),
        add_node({{"name", "visor"},
                  {"mesh", visor},
                  {"translation", y_up(visor_position({}, 0, player.pitch))},
                  {"rotation", y_up(look_rotation(0, player.pitch))}})};
    add_to_scene({{"name", name},
                  {"mesh", body},
                  {"translation", y_up(player.position)},
                  {"rotation", y_up(look_rotation(player.heading, 0))},
                  {"children", children}});
  }

  void add_sun(const world_lighting& lighting) {
    // Viewers expose pictures as if a few lux were a bright day.
    constexpr double bright_day = 3;
    auto light = lamp_light(lighting);
    auto brightest = std::max({light.r, light.g, light.b, 1e-6});
    document_["extensionsUsed"] = json::array({"KHR_lights_punctual"});
    document_["extensions"]["KHR_lights_punctual"]["lights"] =
        json::array({{{"type", "directional"},
                      {"name", "sun"},
                      {"color", linear_light(light * (1 / brightest))},
                      {"intensity", bright_day * lighting.intensity}}});
    auto turn = turn_from_minus_z(y_up(lighting.direction));
    add_to_scene({{"name", "sun"},
                  {"rotation", {turn.x, turn.y, turn.z, turn.w}},
                  {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
  }

  std::vector<std::byte> finish() {
    document_["asset"] = {{"version", "2.0"}, {"generator", "Troupe"}};
    document_["scene"] = 0;
    document_["scenes"] = json::array({{{"nodes", roots_}}});
    document_["nodes"] = nodes_;
    // glTF knows no empty lists.
    if (!meshes_.empty()) {
      document_["meshes"] = meshes_;
      document_["materials"] = materials_;
      document_["accessors"] = accessors_;
      document_["bufferViews"] = buffer_views_;
      document_["buffers"] = json::array({{{"byteLength", buffer_.size()}}});
    }
    auto text = document_.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    return file_of(text);
  }

private:
  struct geometry {
    std::size_t positions = 0;
    std::size_t normals = 0;
    std::size_t indices = 0;
  };

  std::size_t add_node(json node) {
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  void add_to_scene(json node) { roots_.push_back(add_node(std::move(node))); }

  std::size_t material(const std::string& name, colour paint, double roughness) {
    auto [known, is_new] = material_numbers_.try_emplace(name, materials_.size());
    if (is_new) {
      auto [r, g, b] = linear_light(paint);
      materials_.push_back({{"name", name},
                            {"pbrMetallicRoughness",
                             {{"baseColorFactor", {r, g, b, 1}},
                              {"metallicFactor", 0},
                              {"roughnessFactor", roughness}}}});
    }
    return known->second;
  }

  /// The mesh of that name, which is made if there is none.
  template <class Make>
  std::size_t shared_mesh(const std::string& name, Make make, std::size_t material_number) {
    if (auto known = mesh_numbers_.find(name); known != mesh_numbers_.end())
      return known->second;
    return mesh_numbers_[name] = add_mesh(name, add_geometry(make()), material_number);
  }

  std::size_t add_mesh(const std::string& name, const geometry& shape,
                       std::size_t material_number) {
    meshes_.push_back(
        {{"name", name},
         {"primitives",
          json::array({{{"attributes", {{"POSITION", shape.positions}, {"NORMAL", shape.normals}}},
                        {"indices", shape.indices},
                        {"material", material_number}}})}});
    return meshes_.size() - 1;
  }

  geometry add_geometry(const mesh& shape) {
    return {add_vectors(shape.positions), add_vectors(shape.normals), add_indices(shape)};
  }

  std::size_t add_vectors(const std::vector<vector3>& vectors) {
    auto begin = buffer_.size();
    float3 low;
    float3 high;
    low.fill(std::numeric_limits<float>::max());
    high.fill(std::numeric_limits<float>::lowest());
    for (const auto& v : vectors) {
      auto converted = y_up(v);
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], converted[i]);
        high[i] = std::max(high[i], converted[i]);
      }
      append(buffer_, converted);
    }
    return add_accessor({{"bufferView", add_buffer_view(begin, array_buffer)},
                         {"componentType", float_type},
                         {"count", vectors.size()},
                         {"type", "VEC3"},
                         {"min", low},
                         {"max", high}});
  }

  std::size_t add_indices(const mesh& shape) {
    auto begin = buffer_.size();
    for (const auto& triangle : shape.triangles)
      append(buffer_, triangle);
    return add_accessor({{"bufferView", add_buffer_view(begin, element_array_buffer)},
                         {"componentType", uint32_type},
                         {"count", 3 * shape.triangles.size()},
                         {"type", "SCALAR"}});
  }

  std::size_t add_accessor(json accessor) {
    accessors_.push_back(std::move(accessor));
    return accessors_.size() - 1;
  }

  std::size_t add_buffer_view(std::size_t begin, int target) {
    buffer_views_.push_back({{"buffer", 0},
                             {"byteOffset", begin},
                             {"byteLength", buffer_.size() - begin},
                             {"target", target}});
    return buffer_views_.size() - 1;
  }

  [[nodiscard]] std::vector<std::byte> file_of(const std::string& text) const {
    constexpr std::size_t header_size = 12;
    constexpr std::size_t chunk_header_size = 8;
    auto binary_size = buffer_.empty() ? 0 : chunk_header_size + buffer_.size();
    auto size = header_size + chunk_header_size + text.size() + binary_size;
    std::vector<std::byte> file;
    file.reserve(size);
    auto append_number = [&](std::size_t n) { append(file, static_cast<std::uint32_t>(n)); };
    append_number(file_magic);
    append_number(2);
    append_number(size);
    append_number(text.size());
    append_number(json_chunk);
    const auto* letters = reinterpret_cast<const std::byte*>(text.data());
    file.insert(file.end(), letters, letters + text.size());
    if (!buffer_.empty()) {
      append_number(buffer_.size());
      append_number(binary_chunk);
      file.insert(file.end(), buffer_.begin(), buffer_.end());
    }
    return file;
  }

  json document_ = json::object();
  json roots_ = json::array();
  json nodes_ = json::array();
  json meshes_ = json::array();
  json materials_ = json::array();
  json accessors_ = json::array();
  json buffer_views_ = json::array();
  std::map<std::string, std::size_t> material_numbers_;
  std::map<std::string, std::size_t> mesh_numbers_;
  /// Everything in it is a multiple of four bytes long.
  std::vector<std::byte> buffer_;
};

} // namespace

std::vector<std::byte> encode_glb(const stage& setting, const scene& moving) {
  glb_builder builder;
  for (const auto& part : stage_parts(setting))
    builder.add_part(part);
  for (const auto& object : moving.objects)
    builder.add(object);
  for (const auto& player : moving.players)
    builder.add(player);
  builder.add_sun(setting.lighting);
  return builder.finish();
}

} // namespace troupe
