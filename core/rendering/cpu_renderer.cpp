#include "core/rendering/cpu_renderer.hpp"

#include "core/rendering/cpu/light.hpp"
#include "core/rendering/cpu/preparation.hpp"
#include "core/support/error.hpp"

#include <string>

namespace troupe {

namespace {

class cpu_renderer final : public renderer {
public:
  explicit cpu_renderer(instruction_set use)
      : draw_frame_(use == instruction_set::avx2 ? cpu::draw_frame_avx2
                                                 : cpu::draw_frame_baseline) {}

  void set_stage(const stage& setting) override {
    stage_ = cpu::prepare(setting);
    lighting_ = setting.lighting;
  }

  void draw(const scene& moving, const camera& from, picture_target target,
            drawing_style style) override {
    check(target);
    cpu::frame f;
    f.view = cpu::projection_of(from, target.width, target.height);
    cpu::prepare(moving, lighting_, from, f.view, moving_);
    prepare_workspace(target);
    f.stage = &stage_;
    f.moving = &moving_;
    f.air.horizon = cpu::channels_of(horizon_paint);
    f.air.zenith = cpu::channels_of(zenith_paint);
    f.style = style;
    f.work = &work_;
    f.bytes = target.bytes.data();
    draw_frame_(f);
  }

private:
  void prepare_workspace(const picture_target& target) {
    auto width = static_cast<std::size_t>(target.width);
    auto pixels = width * static_cast<std::size_t>(target.height) + cpu::padding;
    work_.nearness.resize(pixels);
    work_.shown.resize(pixels);
    work_.projected.resize(1 + stage_.polygons.size() + moving_.polygons.size());
    work_.row_colours.resize(width + cpu::padding);
    work_.row_light.resize(width + cpu::padding);
  }

  void (*draw_frame_)(const cpu::frame&);
  cpu::stage_faces stage_;
  world_lighting lighting_;
  cpu::moving_parts moving_;
  cpu::workspace work_;
};

} // namespace

instruction_set best_instruction_set() {
  return __builtin_cpu_supports("avx2") != 0 ? instruction_set::avx2 : instruction_set::baseline;
}

std::unique_ptr<renderer> make_cpu_renderer(instruction_set use) {
  return std::make_unique<cpu_renderer>(use);
}

} // namespace troupe
