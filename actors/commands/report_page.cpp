#include "actors/commands/report_page.hpp"

#include "actors/commands/figure.hpp"
#include "core/support/text.hpp"
#include "messages/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

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
  th:first-child { text-align: left; font-weight: 400; overflow-wrap: anywhere; }
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

/// A player that curves are drawn of.
struct drawn_player {
  const char* name;
  const char* colour;
  bool dashed;
};

/// In the order in which they are drawn.
constexpr std::array<drawn_player, 3> drawn_players{
    {{"random", "#9ca3af", true}, {"scripted", "#16a34a", true}, {"agent", "#2563eb", false}}};

/// What the numbers below an axis count.
struct axis {
  double unit = 1;
  std::string label;
};

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

/// "learner.policy_loss" → "policy loss", "queue.unrolls" → "queue unrolls".
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

/// Means of returns have a digit that means something.
std::string return_text(double number) {
  return std::isfinite(number) ? fmt::format("{:.1f}", number) : "–";
}

std::string percent_text(double fraction) {
  return std::isfinite(fraction) ? fmt::format("{:.0f} %", 100 * fraction) : "–";
}

/// A figure with a title and what is latest; nothing if there is nothing to draw.
std::string figure_element(const figure& drawn, std::string_view title, const std::string& latest) {
  if (drawn.empty())
    return "";
  return fmt::format("<figure><figcaption>{}<span>{}</span></figcaption>{}</figure>\n",
                     html_escaped(title), latest, draw(drawn));
}

/// A player's score in one group of tasks or, without a group, in all; null if it has none.
const player_score* score_of(const run_evaluation& evaluation, const std::string& player,
                             const std::optional<std::string>& group) {
  auto found = evaluation.players.find(player);
  if (found == evaluation.players.end())
    return nullptr;
  if (!group)
    return &found->second;
  auto part = found->second.by_group.find(*group);
  return part == found->second.by_group.end() ? nullptr : &part->second;
}

std::string cell_text(const player_score* score) {
  return score == nullptr ? "–" : return_text(score->mean_return);
}

/// All groups that any player was measured in.
std::set<std::string> groups_of(const std::vector<run_evaluation>& evaluations) {
  std::set<std::string> groups;
  for (const auto& evaluation : evaluations)
    for (const auto& [name, player] : evaluation.players)
      for (const auto& [group, score] : player.by_group)
        groups.insert(group);
  return groups;
}

figure returns_figure(const run_history& run, const std::optional<std::string>& group) {
  auto steps = steps_axis(static_cast<double>(run.evaluations.back().agent_steps));
  figure drawn;
  drawn.x_label = steps.label;
  drawn.from_zero = true;
  for (const auto& player : drawn_players) {
    auto& line = drawn.curves.emplace_back(curve{player.colour, player.dashed, {}});
    for (const auto& evaluation : run.evaluations)
      if (const auto* score = score_of(evaluation, player.name, group))
        line.points.emplace_back(static_cast<double>(evaluation.agent_steps) / steps.unit,
                                 score->mean_return);
  }
  return drawn;
}

std::string headline(const run_history& run) {
  auto text = fmt::format("After {} and {} agent steps ",
                          duration_text(run.counters["seconds"].get<double>()),
                          readable(run.counters["agent_steps"].get<double>()));
  const player_score* agent = nullptr;
  if (!run.evaluations.empty())
    agent = score_of(run.evaluations.back(), "agent", {});
  if (agent == nullptr)
    return text + "the agent was not evaluated yet.";
  text += fmt::format("the agent’s mean return is <b>{}</b>", return_text(agent->mean_return));
  auto compare = [&](const char* player, auto say) {
    const auto* other = score_of(run.evaluations.back(), player, {});
    if (other != nullptr && other->mean_return > 0)
      text += say(agent->mean_return / other->mean_return);
  };
  compare("random", [](double ratio) { return fmt::format(", {:.1f} times random’s", ratio); });
  compare("scripted", [](double ratio) {
    return fmt::format(", {:.0f} % of the scripted player’s", 100 * ratio);
  });
  return text + ".";
}

std::string tiles(const run_history& run) {
  std::string text = "<div class=\"tiles\">\n";
  for (const auto& [name, value] : run.counters.items()) {
    auto number = value.get<double>();
    auto is_time = name == "seconds";
    text += fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>\n",
                        is_time ? duration_text(number) : readable(number),
                        is_time ? "training time" : title_of(name));
  }
  return text + "</div>\n";
}

std::string legend() {
  std::string text = "<p class=\"legend\">";
  for (auto player = drawn_players.rbegin(); player != drawn_players.rend(); ++player)
    text += fmt::format("<span><i style=\"border-color:{};border-top-style:{}\"></i>{}</span>",
                        player->colour, player->dashed ? "dashed" : "solid", player->name);
  return text + "</p>\n";
}

/// The players of an evaluation, the most interesting ones first.
std::vector<std::string> columns_of(const run_evaluation& evaluation) {
  std::vector<std::string> names;
  for (const auto& [name, player] : evaluation.players)
    names.push_back(name);
  constexpr std::array<std::string_view, 4> first{"agent", "scripted", "random", "noop"};
  std::ranges::stable_sort(names, {}, [&](const std::string& name) {
    return std::ranges::find(first, name) - first.begin();
  });
  return names;
}

std::string evaluation_table(const run_evaluation& latest) {
  auto columns = columns_of(latest);
  std::string text = "<div class=\"scroll\"><table>\n<thead><tr><th></th>";
  for (const auto& name : columns)
    text += "<th>" + html_escaped(name) + "</th>";
  text += "</tr></thead>\n<tbody>\n";
  auto add_row = [&](const std::string& title, std::string_view kind, auto cell) {
    text += fmt::format("<tr class=\"{}\"><th>{}</th>", kind, html_escaped(title));
    for (const auto& name : columns)
      text += "<td>" + cell(name) + "</td>";
    text += "</tr>\n";
  };
  add_row("mean return", "all",
          [&](const std::string& name) { return cell_text(score_of(latest, name, {})); });
  for (const auto& group : groups_of({latest}))
    add_row(group, "group",
            [&](const std::string& name) { return cell_text(score_of(latest, name, group)); });
  add_row("episodes with any reward", "rest", [&](const std::string& name) {
    return percent_text(latest.players.at(name).participation);
  });
  add_row("episodes", "rest", [&](const std::string& name) {
    return readable(static_cast<double>(latest.players.at(name).episodes));
  });
  return text + "</tbody></table></div>\n";
}

std::string evaluation_section(const run_history& run) {
  if (run.evaluations.empty())
    return "";
  const auto& latest = run.evaluations.back();
  auto main = returns_figure(run, {});
  main.width = 540;
  main.height = 310;
  auto text =
      "<h2>Evaluation</h2>\n" + legend() + "<div class=\"latest\">\n<div>"
      + figure_element(main, "mean return in all tasks", cell_text(score_of(latest, "agent", {})))
      + "</div>\n<div>" + evaluation_table(latest)
      + fmt::format("<p class=\"faint\">The latest of {} evaluations: after update {}, {} "
                    "agent steps, {}.</p></div>\n</div>\n",
                    run.evaluations.size(), readable(static_cast<double>(latest.update)),
                    readable(static_cast<double>(latest.agent_steps)),
                    duration_text(latest.seconds));
  auto groups = groups_of(run.evaluations);
  if (groups.empty())
    return text;
  text += "<h2>Mean return by group of tasks</h2>\n<div class=\"grid\">\n";
  for (const auto& group : groups)
    text += figure_element(returns_figure(run, group), group,
                           cell_text(score_of(latest, "agent", group)));
  return text + "</div>\n";
}

/// What the videos of a page may have together, of which base64 makes 30 MB.
constexpr std::size_t most_bytes = 22'500'000;

/// The videos that a page has room for.
struct chosen_videos {
  /// Newest first.
  std::vector<fs::path> shown;
  std::vector<fs::path> left_out;
};

/// The newest and the oldest before all others: together they show what was learned.
chosen_videos choose_videos(const std::vector<fs::path>& oldest_first) {
  constexpr std::size_t most = 6;
  std::vector<fs::path> wanted{oldest_first.rbegin(), oldest_first.rend()};
  if (wanted.size() > 1)
    std::rotate(wanted.begin() + 1, wanted.end() - 1, wanted.end());
  chosen_videos chosen;
  std::uintmax_t bytes = 0;
  for (const auto& video : wanted) {
    std::error_code gone;
    auto size = fs::file_size(video, gone);
    if (gone)
      continue;
    auto fits = chosen.shown.size() < most && size <= most_bytes - bytes;
    (fits ? chosen.shown : chosen.left_out).push_back(video);
    bytes += fits ? size : 0;
  }
  auto newer = [&](const fs::path& a, const fs::path& b) {
    return std::ranges::find(oldest_first, a) > std::ranges::find(oldest_first, b);
  };
  std::ranges::sort(chosen.shown, newer);
  std::ranges::sort(chosen.left_out, newer);
  return chosen;
}

/// When a video was made, as far as an evaluation says so.
std::string video_caption(const run_history& run, const fs::path& video) {
  auto found = std::ranges::find(run.evaluations, "videos/" + video.filename().string(),
                                 &run_evaluation::video);
  if (found == run.evaluations.end())
    return html_escaped(video.stem().string());
  return fmt::format("after {} steps<span>mean return {}</span>",
                     readable(static_cast<double>(found->agent_steps)),
                     cell_text(score_of(*found, "agent", {})));
}

std::string video_section(const run_history& run) {
  if (run.videos.empty())
    return "";
  auto [shown, left_out] = choose_videos(run.videos);
  std::string text = "<section class=\"videos\">\n<h2>Videos</h2>\n<div class=\"grid\">\n";
  for (const auto& video : shown) {
    auto bytes = read_whole_file(video, {most_bytes});
    text += fmt::format("<figure><figcaption>{}</figcaption><video controls "
                        "src=\"data:video/mp4;base64,{}\"></video></figure>\n",
                        video_caption(run, video), base64(std::as_bytes(std::span{bytes})));
  }
  text += "</div>\n";
  if (!left_out.empty()) {
    text += fmt::format("<details><summary class=\"faint\">{} more that this page has no room "
                        "for</summary>\n<ul class=\"faint\">\n",
                        left_out.size());
    for (const auto& video : left_out)
      text += "<li>" + html_escaped(video.string()) + "</li>\n";
    text += "</ul></details>\n";
  }
  return text + "</section>\n";
}

/// Metrics that belong together: those that have one of the words in their names, or begin with it
/// if it ends with a dot, and that no section before took.
struct metric_section {
  const char* title;
  std::vector<std::string_view> words;
  /// Whether they are of the machine, so that time matters, and not of the agent.
  bool over_time;
};

bool belongs_to(const metric_section& section, std::string_view name) {
  return std::ranges::any_of(section.words, [&](std::string_view word) {
    auto place = name.find(word);
    return word.ends_with('.') ? place == 0 : place != name.npos;
  });
}

std::string metric_element(const std::string& name, const std::vector<metric_point>& points,
                           bool over_time) {
  auto x = over_time ? time_axis(points.back().seconds) : steps_axis(points.back().agent_steps);
  figure drawn;
  drawn.x_label = x.label;
  drawn.from_zero = over_time;
  auto& line = drawn.curves.emplace_back(curve{drawn_players.back().colour, false, {}});
  for (const auto& point : points)
    line.points.emplace_back((over_time ? point.seconds : point.agent_steps) / x.unit, point.value);
  return figure_element(drawn, title_of(name), number_text(points.back().value));
}

std::string metric_sections(const run_history& run) {
  const std::array<metric_section, 4> sections{{
      {"Returns in training", {"episode."}, false},
      {"Losses", {"loss", "consistency", "prediction", "alignment", "distillation"}, false},
      {"Learning", {"learner."}, false},
      {"Throughput and queues", {""}, true},
  }};
  std::array<std::string, sections.size()> figures;
  for (const auto& [name, points] : run.metrics) {
    const auto* section = std::ranges::find_if(
        sections, [&, &metric = name](const auto& each) { return belongs_to(each, metric); });
    figures.at(static_cast<std::size_t>(section - sections.begin())) +=
        metric_element(name, points, section->over_time);
  }
  std::string text;
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (!figures.at(i).empty())
      text += fmt::format("<h2>{}</h2>\n<div class=\"grid\">\n{}</div>\n", sections.at(i).title,
                          figures.at(i));
  return text;
}

std::string name_of(const run_history& run) {
  auto path = fs::absolute(run.folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

} // namespace

std::string report_page(const run_history& run) {
  auto name = html_escaped(name_of(run));
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>{} – Troupe</title>\n<style>{}</style>\n</head>\n<body>\n"
             "<p class=\"kind\">Troupe run</p>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n",
             name, style, name, headline(run))
         + tiles(run) + evaluation_section(run) + video_section(run) + metric_sections(run)
         + fmt::format("<h2>Configuration</h2>\n<details><summary>All settings</summary>\n"
                       "<pre>{}</pre></details>\n</body>\n</html>\n",
                       html_escaped(run.configuration));
}

} // namespace troupe
