#pragma once

#include "core/rendering/filament/engine.hpp"
#include "core/rendering/palette.hpp"
#include "core/rendering/renderer.hpp"
#include "core/rendering/scene.hpp"

#include <filament/Material.h>
#include <filament/MaterialInstance.h>

#include <array>
#include <compare>
#include <cstdint>
#include <map>

namespace troupe {

/// What a surface is made of.
enum class substance : std::uint8_t { beam, body, flat, stage };

/// A substance and all that makes it look one way or another. What the substance does not know is
/// ignored.
struct look {
  substance made_of = substance::flat;
  /// Linear.
  std::array<float, 3> light{};
  float roughness = 0;
  float coat = 0;
  float frost = 0;
  /// Panels in metres, and how dark the joints between them are.
  std::array<float, 2> panel{1, 1};
  float joint = 0;

  friend auto operator<=>(const look&, const look&) = default;
};

/// How things look to people.
look look_of(const surface& face, const stage& setting);
look look_of(const scene_object& object);
look look_of(const scene_player& player);
look look_of_visor();
look look_of(const scene_beam& beam);

/// Exactly this colour, without any light.
look flat_look(rgb shown);

/// Makes looks into what the engine draws with.
class paint_box {
public:
  explicit paint_box(graphics_engine& engine);

  engine_owned<filament::MaterialInstance> mix(const look& wanted);

  /// The same, but made once and kept: for looks of which there are few.
  const filament::MaterialInstance* paint(const look& wanted);

private:
  graphics_engine& engine_;
  std::map<substance, engine_owned<filament::Material>> materials_;
  std::map<look, engine_owned<filament::MaterialInstance>> paints_;
};

} // namespace troupe
