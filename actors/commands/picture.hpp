#pragma once

#include "core/rendering/renderer.hpp"
#include "core/simulation/state.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

namespace troupe {

/// The options by which every command that draws worlds for people is told how.
struct picture_options {
  std::string view = "first";
  /// From 1, as people count.
  std::size_t player = 1;
  std::string renderer = "filament";
  std::string size = "1280x720";

  /// The size that is meant. Throws `user_error` if it is none for a picture.
  [[nodiscard]] grid_size pixels() const;
};

/// Adds --view, --player, --renderer and --size to a command.
void add_picture_options(CLI::App& command, picture_options& options);

/// Draws one world again and again as it changes, as the options say.
class world_camera {
public:
  /// Throws `user_error` if the options cannot be met.
  world_camera(const picture_options& options, const world& w);

  /// Draws into the first `height` rows of a picture.
  void take(const simulation_state& state, image& picture, int height);

private:
  [[nodiscard]] camera camera_for(const simulation_state& state, double aspect) const;

  picture_options options_;
  world world_;
  stage stage_;
  std::unique_ptr<renderer> renderer_;
};

/// Draws one moment of a world into a PNG file, as the options say.
void draw_picture(const picture_options& options, const world& w, const simulation_state& state,
                  const std::filesystem::path& png);

} // namespace troupe
