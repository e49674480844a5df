#pragma once

#include "core/support/image.hpp"

#include <sys/types.h>

#include <filesystem>

namespace troupe {

/// Writes an MP4 file picture by picture, with the program ffmpeg.
///
/// The file appears when it is finished; one that is not leaves nothing behind. Owned by one
/// thread.
class video_writer {
public:
  /// Throws `user_error` if the file does not end in .mp4 or ffmpeg cannot be started.
  video_writer(std::filesystem::path file, int width, int height, double pictures_per_second);
  ~video_writer();
  video_writer(const video_writer&) = delete;
  video_writer& operator=(const video_writer&) = delete;

  /// Adds a picture of the video's size. Throws `user_error` with what ffmpeg said if it has given
  /// up.
  void add(const image& picture);

  /// Throws `user_error` with what ffmpeg said if the video could not be written.
  void finish();

private:
  /// Ends ffmpeg's input and waits for it; whether it did its work.
  bool close();

  std::filesystem::path file_;
  std::filesystem::path unfinished_;
  int width_;
  int height_;
  ::pid_t ffmpeg_ = -1;
  int input_ = -1;
  /// Where ffmpeg's error messages go.
  int messages_ = -1;
};

} // namespace troupe
