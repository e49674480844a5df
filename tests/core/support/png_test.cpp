#include "core/support/error.hpp"
#include "core/support/png.hpp"

#include <boost/test/unit_test.hpp>
#include <png.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

using namespace troupe;

namespace {

image chequered() {
  image picture(5, 3, {10, 20, 30});
  picture.at(4, 0) = {255, 0, 1};
  picture.at(0, 2) = {0, 254, 2};
  return picture;
}

image decode(const std::vector<std::byte>& bytes) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  BOOST_REQUIRE(png_image_begin_read_from_memory(&header, bytes.data(), bytes.size()) != 0);
  header.format = PNG_FORMAT_RGB;
  image picture(static_cast<int>(header.width), static_cast<int>(header.height), {});
  BOOST_REQUIRE(png_image_finish_read(&header, nullptr, picture.pixels.data(), 0, nullptr) != 0);
  return picture;
}

} // namespace

BOOST_AUTO_TEST_SUITE(png_test)

BOOST_AUTO_TEST_CASE(a_picture_survives_encoding) {
  BOOST_TEST((decode(encode_png(chequered())) == chequered()));
}

BOOST_AUTO_TEST_CASE(a_file_holds_what_was_encoded) {
  auto file = std::filesystem::temp_directory_path() / "troupe_png_test.png";
  write_png(chequered(), file);
  std::ifstream in(file, std::ios::binary);
  std::vector<char> read{std::istreambuf_iterator<char>(in), {}};
  auto expected = encode_png(chequered());
  BOOST_TEST(read.size() == expected.size());
  BOOST_TEST(std::equal(read.begin(), read.end(), expected.begin(),
                        [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }));
  std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(a_folder_that_does_not_exist_is_a_users_error) {
  BOOST_CHECK_THROW(write_png(chequered(), "/nowhere/at/all.png"), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
