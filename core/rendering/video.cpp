#include "core/rendering/video.hpp"

#include "core/support/child_process.hpp"
#include "core/support/error.hpp"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

namespace {

std::vector<std::string> ffmpeg_command(const std::filesystem::path& file, int width, int height,
                                        double pictures_per_second) {
  auto size = std::to_string(width) + "x" + std::to_string(height);
  // H.264 with halved colour resolution plays everywhere and wants even sizes.
  return {"ffmpeg",
          "-hide_banner",
          "-v",
          "error",
          "-y",
          "-f",
          "rawvideo",
          "-pix_fmt",
          "rgb24",
          "-s",
          size,
          "-r",
          std::to_string(pictures_per_second),
          "-i",
          "pipe:0",
          "-vf",
          "pad=ceil(iw/2)*2:ceil(ih/2)*2",
          "-c:v",
          "libx264",
          "-pix_fmt",
          "yuv420p",
          "-crf",
          "18",
          "-movflags",
          "+faststart",
          file.string()};
}

} // namespace

video_writer::video_writer(std::filesystem::path file, int width, int height,
                           double pictures_per_second)
    : file_(std::move(file)), unfinished_(file_), width_(width), height_(height) {
  if (file_.extension() != ".mp4")
    throw user_error(file_.string() + ": a video's name ends in .mp4");
  unfinished_.replace_extension(".unfinished.mp4");
  // A socket instead of a pipe: writing to a dead ffmpeg is an error then, not a signal.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw user_error("a socket for ffmpeg cannot be made: " + std::string{std::strerror(errno)});
  input_ = ends[0];
  messages_ = ::memfd_create("ffmpeg", MFD_CLOEXEC);
  auto [child, problem] =
      start_process(ffmpeg_command(unfinished_, width, height, pictures_per_second), ends[1],
                    messages_, messages_);
  ::close(ends[1]);
  if (problem != 0) {
    ::close(input_);
    ::close(messages_);
    throw user_error("ffmpeg, which writes videos, cannot be started ("
                     + std::string{std::strerror(problem)} + "): apt-get install ffmpeg");
  }
  ffmpeg_ = child;
}

video_writer::~video_writer() {
  if (ffmpeg_ != -1) {
    close();
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
  }
  ::close(messages_);
}

void video_writer::add(const image& picture) {
  if (picture.width != width_ || picture.height != height_)
    throw user_error(file_.string() + ": all pictures of a video must have its size");
  const auto* bytes = reinterpret_cast<const char*>(picture.pixels.data());
  for (std::size_t sent = 0; sent < picture.byte_count();) {
    auto count = ::send(input_, bytes + sent, picture.byte_count() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      finish();
      throw user_error(file_.string() + ": ffmpeg ended too early");
    }
    sent += static_cast<std::size_t>(count);
  }
}

void video_writer::finish() {
  auto worked = close();
  std::error_code problem;
  if (worked)
    std::filesystem::rename(unfinished_, file_, problem);
  else
    std::filesystem::remove(unfinished_, problem);
  if (!worked)
    throw user_error(file_.string() + ": ffmpeg could not write it: " + complaint_in(messages_));
  if (problem)
    throw user_error(file_.string() + ": cannot be written: " + problem.message());
}

bool video_writer::close() {
  ::close(input_);
  input_ = -1;
  return wait_for_success(std::exchange(ffmpeg_, -1));
}

} // namespace troupe
