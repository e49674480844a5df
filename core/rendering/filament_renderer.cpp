#include "core/rendering/filament_renderer.hpp"

#include "core/rendering/filament/engine.hpp"
#include "core/rendering/filament/lighting.hpp"
#include "core/rendering/filament/materials.hpp"
#include "core/rendering/filament/models.hpp"
#include "core/support/error.hpp"
#include "core/world/terrain.hpp"

#include <filament/Camera.h>
#include <filament/ColorGrading.h>
#include <filament/Renderer.h>
#include <filament/Scene.h>
#include <filament/SwapChain.h>
#include <filament/View.h>
#include <filament/Viewport.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

namespace {

/// Nothing nearer than this is drawn, in metres.
constexpr double near_plane = 0.05;

/// Nothing farther than this from the stage is drawn, in metres.
constexpr double room_around_stage = 10;

/// How far the nearest and the farthest point of a box are.
std::pair<double, double> distances_to_box(vector3 from, vector3 low, vector3 high) {
  auto outside = [](double x, double a, double b) { return std::max({a - x, x - b, 0.0}); };
  auto beyond = [](double x, double a, double b) { return std::max(b - x, x - a); };
  return {std::hypot(outside(from.x, low.x, high.x), outside(from.y, low.y, high.y),
                     outside(from.z, low.z, high.z)),
          std::hypot(beyond(from.x, low.x, high.x), beyond(from.y, low.y, high.y),
                     beyond(from.z, low.z, high.z))};
}

/// Settings of a view for people.
void make_beautiful(filament::View& view, filament::ColorGrading* grading) {
  view.setColorGrading(grading);
  view.setSampleCount(4);
  view.setAntiAliasing(filament::View::AntiAliasing::NONE);
  // The same picture each time, and smaller files.
  view.setDithering(filament::View::Dithering::NONE);
  filament::View::AmbientOcclusionOptions occlusion;
  occlusion.enabled = true;
  occlusion.radius = 0.5f;
  // Enough that distant and steep surfaces do not darken themselves in stripes.
  occlusion.bias = 0.005f;
  occlusion.minHorizonAngleRad = 0.15f;
  occlusion.quality = filament::View::QualityLevel::MEDIUM;
  occlusion.upsampling = filament::View::QualityLevel::HIGH;
  view.setAmbientOcclusionOptions(occlusion);
}

/// Settings of a view whose pixels have exactly the colours of the paints.
void make_exact(filament::View& view) {
  view.setPostProcessingEnabled(false);
  view.setShadowingEnabled(false);
}

class filament_renderer final : public renderer {
public:
  filament_renderer()
      : renderer_(engine_.own(engine_->createRenderer())),
        natural_scene_(engine_.own(engine_->createScene())),
        entity_scene_(engine_.own(engine_->createScene())),
        camera_entity_(*engine_),
        camera_(engine_->createCamera(camera_entity_.get())),
        grading_(engine_.own(filament::ColorGrading::Builder()
                                 .toneMapping(filament::ColorGrading::ToneMapping::LINEAR)
                                 .saturation(1.1f)
                                 .build(*engine_))),
        natural_view_(make_view(*natural_scene_)),
        entity_view_(make_view(*entity_scene_)),
        paints_(engine_),
        daylight_(engine_, *natural_scene_),
        moving_(engine_, scenes(), paints_) {
    make_beautiful(*natural_view_, grading_.get());
    make_exact(*entity_view_);
    camera_->setExposure(1);
    set_sky_of_entities();
  }

  void set_stage(const stage& setting) override {
    low_ = setting.low;
    high_ = setting.high + vector3{0, 0, wall_height};
    stage_.reset();
    if (!setting.surfaces.empty())
      stage_.emplace(engine_, scenes(), paints_, setting);
    daylight_.set(setting.lighting);
  }

  void draw(const scene& moving, const camera& from, picture_target target,
            drawing_style style) override {
    check(target);
    resize(target.width, target.height);
    moving_.show(moving, from.hidden_player, style);
    if (stage_)
      stage_->paint(style);
    aim(from);
    render(style == drawing_style::natural ? *natural_view_ : *entity_view_);
    copy_picture(target.bytes);
  }

private:
  scene_pair scenes() { return {*natural_scene_, *entity_scene_}; }

  engine_owned<filament::View> make_view(filament::Scene& shown) {
    auto view = engine_.own(engine_->createView());
    view->setScene(&shown);
    view->setCamera(camera_);
    return view;
  }

  /// Where there is nothing. Pictures for people have a sky there.
  void set_sky_of_entities() {
    auto [r, g, b] = flat_look(entity_colour_of_sky()).light;
    filament::Renderer::ClearOptions options;
    options.clearColor = {r, g, b, 1};
    options.clear = true;
    renderer_->setClearOptions(options);
  }

  void resize(int width, int height) {
    if (swap_chain_ && width_ == width && height_ == height)
      return;
    width_ = width;
    height_ = height;
    auto columns = static_cast<std::uint32_t>(width);
    auto rows = static_cast<std::uint32_t>(height);
    swap_chain_ =
        engine_.own(engine_->createSwapChain(columns, rows, filament::SwapChain::CONFIG_READABLE));
    natural_view_->setViewport({0, 0, columns, rows});
    entity_view_->setViewport({0, 0, columns, rows});
    pixels_.resize(4 * static_cast<std::size_t>(columns) * rows);
  }

  void aim(const camera& from) {
    auto right = near_plane * std::tan(from.field_of_view / 2);
    auto up = right * height_ / width_;
    auto [nearest, farthest] = distances_to_box(from.position, low_, high_);
    farthest += room_around_stage;
    daylight_.set_shadows(width_, near_plane, nearest, farthest);
    camera_->setProjection(filament::Camera::Projection::PERSPECTIVE, -right, right, -up, up,
                           near_plane, farthest);
    using filament::math::float4;
    auto axes = axes_of(from);
    camera_->setModelMatrix({float4{to_float3(axes.right), 0}, float4{to_float3(axes.up), 0},
                             float4{to_float3(-axes.forward), 0},
                             float4{to_float3(from.position), 1}});
  }

  /// Draws into `pixels_`.
  void render(const filament::View& view) {
    using filament::backend::PixelBufferDescriptor;
    using filament::backend::PixelDataFormat;
    using filament::backend::PixelDataType;
    // Its answer is whether to skip this frame for keeping pace with a screen; there is none.
    renderer_->beginFrame(swap_chain_.get());
    renderer_->render(&view);
    renderer_->readPixels(0, 0, static_cast<std::uint32_t>(width_),
                          static_cast<std::uint32_t>(height_),
                          PixelBufferDescriptor(pixels_.data(), pixels_.size(),
                                                PixelDataFormat::RGBA, PixelDataType::UBYTE));
    renderer_->endFrame();
    engine_->flushAndWait();
  }

  void copy_picture(std::span<std::uint8_t> to) const {
    for (std::size_t i = 0, pixel = 0; i < to.size(); i += 3, pixel += 4)
      std::copy_n(pixels_.begin() + static_cast<std::ptrdiff_t>(pixel), 3,
                  to.begin() + static_cast<std::ptrdiff_t>(i));
  }

  // In the order in which Filament wants its parts made, and in reverse destroyed.
  graphics_engine engine_;
  engine_owned<filament::Renderer> renderer_;
  engine_owned<filament::Scene> natural_scene_;
  engine_owned<filament::Scene> entity_scene_;
  engine_entity camera_entity_;
  filament::Camera* camera_;
  engine_owned<filament::ColorGrading> grading_;
  engine_owned<filament::View> natural_view_;
  engine_owned<filament::View> entity_view_;
  engine_owned<filament::SwapChain> swap_chain_;
  paint_box paints_;
  daylight daylight_;
  moving_models moving_;
  std::optional<stage_models> stage_;
  /// The box around everything on the stage.
  vector3 low_;
  vector3 high_;
  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint8_t> pixels_;
};

} // namespace

std::unique_ptr<renderer> make_filament_renderer() {
  return std::make_unique<filament_renderer>();
}

} // namespace troupe
