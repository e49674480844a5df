#include "actors/commands/figure.hpp"

#include "core/support/child_process.hpp"
#include "core/support/descriptor.hpp"
#include "core/support/error.hpp"
#include "core/support/interval.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>

namespace troupe {

namespace {

/// A picture has not more pixels anyway, and a page stays small.
constexpr std::size_t most_points = 400;
/// Gnuplot's own numbers end not far from this.
constexpr double largest = 1e300;

bool can_be_drawn(const std::pair<double, double>& point) {
  // Also false for what is not a number.
  return std::abs(point.first) < largest && std::abs(point.second) < largest;
}

/// At most `most_points`: means of as many neighbours each.
std::vector<std::pair<double, double>> thinned(const curve& line) {
  std::vector<std::pair<double, double>> points;
  std::ranges::copy_if(line.points, std::back_inserter(points), can_be_drawn);
  auto together = points.size() / most_points + 1;
  std::vector<std::pair<double, double>> means;
  for (std::size_t i = 0; i < points.size(); i += together) {
    auto count = std::min(together, points.size() - i);
    auto& mean = means.emplace_back();
    for (auto j = i; j < i + count; ++j) {
      mean.first += points[j].first / static_cast<double>(count);
      mean.second += points[j].second / static_cast<double>(count);
    }
  }
  return means;
}

/// In single quotes gnuplot takes everything as it is, but ends at the end of the line.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (auto c : text) {
    result += c == '\n' ? ' ' : c;
    if (c == '\'')
      result += c;
  }
  return result + "'";
}

/// About five marks on an axis, at round numbers; gnuplot would put twice as many.
std::string tics(char axis, interval<double> range, bool whole = false) {
  auto apart = (range.high - range.low) / 5;
  if (!(apart > 0))
    return "";
  auto unit = std::pow(10, std::floor(std::log10(apart)));
  auto step = 10 * unit;
  for (auto factor : {5, 2, 1})
    step = factor * unit >= apart ? factor * unit : step;
  return fmt::format("set {}tics {}\n", axis, whole ? std::max(step, 1.0) : step);
}

void extend(interval<double>& range, double number) {
  range = {std::min(range.low, number), std::max(range.high, number)};
}

std::string arrows_of(const figure& drawn) {
  std::string text;
  for (const auto& [from, to] : drawn.arrows)
    if (can_be_drawn(from) && can_be_drawn(to))
      text += fmt::format("set arrow from {},{} to {},{} front filled size screen 0.02,20 "
                          "linecolor '#6b7280' linewidth 1\n",
                          from.first, from.second, to.first, to.second);
  return text;
}

std::string script_for(const figure& drawn) {
  interval<double> x{0, 0};
  interval<double> y{largest, -largest};
  std::string data;
  std::string plots;
  for (std::size_t i = 0; i < drawn.curves.size(); ++i) {
    auto points = thinned(drawn.curves[i]);
    if (points.empty())
      continue;
    data += fmt::format("$curve{} << END\n", i);
    for (auto point : points) {
      extend(x, point.first);
      extend(y, point.second);
      data += fmt::format("{} {}\n", point.first, point.second);
    }
    data += "END\n";
    // Points show where few were measured, and hide a line of many.
    constexpr std::size_t few = 40;
    const auto& line = drawn.curves[i];
    auto with_points = points.size() == 1 || (points.size() < few && !line.dashed);
    plots += fmt::format("{} $curve{} with {} linecolor rgb {} linewidth 2 dashtype {} "
                         "pointtype 7 pointsize 0.35",
                         plots.empty() ? "plot" : ",", i, with_points ? "linespoints" : "lines",
                         quoted(line.colour), line.dashed ? 2 : 1);
  }
  auto from_zero = drawn.from_zero && y.low >= 0;
  if (from_zero)
    y.low = 0;
  return fmt::format("set terminal svg size {},{} dynamic noenhanced font 'sans-serif,13'\n"
                     "set border 3 linecolor '#9ca3af'\n"
                     "set tics nomirror out scale 0.5 textcolor '#4b5563'\n"
                     "set grid ytics linecolor '#e5e7eb' linetype 1 linewidth 1\n"
                     "set xlabel {} textcolor '#4b5563'\n"
                     "set format '%g'\n"
                     "set offsets 0, 0, graph 0.04, {}\n"
                     "set xrange [{}:*] noextend\n"
                     "set yrange [{}:*]\n"
                     "unset key\n",
                     drawn.width, drawn.height, quoted(drawn.x_label),
                     from_zero ? "0" : "graph 0.04", x.low, from_zero ? "0" : "*")
         + tics('x', x) + tics('y', y, drawn.whole_values) + arrows_of(drawn) + data + plots + "\n";
}

std::string content_of(int file) {
  std::string content;
  std::array<char, 1 << 16> chunk{};
  while (true) {
    auto count = ::pread(file, chunk.data(), chunk.size(), static_cast<::off_t>(content.size()));
    if (count <= 0)
      return content;
    content.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

} // namespace

bool figure::empty() const {
  return std::ranges::none_of(
      curves, [](const curve& line) { return std::ranges::any_of(line.points, can_be_drawn); });
}

std::string draw(const figure& drawn) {
  // Files in memory instead of pipes: neither side ever waits for the other.
  descriptor input{::memfd_create("script", MFD_CLOEXEC)};
  descriptor output{::memfd_create("figure", MFD_CLOEXEC)};
  descriptor messages{::memfd_create("messages", MFD_CLOEXEC)};
  auto script = script_for(drawn);
  if (input.number() < 0 || output.number() < 0 || messages.number() < 0
      || !write_all(input.number(), std::as_bytes(std::span{script})))
    throw user_error("a figure cannot be drawn: " + std::string{std::strerror(errno)});
  ::lseek(input.number(), 0, SEEK_SET);
  auto [gnuplot, problem] = start_process({"gnuplot", "--default-settings"}, input.number(),
                                          output.number(), messages.number());
  if (problem != 0)
    throw user_error("gnuplot, which draws figures, cannot be started ("
                     + std::string{std::strerror(problem)} + "): apt-get install gnuplot-nox");
  auto worked = wait_for_success(gnuplot);
  auto svg = content_of(output.number());
  // What comes before belongs into files.
  auto begin = svg.find("<svg");
  if (!worked || begin == svg.npos)
    throw user_error("gnuplot could not draw a figure (is gnuplot-nox installed?): "
                     + complaint_in(messages.number()));
  svg.erase(0, begin);
  // Browsers would show it wherever the mouse is.
  auto title = svg.find("<title>");
  constexpr std::string_view title_end = "</title>";
  if (auto end = svg.find(title_end, title); title != svg.npos && end != svg.npos)
    svg.erase(title, end + title_end.size() - title);
  return svg;
}

} // namespace troupe
