#include "core/rendering/filament/lighting.hpp"

#include "core/rendering/filament/geometry.hpp"
#include "core/rendering/linear_light.hpp"
#include "core/rendering/palette.hpp"

#include <filament/LightManager.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace troupe {

namespace {

using filament::math::float3;

/// Pixels along the edge of each of the sky's six faces.
constexpr int sky_size = 64;

/// Far below the horizon, where pictures from above have nothing else.
constexpr colour haze_paint{0.72, 0.78, 0.84};

float3 light_of(colour shown) {
  auto [r, g, b] = linear_light(shown);
  return {r, g, b};
}

/// What one sees in a direction: pale at the horizon, blue above, haze below.
float3 sky_light(vector3 direction) {
  auto height = normalised(direction).z;
  auto paint = height < 0 ? blend(horizon_paint, haze_paint, std::min(1.0, -2.5 * height))
                          : blend(horizon_paint, zenith_paint, std::pow(height, 0.6));
  return light_of(paint);
}

/// The direction of a pixel of a cube map's face, as OpenGL numbers and turns them.
vector3 cube_map_direction(int face, double right, double down) {
  switch (face) {
  case 0:
    return {1, -down, -right};
  case 1:
    return {-1, -down, right};
  case 2:
    return {right, 1, down};
  case 3:
    return {right, -1, -down};
  case 4:
    return {right, -down, 1};
  default:
    return {-right, -down, -1};
  }
}

std::vector<float3> sky_pixels() {
  std::vector<float3> pixels;
  pixels.reserve(6 * sky_size * sky_size);
  auto position = [](int pixel) { return 2 * (pixel + 0.5) / sky_size - 1; };
  for (int face = 0; face < 6; ++face)
    for (int row = 0; row < sky_size; ++row)
      for (int column = 0; column < sky_size; ++column)
        pixels.push_back(sky_light(cube_map_direction(face, position(column), position(row))));
  return pixels;
}

/// The sky with what rough surfaces reflect of it in the smaller levels.
engine_owned<filament::Texture> make_sky(graphics_engine& engine) {
  using filament::Texture;
  auto levels = static_cast<std::uint8_t>(std::log2(sky_size) + 1);
  auto texture = engine.own(Texture::Builder()
                                .width(sky_size)
                                .height(sky_size)
                                .levels(levels)
                                .sampler(Texture::Sampler::SAMPLER_CUBEMAP)
                                .format(Texture::InternalFormat::R11F_G11F_B10F)
                                .build(*engine));
  auto pixels = sky_pixels();
  Texture::PixelBufferDescriptor buffer(pixels.data(), pixels.size() * sizeof(float3),
                                        Texture::Format::RGB, Texture::Type::FLOAT);
  Texture::PrefilterOptions options;
  options.mirror = false;
  texture->generatePrefilterMipmap(*engine, std::move(buffer),
                                   Texture::FaceOffsets(sky_size * sky_size * sizeof(float3)),
                                   &options);
  return texture;
}

/// By how much a photographer would change the light: bright worlds look brighter than dim ones,
/// but not by as much as they are, so that in all of them orange is not yellow and grey is not
/// black.
float exposure(const world_lighting& lighting) {
  auto total = light_of(ambient_light(lighting) + lamp_light(lighting));
  return 0.86f * std::pow(std::max({total.r, total.g, total.b}), -0.75f);
}

/// Shadows of similar sharpness at all distances: one map for each of a few ranges of them.
filament::LightManager::ShadowOptions shadow_options(int columns, double near_plane, double nearest,
                                                     double farthest) {
  filament::LightManager::ShadowOptions options;
  options.mapSize = columns <= 256 ? 512 : columns <= 640 ? 1024 : 2048;
  options.shadowCascades = 3;
  // Nobody can look at what is so near that the first map would be for it alone.
  auto begin = std::max(nearest, 2.0);
  for (int i = 0; i < 2; ++i) {
    auto end = begin * std::pow(farthest / begin, (i + 1) / 3.0);
    options.cascadeSplitPositions[i] =
        static_cast<float>((end - near_plane) / (farthest - near_plane));
  }
  options.constantBias = 0.002f;
  return options;
}

} // namespace

daylight::daylight(graphics_engine& engine, filament::Scene& lit)
    : engine_(engine), lit_(lit), sun_(*engine), sky_(make_sky(engine)) {
  filament::LightManager::Builder(filament::LightManager::Type::SUN)
      .castShadows(true)
      .build(*engine_, sun_.get());
  background_ =
      engine_.own(filament::Skybox::Builder().environment(sky_.get()).intensity(1).build(*engine_));
  lit_.addEntity(sun_.get());
  lit_.setSkybox(background_.get());
}

daylight::~daylight() {
  lit_.remove(sun_.get());
  lit_.setSkybox(nullptr);
  lit_.setIndirectLight(nullptr);
}

void daylight::set(const world_lighting& lighting) {
  set_sun(lighting);
  set_sky(lighting);
}

void daylight::set_shadows(int columns, double near_plane, double nearest, double farthest) {
  auto& lights = engine_->getLightManager();
  lights.setShadowOptions(lights.getInstance(sun_.get()),
                          shadow_options(columns, near_plane, nearest, farthest));
}

void daylight::set_sun(const world_lighting& lighting) {
  auto ambient = ambient_light(lighting);
  auto light = exposure(lighting) * (light_of(ambient + lamp_light(lighting)) - light_of(ambient));
  auto brightest = std::max({light.r, light.g, light.b, 1e-6f});
  auto& lights = engine_->getLightManager();
  auto sun = lights.getInstance(sun_.get());
  lights.setDirection(sun, to_float3(lighting.direction));
  lights.setColor(sun, light / brightest);
  // A white surface at right angles to this much light is as bright as white gets.
  lights.setIntensity(sun, brightest * std::numbers::pi_v<float>);
}

void daylight::set_sky(const world_lighting& lighting) {
  // Some of it is what the floors reflect.
  constexpr float strength = 1.8f;
  constexpr float share_from_above = 0.1f;
  auto ambient = strength * exposure(lighting) * light_of(ambient_light(lighting));
  const std::array<float3, 4> harmonics{(1 - share_from_above) * ambient, float3{},
                                        share_from_above * ambient, float3{}};
  auto replacement = engine_.own(filament::IndirectLight::Builder()
                                     .reflections(sky_.get())
                                     .irradiance(2, harmonics.data())
                                     .intensity(1)
                                     .build(*engine_));
  lit_.setIndirectLight(replacement.get());
  ambient_ = std::move(replacement);
}

} // namespace troupe
