#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// Progress in a line or a few: redrawn in place on a terminal. A file or pipe gets a line each
/// time that is worth it.
class progress_line {
public:
  /// Finds out by itself whether `out` is a terminal. A null `out` shows nothing.
  explicit progress_line(std::FILE* out);
  progress_line(std::FILE* out, bool is_terminal);

  void show(std::string_view text);
  /// Several lines on a terminal, elsewhere only the first.
  void show(const std::vector<std::string>& lines);

  /// Whether lines replace each other; elsewhere each one stays, so show few.
  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

  /// Leaves what was shown last and ends the line.
  void finish();

private:
  /// How many columns the terminal has now.
  [[nodiscard]] std::size_t width() const;

  std::FILE* out_;
  bool is_terminal_;
  bool open_ = false;
  /// Lines above the present one that are redrawn.
  std::size_t lines_above_ = 0;
};

} // namespace troupe
