#pragma once

#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// Points of a figure that a line connects.
struct curve {
  /// As in "#2563eb".
  std::string colour;
  bool dashed = false;
  /// What is not finite is left out.
  std::vector<std::pair<double, double>> points;
};

/// From one point of a figure to another.
struct arrow {
  std::pair<double, double> from;
  std::pair<double, double> to;
};

/// A picture of numbers over numbers.
struct figure {
  int width = 380;
  int height = 220;
  std::string x_label;
  /// Whether the axis of values begins at 0, if all of them allow it.
  bool from_zero = false;
  /// Whether values are whole numbers, such as those of agents, so that no marks are in between.
  bool whole_values = false;
  /// Later ones are drawn over earlier ones.
  std::vector<curve> curves;
  /// Between points of curves.
  std::vector<arrow> arrows;

  /// Whether there is nothing to draw.
  [[nodiscard]] bool empty() const;
};

/// A figure, not an empty one, as an SVG element that fills the width it is given; drawn by the
/// program gnuplot. Throws `user_error` if that cannot be run.
std::string draw(const figure& drawn);

} // namespace troupe
