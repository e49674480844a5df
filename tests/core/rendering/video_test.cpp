#include "core/rendering/video.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using namespace troupe;

namespace {

/// What ffprobe, which comes with ffmpeg, counts and measures in a video: width, height, pictures.
std::string measured(const std::filesystem::path& video) {
  auto command = "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
                 "stream=width,height,nb_read_frames -of csv=p=0 "
                 + video.string();
  auto* pipe = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  std::array<char, 200> text{};
  auto count = std::fread(text.data(), 1, text.size(), pipe);
  ::pclose(pipe);
  return {text.data(), count};
}

/// Hides all programs for as long as it lives.
class without_programs {
public:
  without_programs() : path_(std::getenv("PATH")) { ::setenv("PATH", "/nowhere", 1); }
  ~without_programs() { ::setenv("PATH", path_.c_str(), 1); }
  without_programs(const without_programs&) = delete;
  without_programs& operator=(const without_programs&) = delete;

private:
  std::string path_;
};

} // namespace

BOOST_AUTO_TEST_SUITE(video_test)

BOOST_AUTO_TEST_CASE(a_video_has_all_its_pictures_and_even_sides) {
  temporary_folder folder;
  auto file = folder.path() / "out.mp4";
  video_writer video{file, 33, 20, 30};
  for (std::uint8_t i = 0; i < 12; ++i)
    video.add(image{33, 20, {i, 100, 200}});
  BOOST_TEST(!std::filesystem::exists(file));
  video.finish();
  BOOST_TEST(measured(file) == "34,20,12\n");
}

BOOST_AUTO_TEST_CASE(a_video_that_is_not_finished_leaves_nothing) {
  temporary_folder folder;
  {
    video_writer video{folder.path() / "out.mp4", 32, 20, 30};
    video.add(image{32, 20, {}});
  }
  BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_an_error_that_says_why) {
  temporary_folder folder;
  BOOST_CHECK_THROW((video_writer{folder.path() / "out.avi", 32, 20, 30}), user_error);
  video_writer video{folder.path() / "no" / "folder" / "out.mp4", 32, 20, 30};
  BOOST_CHECK_EXCEPTION(for (int i = 0; i < 1000; ++i) video.add(image{32, 20, {}});
                        video.finish(), user_error, [](const user_error& problem) {
                          return std::string{problem.what()}.find("No such file")
                                 != std::string::npos;
                        });
}

BOOST_AUTO_TEST_CASE(a_picture_of_another_size_is_refused) {
  temporary_folder folder;
  video_writer video{folder.path() / "out.mp4", 32, 20, 30};
  BOOST_CHECK_THROW(video.add(image{20, 32, {}}), user_error);
}

BOOST_AUTO_TEST_CASE(without_ffmpeg_one_is_told_to_install_it) {
  temporary_folder folder;
  without_programs hidden;
  BOOST_CHECK_EXCEPTION((video_writer{folder.path() / "out.mp4", 32, 20, 30}), user_error,
                        [](const user_error& problem) {
                          return std::string{problem.what()}.find("apt-get install ffmpeg")
                                 != std::string::npos;
                        });
}

BOOST_AUTO_TEST_SUITE_END()
