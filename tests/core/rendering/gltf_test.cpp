#include "core/rendering/gltf.hpp"
#include "core/rendering/stage_parts.hpp"
#include "core/world/generation.hpp"
#include "tests/core/world/small_world.hpp"
#include "tests/fixtures/views.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

using namespace troupe;
using nlohmann::json;

namespace {

constexpr std::size_t header_size = 12;
constexpr std::size_t chunk_header_size = 8;

std::uint32_t number_at(const std::vector<std::byte>& file, std::size_t offset) {
  std::uint32_t number = 0;
  std::memcpy(&number, file.data() + offset, sizeof number);
  return number;
}

/// A file taken apart.
struct parsed_glb {
  explicit parsed_glb(const std::vector<std::byte>& file) {
    auto text_size = number_at(file, header_size);
    const auto* text = reinterpret_cast<const char*>(file.data()) + header_size + chunk_header_size;
    document = json::parse(text, text + text_size);
    auto binary = header_size + 2 * chunk_header_size + text_size;
    if (binary < file.size())
      buffer.assign(file.begin() + static_cast<std::ptrdiff_t>(binary), file.end());
  }

  /// The values that an accessor names, as vectors.
  template <class Value>
  [[nodiscard]] std::vector<Value> values(const json& accessor) const {
    const auto& view = document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    std::vector<Value> result(accessor["count"].get<std::size_t>());
    auto offset = view["byteOffset"].get<std::size_t>();
    BOOST_REQUIRE(view["byteLength"].get<std::size_t>() == result.size() * sizeof(Value));
    BOOST_REQUIRE(offset % 4 == 0);
    BOOST_REQUIRE(offset + result.size() * sizeof(Value) <= buffer.size());
    std::memcpy(result.data(), buffer.data() + offset, result.size() * sizeof(Value));
    return result;
  }

  json document;
  std::vector<std::byte> buffer;
};

using float3 = std::array<float, 3>;

struct example {
  explicit example(std::uint64_t seed) {
    auto parameters = evaluation_world_parameters();
    parameters.players = {3, 3};
    auto w = generate_world(parameters, seed);
    setting = make_stage(w);
    moving = initial_scene(w);
  }

  stage setting;
  scene moving;
};

json node_called(const parsed_glb& file, const std::string& name) {
  for (const auto& node : file.document["nodes"])
    if (node["name"] == name)
      return node;
  BOOST_FAIL("no node is called " + name);
  return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(gltf_test)

BOOST_AUTO_TEST_CASE(header_and_chunks_have_the_right_kinds_and_lengths) {
  example world(1);
  auto file = encode_glb(world.setting, world.moving);
  BOOST_TEST(std::memcmp(file.data(), "glTF", 4) == 0);
  BOOST_TEST(number_at(file, 4) == 2u);
  BOOST_TEST(number_at(file, 8) == file.size());
  auto text_size = number_at(file, header_size);
  BOOST_TEST(text_size % 4 == 0u);
  BOOST_TEST(std::memcmp(file.data() + header_size + 4, "JSON", 4) == 0);
  auto binary = header_size + chunk_header_size + text_size;
  auto binary_size = number_at(file, binary);
  BOOST_TEST(binary_size % 4 == 0u);
  BOOST_TEST(std::memcmp(file.data() + binary + 4, "BIN\0", 4) == 0);
  BOOST_TEST(binary + chunk_header_size + binary_size == file.size());
  BOOST_TEST(parsed_glb(file).document["buffers"][0]["byteLength"] == binary_size);
}

BOOST_AUTO_TEST_CASE(the_scene_has_a_node_for_every_part_object_and_player_and_the_sun) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    example world(seed);
    parsed_glb file(encode_glb(world.setting, world.moving));
    auto parts = stage_parts(world.setting).size();
    BOOST_TEST(file.document["scenes"][0]["nodes"].size()
               == parts + world.moving.objects.size() + world.moving.players.size() + 1);
  }
}

BOOST_AUTO_TEST_CASE(vertices_lie_within_their_bounds_and_touch_them) {
  example world(2);
  parsed_glb file(encode_glb(world.setting, world.moving));
  for (const auto& accessor : file.document["accessors"]) {
    if (accessor["type"] != "VEC3")
      continue;
    auto values = file.values<float3>(accessor);
    for (std::size_t i = 0; i < 3; ++i) {
      auto [low, high] = std::minmax_element(
          values.begin(), values.end(), [&](const auto& a, const auto& b) { return a[i] < b[i]; });
      BOOST_TEST(accessor["min"][i].get<float>() == (*low)[i]);
      BOOST_TEST(accessor["max"][i].get<float>() == (*high)[i]);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_triangle_uses_vertices_that_exist_and_faces_as_its_normals_do) {
  example world(3);
  parsed_glb file(encode_glb(world.setting, world.moving));
  const auto& accessors = file.document["accessors"];
  for (const auto& mesh : file.document["meshes"]) {
    const auto& primitive = mesh["primitives"][0];
    auto accessor = [&](const json& number) { return accessors[number.get<std::size_t>()]; };
    auto positions = file.values<float3>(accessor(primitive["attributes"]["POSITION"]));
    auto normals = file.values<float3>(accessor(primitive["attributes"]["NORMAL"]));
    auto indices = file.values<std::uint32_t>(accessor(primitive["indices"]));
    BOOST_REQUIRE(indices.size() % 3 == 0);
    BOOST_REQUIRE(positions.size() == normals.size());
    BOOST_REQUIRE(*std::max_element(indices.begin(), indices.end()) < positions.size());
    auto vector_at = [](const std::vector<float3>& values, std::uint32_t i) {
      return vector3{values[i][0], values[i][1], values[i][2]};
    };
    bool alike = true;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      auto a = vector_at(positions, indices[i]);
      auto b = vector_at(positions, indices[i + 1]);
      auto c = vector_at(positions, indices[i + 2]);
      alike &= dot(cross(b - a, c - a), vector_at(normals, indices[i])) > 0;
    }
    BOOST_TEST(alike);
  }
}

BOOST_AUTO_TEST_CASE(what_is_up_in_the_world_is_up_in_the_file) {
  auto w = small_world();
  auto setting = make_stage(w);
  auto moving = initial_scene(w);
  moving.objects[0].position = {1, 2, 3};
  moving.objects[0].size = 0.5;
  // A quarter turn about the vertical.
  moving.objects[0].orientation = {0.6, 0, 0, 0.8};
  parsed_glb file(encode_glb(setting, moving));
  auto cube = node_called(file, "black cube");
  BOOST_TEST((cube["translation"].get<std::vector<double>>() == std::vector<double>{1, 3, -2}));
  BOOST_TEST((cube["rotation"].get<std::vector<double>>() == std::vector<double>{0, 0.8, 0, 0.6}));
  BOOST_TEST((cube["scale"].get<std::vector<double>>() == std::vector<double>{0.5, 0.5, 0.5}));
  auto floor = node_called(file, "brown floor");
  auto mesh = file.document["meshes"][floor["mesh"].get<std::size_t>()];
  auto number = mesh["primitives"][0]["attributes"]["POSITION"].get<std::size_t>();
  const auto& bounds = file.document["accessors"][number];
  BOOST_TEST(bounds["min"][1] == 0);
  BOOST_TEST(bounds["min"][2] == -6);
  BOOST_TEST(bounds["max"][0] == 9);
}

BOOST_AUTO_TEST_CASE(the_sun_shines_where_the_lamp_does) {
  for (auto direction : {vector3{0, 0, -1}, vector3{0, 0, 1}, vector3{1, 0, 0}, vector3{0, 1, 0},
                         vector3{0, -1, 0}, vector3{0.48, 0.64, -0.6}}) {
    stage setting;
    setting.lighting.direction = direction;
    parsed_glb file(encode_glb(setting, {}));
    auto turn = node_called(file, "sun")["rotation"].get<std::vector<double>>();
    auto shines = rotated({turn[3], turn[0], turn[1], turn[2]}, {0, 0, -1});
    BOOST_TEST(length(shines - vector3{direction.x, direction.z, -direction.y}) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(alike_objects_share_their_mesh_and_frozen_ones_look_otherwise) {
  scene moving;
  moving.objects.resize(4);
  moving.objects[2].colour = object_colour::yellow;
  moving.objects[3].frozen = true;
  parsed_glb file(encode_glb({}, moving));
  const auto& nodes = file.document["nodes"];
  BOOST_TEST(nodes[0]["mesh"] == nodes[1]["mesh"]);
  BOOST_TEST(nodes[0]["mesh"] != nodes[2]["mesh"]);
  BOOST_TEST(nodes[0]["mesh"] != nodes[3]["mesh"]);
  BOOST_TEST(file.document["materials"].size() == 3u);
}

BOOST_AUTO_TEST_CASE(an_empty_world_is_a_file_without_meshes) {
  parsed_glb file(encode_glb({}, {}));
  BOOST_TEST(file.buffer.empty());
  BOOST_TEST(file.document.contains("nodes"));
  for (const auto* list : {"meshes", "accessors", "buffers", "bufferViews", "materials"})
    BOOST_TEST(!file.document.contains(list));
}

BOOST_AUTO_TEST_SUITE_END()
