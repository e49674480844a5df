#include "core/rendering/caption.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

constexpr rgb sky{90, 140, 220};

/// The first row that a caption changed.
int top_of_caption(const image& picture) {
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column)
      if (picture.at(column, row) != sky)
        return row;
  return picture.height;
}

bool has_colour(const image& picture, rgb colour) {
  return std::find(picture.pixels.begin(), picture.pixels.end(), colour) != picture.pixels.end();
}

image captioned(const std::vector<caption_line>& lines) {
  image picture{640, 360, sky};
  draw_caption(picture, lines);
  return picture;
}

} // namespace

BOOST_AUTO_TEST_SUITE(caption_test)

BOOST_AUTO_TEST_CASE(no_lines_leave_a_picture_as_it_is) {
  BOOST_TEST((captioned({}) == image{640, 360, sky}));
  image nothing;
  draw_caption(nothing, std::vector<caption_line>{{{"text", {}}}});
  BOOST_TEST(nothing.pixels.empty());
}

BOOST_AUTO_TEST_CASE(words_have_their_colours_and_leave_the_upper_part_free) {
  constexpr rgb green{10, 250, 20};
  constexpr rgb red{250, 20, 10};
  auto picture = captioned({{{"MMM", green}, {"MMM", red}}});
  BOOST_TEST(has_colour(picture, green));
  BOOST_TEST(has_colour(picture, red));
  BOOST_TEST(top_of_caption(picture) > picture.height * 3 / 4);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_too_long_is_broken) {
  caption_piece words{"many words that need room", {255, 255, 255}};
  auto short_line = captioned({{words}});
  auto long_line = captioned({caption_line(6, words)});
  BOOST_TEST(top_of_caption(long_line) < top_of_caption(short_line));
}

BOOST_AUTO_TEST_CASE(a_tiny_picture_can_have_a_caption) {
  image picture{3, 2, sky};
  draw_caption(picture, std::vector<caption_line>{{{"text", {255, 255, 255}}}});
  BOOST_TEST(picture.pixels.size() == 6u);
}

BOOST_AUTO_TEST_SUITE_END()
