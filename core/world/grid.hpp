#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace troupe {

/// A position in a grid: x counts columns from the west, y rows from the south.
struct cell {
  int x = 0;
  int y = 0;

  friend bool operator==(const cell&, const cell&) = default;
};

/// How many columns and rows a grid has.
struct grid_size {
  int width = 0;
  int height = 0;

  [[nodiscard]] int cells() const { return width * height; }
  [[nodiscard]] bool contains(cell at) const {
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height;
  }

  friend bool operator==(const grid_size&, const grid_size&) = default;
};

/// One value per tile of a world: rows from south to north, each from west to east.
template <class T>
class grid {
public:
  grid() = default;
  explicit grid(grid_size size, const T& value = T{})
      : size_(size), values_(static_cast<std::size_t>(size.cells()), value) {}

  [[nodiscard]] grid_size size() const { return size_; }
  [[nodiscard]] int width() const { return size_.width; }
  [[nodiscard]] int height() const { return size_.height; }

  [[nodiscard]] std::size_t index(cell at) const {
    return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(size_.width)
           + static_cast<std::size_t>(at.x);
  }
  [[nodiscard]] cell cell_of(std::size_t index) const {
    auto i = static_cast<int>(index);
    return {i % size_.width, i / size_.width};
  }

  T& operator[](cell at) { return values_[index(at)]; }
  const T& operator[](cell at) const { return values_[index(at)]; }

  /// All values in row order.
  [[nodiscard]] std::vector<T>& values() { return values_; }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

  friend bool operator==(const grid&, const grid&) = default;

private:
  grid_size size_;
  std::vector<T> values_;
};

/// A set of cells: 1 for members, 0 for others.
using cell_mask = grid<std::uint8_t>;

} // namespace troupe
