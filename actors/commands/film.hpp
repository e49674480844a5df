#pragma once

#include "actors/commands/picture.hpp"
#include "core/rendering/caption.hpp"
#include "core/rendering/video.hpp"
#include "core/simulation/episode.hpp"

#include <filesystem>
#include <vector>

namespace troupe {

/// A video of an episode in real time: every physics step is a picture, with the players' goals,
/// the truth of their predicates and their rewards written below it where there is room.
class film {
public:
  /// Throws `user_error` if the options cannot be met or a video cannot be written.
  film(const picture_options& options, const std::filesystem::path& file, const episode& shown);

  /// Takes a picture of a moment between two environment steps.
  void add(const simulation_state& moment);

  /// From now on, captions tell how the episode stands now.
  void update_captions(const episode& shown);

  /// Throws `user_error` if the video could not be written.
  void finish() { video_.finish(); }

private:
  film(const picture_options& options, const std::filesystem::path& file, const episode& shown,
       grid_size size);

  world_camera camera_;
  video_writer video_;
  std::vector<caption_line> captions_;
  image picture_;
  /// The rows that show the world; captions are below.
  int view_height_;
};

} // namespace troupe
