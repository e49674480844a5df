#include "core/rendering/caption.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

namespace troupe {

namespace {

using surface_owner = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using context_owner = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

/// A piece of text and where it begins.
struct placed_piece {
  const caption_piece* piece;
  double x;
  /// From the top of the caption.
  int row;
};

struct layout {
  std::vector<placed_piece> pieces;
  int rows = 0;
};

double width_of(cairo_t* context, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  return extents.x_advance;
}

/// Breaks lines so that all of them fit between `left` and `right`.
layout lay_out(cairo_t* context, std::span<const caption_line> lines, double left, double right) {
  layout result;
  for (const auto& line : lines) {
    auto x = left;
    for (const auto& piece : line) {
      auto width = width_of(context, piece.text);
      if (x > left && x + width > right) {
        ++result.rows;
        x = 2 * left;
      }
      result.pieces.push_back({&piece, x, result.rows});
      x += width;
    }
    ++result.rows;
  }
  return result;
}

/// How large letters are, and what follows from it. All in pixels.
struct type_size {
  double letters = 0;

  [[nodiscard]] double margin() const { return letters; }
  [[nodiscard]] double row_height() const { return 1.4 * letters; }
  [[nodiscard]] int panel_height(const layout& text) const {
    return static_cast<int>(std::ceil(1.5 * margin() + text.rows * row_height()));
  }
};

/// Letters that can be read in a picture of the given height.
type_size choose_type(cairo_t* context, int picture_height) {
  type_size type{std::clamp(picture_height / 36.0, 7.0, 40.0)};
  cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
  cairo_set_font_size(context, type.letters);
  return type;
}

/// Cairo's pixels are blue, green, red and an unused byte.
constexpr int cairo_channels = 4;

surface_owner surface_of(const image& picture) {
  surface_owner surface{
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.width, picture.height),
      &cairo_surface_destroy};
  auto* bytes = cairo_image_surface_get_data(surface.get());
  auto stride = cairo_image_surface_get_stride(surface.get());
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column) {
      auto [red, green, blue] = picture.at(column, row);
      auto* pixel = bytes + row * stride + column * cairo_channels;
      pixel[0] = blue;
      pixel[1] = green;
      pixel[2] = red;
    }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

void copy_back(cairo_surface_t* surface, image& picture) {
  cairo_surface_flush(surface);
  const auto* bytes = cairo_image_surface_get_data(surface);
  auto stride = cairo_image_surface_get_stride(surface);
  for (int row = 0; row < picture.height; ++row)
    for (int column = 0; column < picture.width; ++column) {
      const auto* pixel = bytes + row * stride + column * cairo_channels;
      picture.at(column, row) = {pixel[2], pixel[1], pixel[0]};
    }
}

} // namespace

int caption_height(int width, int height, std::span<const caption_line> lines) {
  if (lines.empty())
    return 0;
  auto surface = surface_of(image{1, 1, {}});
  context_owner context{cairo_create(surface.get()), &cairo_destroy};
  auto type = choose_type(context.get(), height);
  return type.panel_height(lay_out(context.get(), lines, type.margin(), width - type.margin()));
}

void draw_caption(image& picture, std::span<const caption_line> lines) {
  if (lines.empty() || picture.pixels.empty())
    return;
  auto surface = surface_of(picture);
  context_owner owner{cairo_create(surface.get()), &cairo_destroy};
  auto* context = owner.get();
  auto type = choose_type(context, picture.height);
  auto text = lay_out(context, lines, type.margin(), picture.width - type.margin());

  auto top = picture.height - type.panel_height(text);
  cairo_set_source_rgba(context, 0.05, 0.05, 0.08, 0.65);
  cairo_rectangle(context, 0, top, picture.width, picture.height);
  cairo_fill(context);
  for (const auto& [piece, x, row] : text.pieces) {
    constexpr double most = 255;
    auto [red, green, blue] = piece->colour;
    cairo_set_source_rgb(context, red / most, green / most, blue / most);
    cairo_move_to(context, x, top + type.margin() / 2 + (row + 0.8) * type.row_height());
    cairo_show_text(context, piece->text.c_str());
  }
  copy_back(surface.get(), picture);
}

} // namespace troupe
