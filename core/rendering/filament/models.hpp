#pragma once

#include "core/rendering/filament/engine.hpp"
#include "core/rendering/filament/geometry.hpp"
#include "core/rendering/filament/materials.hpp"
#include "core/rendering/renderer.hpp"
#include "core/rendering/scene.hpp"

#include <filament/Scene.h>
#include <math/mat4.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace troupe {

/// The scenes that show the same things: one for people, and one of flat colours.
struct scene_pair {
  filament::Scene& natural;
  filament::Scene& entities;
};

/// Something that is drawn: a mesh with a place and a paint.
class model {
public:
  model(graphics_engine& engine, scene_pair shown_in, const uploaded_mesh& shape,
        const filament::MaterialInstance* paint, bool casts_shadow);
  ~model();
  model(const model&) = delete;
  model& operator=(const model&) = delete;

  void move(const filament::math::mat4f& place);
  void paint(const filament::MaterialInstance* with);
  void show(bool shown);

private:
  scene_pair shown_in_;
  engine_entity entity_;
};

/// As many models of one mesh as a moment needs; those it does not need stay hidden for the next.
class model_pool {
public:
  model_pool(graphics_engine& engine, scene_pair shown_in, const mesh& shape, bool casts_shadow);

  void begin() { used_ = 0; }
  void add(const filament::math::mat4f& place, const filament::MaterialInstance* paint);
  void end();

private:
  graphics_engine& engine_;
  scene_pair shown_in_;
  uploaded_mesh shape_;
  bool casts_shadow_;
  std::deque<model> models_;
  std::size_t used_ = 0;
};

/// What never moves.
class stage_models {
public:
  stage_models(graphics_engine& engine, scene_pair shown_in, paint_box& paints,
               const stage& setting);

  void paint(drawing_style style);

private:
  struct part {
    part(graphics_engine& engine, scene_pair shown_in, paint_box& paints, const stage& setting,
         const std::vector<surface>& alike);

    uploaded_mesh shape;
    engine_owned<filament::MaterialInstance> natural;
    const filament::MaterialInstance* flat;
    model shown;
  };

  std::deque<part> parts_;
};

/// What moves.
class moving_models {
public:
  moving_models(graphics_engine& engine, scene_pair shown_in, paint_box& paints);

  /// Shows everything that moves but for the player who looks.
  void show(const scene& moving, std::optional<std::uint8_t> hidden_player, drawing_style style);

private:
  template <class Function>
  void for_each_pool(Function function);
  void add(const scene_object& object, std::size_t index, drawing_style style);
  void add(const scene_player& player, drawing_style style);
  void add(const scene_beam& beam, drawing_style style);

  paint_box& paints_;
  std::array<model_pool, words<object_shape>.size()> objects_;
  model_pool bodies_;
  model_pool visors_;
  model_pool hands_;
  model_pool beams_;
};

} // namespace troupe
