#pragma once

#include "core/rendering/filament/engine.hpp"
#include "core/rendering/scene.hpp"

#include <filament/IndirectLight.h>
#include <filament/Scene.h>
#include <filament/Skybox.h>
#include <filament/Texture.h>

namespace troupe {

/// The light in a scene: a sun that casts shadows, and a sky that brightens them.
///
/// Sun and sky are to each other as `lamp_light` and `ambient_light`, but for a brighter sky.
class daylight {
public:
  daylight(graphics_engine& engine, filament::Scene& lit);
  ~daylight();
  daylight(const daylight&) = delete;
  daylight& operator=(const daylight&) = delete;

  void set(const world_lighting& lighting);

  /// Fits shadows to a picture of so many columns from a camera that draws what is farther away
  /// than `near_plane`, and sees something between `nearest` and `farthest`. All in metres.
  void set_shadows(int columns, double near_plane, double nearest, double farthest);

private:
  void set_sun(const world_lighting& lighting);
  void set_sky(const world_lighting& lighting);

  graphics_engine& engine_;
  filament::Scene& lit_;
  engine_entity sun_;
  engine_owned<filament::Texture> sky_;
  engine_owned<filament::Skybox> background_;
  engine_owned<filament::IndirectLight> ambient_;
};

} // namespace troupe
