#include "core/rendering/filament/materials.hpp"

#include "core/rendering/linear_light.hpp"

#include <span>

namespace troupe {

namespace {

constexpr std::uint8_t beam_package[] = {
#include "core/rendering/materials/beam.inc"
};
constexpr std::uint8_t body_package[] = {
#include "core/rendering/materials/body.inc"
};
constexpr std::uint8_t flat_package[] = {
#include "core/rendering/materials/flat.inc"
};
constexpr std::uint8_t stage_package[] = {
#include "core/rendering/materials/stage.inc"
};

engine_owned<filament::Material> load(graphics_engine& engine,
                                      std::span<const std::uint8_t> package) {
  return engine.own(
      filament::Material::Builder().package(package.data(), package.size()).build(*engine));
}

filament::math::float3 to_float3(std::array<float, 3> values) {
  return {values[0], values[1], values[2]};
}

look body_look(colour shown, float roughness, float coat) {
  look result;
  result.made_of = substance::body;
  result.light = linear_light(shown);
  result.roughness = roughness;
  result.coat = coat;
  return result;
}

} // namespace

look look_of(const surface& face, const stage& setting) {
  look result;
  result.made_of = substance::stage;
  result.light = linear_light(paint_of(face));
  result.roughness = face.kind == surface_kind::floor ? 0.7f : 0.8f;
  if (face.kind == surface_kind::floor) {
    result.panel = {static_cast<float>(setting.tile_size.x),
                    static_cast<float>(setting.tile_size.y)};
    result.joint = 0.45f;
  } else if (face.kind == surface_kind::wall) {
    result.panel = {2, static_cast<float>(setting.tile_size.z)};
    result.joint = 0.35f;
  }
  return result;
}

look look_of(const scene_object& object) {
  // A flat coated face would mirror the sun all over, and be white.
  auto result =
      body_look(paint_of(object.colour), 0.5f, object.shape == object_shape::sphere ? 0.3f : 0);
  result.frost = object.frozen ? 1 : 0;
  return result;
}

look look_of(const scene_player& player) {
  return body_look(paint_of(player.colour), 0.4f, 0.4f);
}

look look_of_visor() {
  return body_look(visor_paint, 0.1f, 1);
}

look look_of(const scene_beam& beam) {
  look result;
  result.made_of = substance::beam;
  result.light = linear_light(beam_paint(beam.colour));
  return result;
}

look flat_look(rgb shown) {
  look result;
  for (std::size_t i = 0; i < shown.size(); ++i)
    result.light[i] = static_cast<float>(shown[i]) / 255;
  return result;
}

paint_box::paint_box(graphics_engine& engine) : engine_(engine) {
  materials_.emplace(substance::beam, load(engine, beam_package));
  materials_.emplace(substance::body, load(engine, body_package));
  materials_.emplace(substance::flat, load(engine, flat_package));
  materials_.emplace(substance::stage, load(engine, stage_package));
}

engine_owned<filament::MaterialInstance> paint_box::mix(const look& wanted) {
  auto paint = engine_.own(materials_.at(wanted.made_of)->createInstance());
  paint->setParameter("colour", to_float3(wanted.light));
  if (wanted.made_of == substance::body) {
    paint->setParameter("roughness", wanted.roughness);
    paint->setParameter("coat", wanted.coat);
    paint->setParameter("ice", to_float3(linear_light(ice_paint)));
    paint->setParameter("frost", wanted.frost);
  }
  if (wanted.made_of == substance::stage) {
    paint->setParameter("roughness", wanted.roughness);
    paint->setParameter("panel", filament::math::float2{wanted.panel[0], wanted.panel[1]});
    paint->setParameter("joint", wanted.joint);
  }
  return paint;
}

const filament::MaterialInstance* paint_box::paint(const look& wanted) {
  auto known = paints_.find(wanted);
  if (known == paints_.end())
    known = paints_.emplace(wanted, mix(wanted)).first;
  return known->second.get();
}

} // namespace troupe
