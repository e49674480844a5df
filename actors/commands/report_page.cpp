#include "actors/commands/report_page.hpp"

#include "actors/commands/report_parts.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

namespace troupe {

namespace {

namespace fs = std::filesystem;

/// A player that curves are drawn of.
struct drawn_player {
  const char* name;
  const char* colour;
  bool dashed;
};

/// In the order in which they are drawn.
constexpr std::array<drawn_player, 3> drawn_players{
    {{"random", "#9ca3af", true}, {"scripted", "#16a34a", true}, {"agent", "#2563eb", false}}};

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

std::string legend_of_players() {
  std::vector<legend_entry> entries;
  for (auto player = drawn_players.rbegin(); player != drawn_players.rend(); ++player)
    entries.push_back({player->name, player->colour, player->dashed});
  return legend(entries);
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
  auto players = columns_of(latest);
  std::vector<std::string> head{""};
  head.insert(head.end(), players.begin(), players.end());
  std::vector<table_row> rows;
  auto add_row = [&](const std::string& title, auto cell) {
    auto& row = rows.emplace_back(table_row{{title}});
    for (const auto& name : players)
      row.cells.push_back(cell(name));
  };
  add_row("mean return",
          [&](const std::string& name) { return cell_text(score_of(latest, name, {})); });
  rows.back().stands_out = true;
  for (const auto& group : groups_of({latest}))
    add_row(group,
            [&](const std::string& name) { return cell_text(score_of(latest, name, group)); });
  add_row("episodes with any reward", [&](const std::string& name) {
    return percent_text(latest.players.at(name).participation);
  });
  add_row("episodes", [&](const std::string& name) {
    return readable(static_cast<double>(latest.players.at(name).episodes));
  });
  return table_element(head, rows);
}

std::string evaluation_section(const run_history& run) {
  if (run.evaluations.empty())
    return "";
  const auto& latest = run.evaluations.back();
  auto main = returns_figure(run, {});
  main.width = 540;
  main.height = 310;
  auto text =
      "<h2>Evaluation</h2>\n" + legend_of_players() + "<div class=\"latest\">\n<div>"
      + figure_element(main, "mean return in all tasks", cell_text(score_of(latest, "agent", {})))
      + "</div>\n<div>" + evaluation_table(latest)
      + fmt::format("<p class=\"faint\">The latest of {} evaluations: after update {}, {} "
                    "agent steps, {}.</p></div>\n</div>\n",
                    run.evaluations.size(), readable(static_cast<double>(latest.update)),
                    readable(static_cast<double>(latest.agent_steps)),
                    duration_text(latest.seconds));
  std::string figures;
  for (const auto& group : groups_of(run.evaluations))
    figures += figure_element(returns_figure(run, group), group,
                              cell_text(score_of(latest, "agent", group)));
  return text + grid_section("Mean return by group of tasks", figures);
}

/// The newest and the oldest before all others: together they show what was learned.
std::vector<fs::path> wanted_videos(const std::vector<fs::path>& newest_first) {
  auto wanted = newest_first;
  if (wanted.size() > 1)
    std::rotate(wanted.begin() + 1, wanted.end() - 1, wanted.end());
  return wanted;
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

std::string videos_of(const run_history& run) {
  std::vector<fs::path> newest_first{run.videos.rbegin(), run.videos.rend()};
  return video_section(newest_first, wanted_videos(newest_first),
                       [&](const fs::path& video) { return video_caption(run, video); });
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
  const std::array<metric_section, 5> sections{{
      {"Returns in training", {"episode."}, false},
      {"Choice of training tasks", {"dtg.", "steps."}, false},
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
    text += grid_section(sections.at(i).title, figures.at(i));
  return text;
}

} // namespace

std::string report_page(const run_history& run) {
  return whole_page(
      {"Troupe run", name_of(run.folder), headline(run),
       tiles(run.counters) + evaluation_section(run) + videos_of(run) + metric_sections(run),
       run.configuration});
}

} // namespace troupe
