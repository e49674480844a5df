#pragma once

#include "core/support/image.hpp"

#include <span>
#include <string>
#include <vector>

namespace troupe {

/// A few words of one colour.
struct caption_piece {
  std::string text;
  rgb colour{255, 255, 255};
};

/// Is broken between pieces where it is too long for a picture.
using caption_line = std::vector<caption_piece>;

/// How many rows of pixels a caption needs along the lower edge of a picture of the given size.
int caption_height(int width, int height, std::span<const caption_line> lines);

/// Writes lines on a translucent panel along the lower edge of a picture.
void draw_caption(image& picture, std::span<const caption_line> lines);

} // namespace troupe
