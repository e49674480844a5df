#include "core/rendering/filament/geometry.hpp"

#include "core/rendering/stage_parts.hpp"

#include <math/mat3.h>
#include <math/quat.h>
#include <math/vec2.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace troupe {

namespace {

using filament::math::float2;
using filament::math::float3;
using filament::math::mat3f;
using filament::math::quatf;

struct vertex {
  float3 position;
  /// The directions in which texture coordinates grow, and the normal.
  quatf frame;
  float2 texture;
};

struct triangle_list {
  std::vector<vertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// Hands the values over to the engine, which frees them when it has copied them.
template <class Value>
filament::backend::BufferDescriptor buffer_of(std::vector<Value> values) {
  auto* kept = new std::vector<Value>(std::move(values));
  return {kept->data(), kept->size() * sizeof(Value),
          [](void*, std::size_t, void* user) { delete static_cast<std::vector<Value>*>(user); },
          kept};
}

filament::Box bounds_of(const std::vector<vertex>& vertices) {
  auto low = vertices.front().position;
  auto high = low;
  for (const auto& v : vertices) {
    low = min(low, v.position);
    high = max(high, v.position);
  }
  return filament::Box().set(low, high);
}

uploaded_mesh upload(graphics_engine& engine, triangle_list triangles) {
  using filament::IndexBuffer;
  using filament::VertexAttribute;
  using filament::VertexBuffer;
  using type = VertexBuffer::AttributeType;
  uploaded_mesh result;
  result.bounds = bounds_of(triangles.vertices);
  result.vertices =
      engine.own(VertexBuffer::Builder()
                     .bufferCount(1)
                     .vertexCount(static_cast<std::uint32_t>(triangles.vertices.size()))
                     .attribute(VertexAttribute::POSITION, 0, type::FLOAT3,
                                offsetof(vertex, position), sizeof(vertex))
                     .attribute(VertexAttribute::TANGENTS, 0, type::FLOAT4, offsetof(vertex, frame),
                                sizeof(vertex))
                     .attribute(VertexAttribute::UV0, 0, type::FLOAT2, offsetof(vertex, texture),
                                sizeof(vertex))
                     .build(*engine));
  result.indices = engine.own(IndexBuffer::Builder()
                                  .indexCount(static_cast<std::uint32_t>(triangles.indices.size()))
                                  .bufferType(IndexBuffer::IndexType::UINT)
                                  .build(*engine));
  result.vertices->setBufferAt(*engine, 0, buffer_of(std::move(triangles.vertices)));
  result.indices->setBuffer(*engine, buffer_of(std::move(triangles.indices)));
  return result;
}

quatf frame_of(vector3 along, vector3 normal) {
  auto n = to_float3(normal);
  auto t = to_float3(normalised(along - dot(along, normal) * normal));
  return mat3f::packTangentFrame(mat3f{t, cross(n, t), n});
}

/// Any direction that is not that of the normal.
vector3 some_direction_along(vector3 normal) {
  return std::abs(normal.z) < 0.9 ? vector3{0, 0, 1} : vector3{1, 0, 0};
}

void add_face(triangle_list& into, const surface& face) {
  auto normal =
      normalised(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]));
  auto upright = face.kind != surface_kind::floor && std::abs(normal.z) < 0.5;
  auto along = upright ? normalised(cross({0, 0, 1}, normal)) : vector3{1, 0, 0};
  auto across = upright ? vector3{0, 0, 1} : vector3{0, 1, 0};
  auto frame = frame_of(along, normal);
  auto first = static_cast<std::uint32_t>(into.vertices.size());
  for (std::uint32_t i = 0; i < face.corner_count; ++i) {
    auto corner = face.corners[i];
    into.vertices.push_back(
        {to_float3(corner), frame,
         float2{static_cast<float>(dot(corner, along)), static_cast<float>(dot(corner, across))}});
    if (i >= 2)
      into.indices.insert(into.indices.end(), {first, first + i - 1, first + i});
  }
}

} // namespace

uploaded_mesh upload(graphics_engine& engine, const mesh& shape) {
  triangle_list triangles;
  for (std::size_t i = 0; i < shape.positions.size(); ++i) {
    auto normal = shape.normals[i];
    triangles.vertices.push_back(
        {to_float3(shape.positions[i]), frame_of(some_direction_along(normal), normal), float2{}});
  }
  for (const auto& triangle : shape.triangles)
    triangles.indices.insert(triangles.indices.end(), triangle.begin(), triangle.end());
  return upload(engine, std::move(triangles));
}

uploaded_mesh upload(graphics_engine& engine, const std::vector<surface>& faces) {
  triangle_list triangles;
  for (const auto& face : faces)
    add_face(triangles, face);
  return upload(engine, std::move(triangles));
}

} // namespace troupe
