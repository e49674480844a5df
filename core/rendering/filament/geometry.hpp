#pragma once

#include "core/rendering/filament/engine.hpp"
#include "core/rendering/mesh.hpp"
#include "core/rendering/scene.hpp"

#include <filament/Box.h>
#include <filament/IndexBuffer.h>
#include <filament/VertexBuffer.h>
#include <math/vec3.h>

#include <vector>

namespace troupe {

inline filament::math::float3 to_float3(vector3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Triangles where they can be drawn.
struct uploaded_mesh {
  engine_owned<filament::VertexBuffer> vertices;
  engine_owned<filament::IndexBuffer> indices;
  filament::Box bounds;
};

uploaded_mesh upload(graphics_engine& engine, const mesh& shape);

/// Faces of a stage as one mesh, with metres along the faces as texture coordinates.
uploaded_mesh upload(graphics_engine& engine, const std::vector<surface>& faces);

} // namespace troupe
