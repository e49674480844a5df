#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace troupe {

/// Red, green and blue, 8 bits each.
using rgb = std::array<std::uint8_t, 3>;

/// A picture in memory: rows from top to bottom, pixels from left to right. Empty where nobody
/// looks.
struct image {
  static constexpr std::size_t channels = 3;

  int width = 0;
  int height = 0;
  std::vector<rgb> pixels;

  image() = default;
  image(int columns, int rows, rgb background)
      : width(columns),
        height(rows),
        pixels(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), background) {}

  rgb& at(int column, int row) { return pixels[index(column, row)]; }
  [[nodiscard]] const rgb& at(int column, int row) const { return pixels[index(column, row)]; }

  /// The size of all pixels together.
  [[nodiscard]] std::size_t byte_count() const {
    return channels * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }

  friend bool operator==(const image&, const image&) = default;

private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width)
           + static_cast<std::size_t>(column);
  }
};

} // namespace troupe
