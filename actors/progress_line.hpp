#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace troupe {

/// One line of progress: redrawn in place on a terminal, appended to a file or pipe.
class progress_line {
public:
  /// Finds out by itself whether `out` is a terminal. A null `out` shows nothing.
  explicit progress_line(std::FILE* out);
  progress_line(std::FILE* out, bool is_terminal);

  void show(std::string_view text);

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
};

} // namespace troupe
