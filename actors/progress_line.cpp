#include "actors/progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace troupe {

progress_line::progress_line(std::FILE* out)
    : progress_line(out, out != nullptr && ::isatty(::fileno(out)) == 1) {}

progress_line::progress_line(std::FILE* out, bool is_terminal)
    : out_(out), is_terminal_(is_terminal) {}

void progress_line::show(std::string_view text) {
  show(std::vector{std::string{text}});
}

void progress_line::show(const std::vector<std::string>& lines) {
  if (out_ == nullptr || lines.empty())
    return;
  if (is_terminal_) {
    if (lines_above_ > 0)
      std::fprintf(out_, "\x1b[%zuA", lines_above_);
    constexpr const char* to_line_start_and_clear = "\r\x1b[K";
    for (std::size_t i = 0; i < lines.size(); ++i) {
      auto visible = std::string_view{lines[i]}.substr(0, width() - 1); // a full line would wrap
      std::fprintf(out_, "%s%s%.*s", i == 0 ? "" : "\n", to_line_start_and_clear,
                   static_cast<int>(visible.size()), visible.data());
    }
    lines_above_ = lines.size() - 1;
    open_ = true;
  } else {
    std::fprintf(out_, "%s\n", lines.front().c_str());
  }
  std::fflush(out_);
}

void progress_line::finish() {
  if (open_) {
    std::fputc('\n', out_);
    std::fflush(out_);
  }
  open_ = false;
  lines_above_ = 0;
}

std::size_t progress_line::width() const {
  winsize size{};
  constexpr std::size_t usual_width = 80;
  return ::ioctl(::fileno(out_), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col
                                                                            : usual_width;
}

} // namespace troupe
