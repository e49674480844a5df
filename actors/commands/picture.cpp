#include "actors/commands/picture.hpp"

#include "actors/commands/command_line.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/rendering/filament_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/support/error.hpp"
#include "core/support/png.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace troupe {

namespace {

std::unique_ptr<renderer> make_renderer(const std::string& name) {
  if (name == "cpu")
    return make_cpu_renderer();
  try {
    return make_filament_renderer();
  } catch (const user_error& problem) {
    throw user_error(std::string{problem.what()} + "; or draw with --renderer cpu");
  }
}

} // namespace

void add_picture_options(CLI::App& command, picture_options& options) {
  command
      .add_option("--view", options.view,
                  "From where: a player's eyes, behind it, above the world, beside the world")
      ->capture_default_str()
      ->check(CLI::IsMember({"first", "third", "top", "orbit"}));
  command.add_option("--player", options.player, "Whose view, from 1")->capture_default_str();
  command
      .add_option("--renderer", options.renderer,
                  "filament for people, slow without a GPU; cpu as agents see it")
      ->capture_default_str()
      ->check(CLI::IsMember({"filament", "cpu"}));
  command.add_option("--size", options.size, "Columns and rows of pixels")
      ->capture_default_str()
      ->type_name("WxH");
}

grid_size picture_options::pixels() const {
  constexpr int most = 8192;
  auto asked = parse_size(size);
  if (asked.width < 1 || asked.height < 1 || asked.width > most || asked.height > most)
    throw user_error(fmt::format("--size {}: from 1x1 to {}x{}", size, most, most));
  return asked;
}

world_camera::world_camera(const picture_options& options, const world& w)
    : options_(options), world_(w), stage_(make_stage(w)) {
  auto through_a_player = options.view == "first" || options.view == "third";
  if (through_a_player && (options.player < 1 || options.player > w.players.size()))
    throw user_error(fmt::format("--player {}: the world has {} of them; --view top and orbit "
                                 "need none",
                                 options.player, w.players.size()));
  renderer_ = make_renderer(options.renderer);
  renderer_->set_stage(stage_);
}

camera world_camera::camera_for(const simulation_state& state, double aspect) const {
  if (options_.view == "first")
    return first_person_view(state, options_.player - 1);
  if (options_.view == "third")
    return third_person_view(world_, state, options_.player - 1);
  if (options_.view == "top")
    return top_view(stage_, aspect);
  constexpr double south_east = -1.0;
  return orbit_view(stage_, south_east, aspect);
}

void world_camera::take(const simulation_state& state, image& picture, int height) {
  auto sees = options_.view != "first" || state.players[options_.player - 1].present;
  if (!sees) {
    std::fill(picture.pixels.begin(), picture.pixels.end(), rgb{});
    return;
  }
  auto target = target_of(picture);
  target.height = height;
  target.bytes = target.bytes.first(image::channels * static_cast<std::size_t>(target.width)
                                    * static_cast<std::size_t>(height));
  auto aspect = static_cast<double>(target.width) / height;
  renderer_->draw(scene_of(world_, state), camera_for(state, aspect), target);
}

void draw_picture(const picture_options& options, const world& w, const simulation_state& state,
                  const std::filesystem::path& png) {
  auto [width, height] = options.pixels();
  image picture{width, height, {}};
  world_camera{options, w}.take(state, picture, height);
  write_png(picture, png);
}

} // namespace troupe
