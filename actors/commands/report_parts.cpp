#include "actors/commands/report_parts.hpp"

#include "core/support/text.hpp"
#include "messages/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace troupe {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view style = R"(
  :root { color-scheme: light; --ink: #1f2937; --faint: #6b7280; --line: #e5e7eb; }
  * { box-sizing: border-box; }
  body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 72rem; color: var(--ink);
         background: #fff; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
  h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; overflow-wrap: anywhere; }
  h2 { margin: 2.5rem 0 .75rem; padding-bottom: .3rem; font-size: 1.25rem;
       border-bottom: 1px solid var(--line); }
  .kind, .faint { color: var(--faint); font-size: .9rem; }
  .kind { margin: 0; letter-spacing: .08em; text-transform: uppercase; }
  .headline { margin: .75rem 0 1.5rem; max-width: 46rem; font-size: 1.15rem; }
  .tiles { display: grid; gap: .6rem; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
  .tile { padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .5rem; }
  .tile b { display: block; white-space: nowrap; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
  .tile span { color: var(--faint); font-size: .85rem; }
  .latest { display: grid; gap: 1.5rem; align-items: start; grid-template-columns: 3fr 2fr; }
  .latest > * { min-width: 0; }
  .grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); }
  figure { margin: 0; padding: .6rem .6rem .3rem; border: 1px solid var(--line); border-radius: .5rem;
           break-inside: avoid; }
  figcaption { display: flex; gap: .5rem; justify-content: space-between; font-size: .95rem;
               font-weight: 600; overflow-wrap: anywhere; }
  figcaption span { color: var(--faint); font-weight: 400; font-variant-numeric: tabular-nums; }
  svg, video { display: block; width: 100%; height: auto; }
  video { margin: .3rem 0; background: #000; border-radius: .3rem; }
  .legend { display: flex; flex-wrap: wrap; gap: 1.2rem; margin: 0 0 .6rem; font-size: .95rem; }
  .legend i { display: inline-block; width: 1.6rem; margin-right: .4rem; vertical-align: .25em;
              border-top: 3px solid; }
  .scroll { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; font-size: .95rem; font-variant-numeric: tabular-nums; }
  th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
  th:first-child { text-align: left; font-weight: 400; overflow-wrap: break-word; }
  thead th { color: var(--faint); font-weight: 600; }
  tr.all > * { font-weight: 700; }
  pre { overflow-x: auto; padding: 1rem; background: #f9fafb; border-radius: .5rem; font-size: .85rem; }
  summary { cursor: pointer; }
  @media (max-width: 50rem) { .latest { grid-template-columns: 1fr; } }
  @media print {
    body { max-width: none; padding: 0; font-size: 11pt; }
    .grid { grid-template-columns: 1fr 1fr; }
    .videos { display: none; }
    h2 { break-after: avoid; }
  }
)";

} // namespace

// -- texts ----------------------------------------------------------------------------------------

axis steps_axis(double largest) {
  if (largest >= 2e6)
    return {1e6, "million agent steps"};
  if (largest >= 2e3)
    return {1e3, "thousand agent steps"};
  return {1, "agent steps"};
}

axis time_axis(double largest) {
  if (largest >= 2 * 3600)
    return {3600, "hours"};
  if (largest >= 2 * 60)
    return {60, "minutes"};
  return {1, "seconds"};
}

std::string duration_text(double seconds) {
  auto whole = std::llround(seconds);
  if (whole < 60)
    return fmt::format("{} s", whole);
  if (whole < 600)
    return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 3600)
    return fmt::format("{} min", whole / 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string title_of(std::string_view metric) {
  for (std::string_view obvious : {"episode.", "learner.", "rate."})
    if (metric.starts_with(obvious))
      metric.remove_prefix(obvious.size());
  std::string title{metric};
  std::ranges::replace(title, '_', ' ');
  std::ranges::replace(title, '.', ' ');
  return title;
}

std::string number_text(double number) {
  return std::isfinite(number) ? readable(number) : "–";
}

std::string percent_text(double fraction) {
  return std::isfinite(fraction) ? fmt::format("{:.0f} %", 100 * fraction) : "–";
}

std::string score_text(double score) {
  return std::isfinite(score) ? fmt::format("{:.2f}", score) : "–";
}

std::string return_text(double number) {
  return std::isfinite(number) ? fmt::format("{:.1f}", number) : "–";
}

std::string name_of(const fs::path& run) {
  auto path = fs::absolute(run).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::string colour_of(std::size_t place) {
  constexpr std::array colours{"#2563eb", "#ea580c", "#16a34a", "#9333ea",
                               "#dc2626", "#0891b2", "#ca8a04", "#4b5563"};
  return colours.at(place % colours.size());
}

// -- elements -------------------------------------------------------------------------------------

std::string figure_element(const figure& drawn, std::string_view title, const std::string& latest) {
  if (drawn.empty())
    return "";
  return fmt::format("<figure><figcaption>{}<span>{}</span></figcaption>{}</figure>\n",
                     html_escaped(title), latest, draw(drawn));
}

std::string grid_section(std::string_view heading, const std::string& elements,
                         const std::string& before) {
  if (elements.empty())
    return "";
  return fmt::format("<h2>{}</h2>\n{}<div class=\"grid\">\n{}</div>\n", html_escaped(heading),
                     before, elements);
}

std::string legend(const std::vector<legend_entry>& entries) {
  std::string text = "<p class=\"legend\">";
  for (const auto& each : entries)
    text += fmt::format("<span><i style=\"border-color:{};border-top-style:{}\"></i>{}</span>",
                        each.colour, each.dashed ? "dashed" : "solid", html_escaped(each.name));
  return text + "</p>\n";
}

std::string table_element(const std::vector<std::string>& head,
                          const std::vector<table_row>& rows) {
  std::string text = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const auto& cell : head)
    text += "<th>" + html_escaped(cell) + "</th>";
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    text += row.stands_out ? "<tr class=\"all\">" : "<tr>";
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      text += fmt::format("<{0}>{1}</{0}>", i == 0 ? "th" : "td", html_escaped(row.cells[i]));
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string tiles(const nlohmann::ordered_json& counters) {
  std::string text = "<div class=\"tiles\">\n";
  for (const auto& [name, value] : counters.items()) {
    auto number = value.get<double>();
    auto is_time = name == "seconds";
    text += fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>\n",
                        is_time ? duration_text(number) : readable(number),
                        is_time ? "training time" : title_of(name));
  }
  return text + "</div>\n";
}

// -- videos ---------------------------------------------------------------------------------------

namespace {

/// What the videos of a page may have together, of which base64 makes 30 MB.
constexpr std::size_t most_bytes = 22'500'000;

/// Those of the videos that a page has room for.
std::vector<fs::path> choose_videos(const std::vector<fs::path>& wanted_most_first) {
  constexpr std::size_t most = 6;
  std::vector<fs::path> chosen;
  std::uintmax_t bytes = 0;
  for (const auto& video : wanted_most_first) {
    std::error_code gone;
    auto size = fs::file_size(video, gone);
    if (gone || chosen.size() == most || size > most_bytes - bytes)
      continue;
    chosen.push_back(video);
    bytes += size;
  }
  return chosen;
}

} // namespace

std::string video_section(const std::vector<fs::path>& videos,
                          const std::vector<fs::path>& wanted_most_first,
                          const std::function<std::string(const fs::path&)>& caption) {
  if (videos.empty())
    return "";
  auto chosen = choose_videos(wanted_most_first);
  std::string text = "<section class=\"videos\">\n<h2>Videos</h2>\n<div class=\"grid\">\n";
  std::string left_out;
  for (const auto& video : videos) {
    if (std::ranges::find(chosen, video) == chosen.end()) {
      left_out += "<li>" + html_escaped(video.string()) + "</li>\n";
      continue;
    }
    auto bytes = read_whole_file(video, {most_bytes});
    text += fmt::format("<figure><figcaption>{}</figcaption><video controls "
                        "src=\"data:video/mp4;base64,{}\"></video></figure>\n",
                        caption(video), base64(std::as_bytes(std::span{bytes})));
  }
  text += "</div>\n";
  if (!left_out.empty())
    text += fmt::format("<details><summary class=\"faint\">{} more that this page has no room "
                        "for</summary>\n<ul class=\"faint\">\n{}</ul></details>\n",
                        videos.size() - chosen.size(), left_out);
  return text + "</section>\n";
}

// -- pages ----------------------------------------------------------------------------------------

std::string whole_page(const page_content& content) {
  auto name = html_escaped(content.name);
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>{} – Troupe</title>\n<style>{}</style>\n</head>\n<body>\n"
                     "<p class=\"kind\">{}</p>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n",
                     name, style, html_escaped(content.kind), name, content.headline)
         + content.body
         + fmt::format("<h2>Configuration</h2>\n<details><summary>All settings</summary>\n"
                       "<pre>{}</pre></details>\n</body>\n</html>\n",
                       html_escaped(content.configuration));
}

} // namespace troupe
