#pragma once

#include "core/rendering/scene.hpp"

#include <map>
#include <utility>
#include <vector>

namespace troupe {

/// The faces of a stage that look alike, together. Walls have no colour: they are one part.
inline std::vector<std::vector<surface>> stage_parts(const stage& setting) {
  std::map<std::pair<surface_kind, floor_colour>, std::vector<surface>> parts;
  for (const auto& face : setting.surfaces)
    parts[{face.kind, face.kind == surface_kind::wall ? floor_colour{} : face.colour}].push_back(
        face);
  std::vector<std::vector<surface>> result;
  for (auto& [look, faces] : parts)
    result.push_back(std::move(faces));
  return result;
}

/// The direction in which a face is visible.
inline vector3 normal_of(const surface& face) {
  return normalised(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]));
}

} // namespace troupe
