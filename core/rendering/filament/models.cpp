#include "core/rendering/filament/models.hpp"

#include "core/rendering/avatar.hpp"
#include "core/rendering/mesh.hpp"
#include "core/rendering/stage_parts.hpp"

#include <filament/RenderableManager.h>
#include <filament/TransformManager.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace troupe {

namespace {

using filament::math::float3;
using filament::math::float4;
using filament::math::mat4f;

/// Bands of spheres from pole to pole: smooth in large pictures.
constexpr int sphere_rings = 32;

mat4f place_of(vector3 position, quaternion orientation, vector3 scale) {
  auto column = [&](vector3 axis, double length) {
    return float4{to_float3(length * rotated(orientation, axis)), 0};
  };
  return {column({1, 0, 0}, scale.x), column({0, 1, 0}, scale.y), column({0, 0, 1}, scale.z),
          float4{to_float3(position), 1}};
}

mat4f place_of(vector3 position, quaternion orientation, double scale = 1) {
  return place_of(position, orientation, {scale, scale, scale});
}

/// A tube of radius 1 from the origin to (1, 0, 0).
mesh beam_mesh() {
  constexpr std::uint32_t around = 12;
  mesh result;
  for (std::uint32_t i = 0; i < around; ++i) {
    auto angle = 2 * std::numbers::pi * i / around;
    vector3 outwards{0, std::cos(angle), std::sin(angle)};
    result.positions.insert(result.positions.end(), {outwards, outwards + vector3{1, 0, 0}});
    result.normals.insert(result.normals.end(), {outwards, outwards});
    auto here = 2 * i;
    auto next = 2 * ((i + 1) % around);
    result.triangles.push_back({here, next, here + 1});
    result.triangles.push_back({next, next + 1, here + 1});
  }
  return result;
}

/// The pools of the shapes of objects, in their order.
template <std::size_t... Shape>
std::array<model_pool, sizeof...(Shape)>
pools_of_objects(graphics_engine& engine, scene_pair shown_in, std::index_sequence<Shape...>) {
  return {model_pool(engine, shown_in, object_mesh(static_cast<object_shape>(Shape), sphere_rings),
                     true)...};
}

} // namespace

model::model(graphics_engine& engine, scene_pair shown_in, const uploaded_mesh& shape,
             const filament::MaterialInstance* paint, bool casts_shadow)
    : shown_in_(shown_in), entity_(*engine) {
  engine->getTransformManager().create(entity_.get());
  filament::RenderableManager::Builder(1)
      .geometry(0, filament::RenderableManager::PrimitiveType::TRIANGLES, shape.vertices.get(),
                shape.indices.get())
      .material(0, paint)
      .boundingBox(shape.bounds)
      .castShadows(casts_shadow)
      .receiveShadows(true)
      .build(*engine, entity_.get());
  shown_in_.natural.addEntity(entity_.get());
  shown_in_.entities.addEntity(entity_.get());
}

model::~model() {
  shown_in_.natural.remove(entity_.get());
  shown_in_.entities.remove(entity_.get());
}

void model::move(const mat4f& place) {
  auto& transforms = entity_.engine().getTransformManager();
  transforms.setTransform(transforms.getInstance(entity_.get()), place);
}

void model::paint(const filament::MaterialInstance* with) {
  auto& renderables = entity_.engine().getRenderableManager();
  renderables.setMaterialInstanceAt(renderables.getInstance(entity_.get()), 0, with);
}

void model::show(bool shown) {
  auto& renderables = entity_.engine().getRenderableManager();
  renderables.setLayerMask(renderables.getInstance(entity_.get()), 0xff, shown ? 1 : 0);
}

model_pool::model_pool(graphics_engine& engine, scene_pair shown_in, const mesh& shape,
                       bool casts_shadow)
    : engine_(engine),
      shown_in_(shown_in),
      shape_(upload(engine, shape)),
      casts_shadow_(casts_shadow) {}

void model_pool::add(const mat4f& place, const filament::MaterialInstance* paint) {
  if (used_ == models_.size())
    models_.emplace_back(engine_, shown_in_, shape_, paint, casts_shadow_);
  auto& next = models_[used_++];
  next.move(place);
  next.paint(paint);
  next.show(true);
}

void model_pool::end() {
  for (auto i = used_; i < models_.size(); ++i)
    models_[i].show(false);
}

stage_models::part::part(graphics_engine& engine, scene_pair shown_in, paint_box& paints,
                         const stage& setting, const std::vector<surface>& alike)
    : shape(upload(engine, alike)),
      natural(paints.mix(look_of(alike.front(), setting))),
      flat(paints.paint(flat_look(entity_colour(alike.front())))),
      // Walls would keep the sun from most of the floor.
      shown(engine, shown_in, shape, natural.get(), alike.front().kind != surface_kind::wall) {}

stage_models::stage_models(graphics_engine& engine, scene_pair shown_in, paint_box& paints,
                           const stage& setting) {
  for (const auto& alike : stage_parts(setting))
    parts_.emplace_back(engine, shown_in, paints, setting, alike);
}

void stage_models::paint(drawing_style style) {
  for (auto& part : parts_)
    part.shown.paint(style == drawing_style::natural ? part.natural.get() : part.flat);
}

moving_models::moving_models(graphics_engine& engine, scene_pair shown_in, paint_box& paints)
    : paints_(paints),
      objects_(pools_of_objects(engine, shown_in,
                                std::make_index_sequence<words<object_shape>.size()>())),
      bodies_(engine, shown_in, avatar_body_mesh(sphere_rings), true),
      visors_(engine, shown_in, avatar_visor_mesh(sphere_rings), true),
      hands_(engine, shown_in, avatar_hand_mesh(sphere_rings), true),
      beams_(engine, shown_in, beam_mesh(), false) {}

void moving_models::show(const scene& moving, std::optional<std::uint8_t> hidden_player,
                         drawing_style style) {
  for_each_pool([](model_pool& pool) { pool.begin(); });
  for (std::size_t i = 0; i < moving.objects.size(); ++i)
    add(moving.objects[i], i, style);
  for (const auto& player : moving.players)
    if (player.index != hidden_player)
      add(player, style);
  for (const auto& beam : moving.beams)
    add(beam, style);
  for_each_pool([](model_pool& pool) { pool.end(); });
}

template <class Function>
void moving_models::for_each_pool(Function function) {
  for (auto& pool : objects_)
    function(pool);
  for (auto* pool : {&bodies_, &visors_, &hands_, &beams_})
    function(*pool);
}

void moving_models::add(const scene_object& object, std::size_t index, drawing_style style) {
  auto look =
      style == drawing_style::natural ? look_of(object) : flat_look(entity_colour_of_object(index));
  objects_[static_cast<std::size_t>(object.shape)].add(
      place_of(object.position, object.orientation, object.size), paints_.paint(look));
}

void moving_models::add(const scene_player& player, drawing_style style) {
  auto natural = style == drawing_style::natural;
  auto flat = flat_look(entity_colour_of_player(player.index));
  const auto* body = paints_.paint(natural ? look_of(player) : flat);
  const auto* visor = paints_.paint(natural ? look_of_visor() : flat);
  auto upright = look_rotation(player.heading, 0);
  bodies_.add(place_of(player.position, upright), body);
  hands_.add(place_of(hand_position(player.position, player.heading), upright), body);
  visors_.add(place_of(visor_position(player.position, player.heading, player.pitch),
                       look_rotation(player.heading, player.pitch)),
              visor);
}

void moving_models::add(const scene_beam& beam, drawing_style style) {
  auto way = beam.to - beam.from;
  auto rotation =
      look_rotation(std::atan2(way.y, way.x), std::atan2(way.z, std::hypot(way.x, way.y)));
  auto look = style == drawing_style::natural ? look_of(beam) : flat_look(entity_colour_of_beam());
  beams_.add(place_of(beam.from, rotation, {length(way), beam_radius, beam_radius}),
             paints_.paint(look));
}

} // namespace troupe
