#include "actors/commands/report_generation.hpp"

#include "actors/commands/report_parts.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace troupe {

namespace {

/// A value over the steps of an agent.
using series = std::vector<std::pair<double, double>>;

std::string agent_colour(std::uint64_t number) {
  return colour_of(number - 1);
}

/// A figure with a curve for each agent.
figure figure_of(const generation_history& generation,
                 const std::map<std::uint64_t, series>& by_agent) {
  auto steps = steps_axis(generation.agent_steps());
  figure drawn;
  drawn.x_label = steps.label;
  for (const auto& [number, points] : by_agent) {
    auto& line = drawn.curves.emplace_back(curve{agent_colour(number), false, points});
    for (auto& point : line.points)
      point.first /= steps.unit;
  }
  return drawn;
}

// -- checks ---------------------------------------------------------------------------------------

using measure = std::function<double(const agent_scores&)>;

/// How agents did over time, by some measure, with the best at the last check.
std::string score_element(const generation_history& generation, std::string_view title,
                          const measure& what, std::string (*text_of)(double)) {
  if (generation.checks.empty())
    return "";
  std::map<std::uint64_t, series> by_agent;
  for (const auto& check : generation.checks)
    for (const auto& agent : check.agents)
      by_agent[agent.number].emplace_back(check.agent_steps, what(agent.scores));
  double best = 0;
  for (const auto& agent : generation.checks.back().agents)
    best = std::max(best, what(agent.scores));
  auto drawn = figure_of(generation, by_agent);
  drawn.from_zero = true;
  return figure_element(drawn, title, "best " + text_of(best));
}

std::string score_elements(const generation_history& generation) {
  auto text = score_element(
      generation, "participation", [](const agent_scores& scores) { return scores.participation; },
      percent_text);
  for (auto percentile : generation.values.pbt.percentiles)
    text += score_element(
        generation, fmt::format("score at percentile {}", percentile),
        [=](const agent_scores& scores) { return score_at(scores, percentile); }, score_text);
  return text;
}

// -- evolution ------------------------------------------------------------------------------------

/// A line for each agent, in the colour of the first agent that it descends from, and an arrow to
/// each that gave way to a mutant.
figure lineage_figure(const generation_history& generation) {
  auto steps = steps_axis(generation.agent_steps());
  figure drawn;
  drawn.x_label = steps.label;
  drawn.whole_values = true;
  auto place = [&](double at, std::uint64_t agent) {
    return std::pair{at / steps.unit, static_cast<double>(agent)};
  };
  std::map<std::uint64_t, curve> lines;
  for (std::uint64_t agent = 1; agent <= generation.population(); ++agent)
    lines[agent] = {agent_colour(agent), false, {place(0, agent)}};
  for (const auto& each : generation.evolutions) {
    auto& child = lines[each.child];
    auto here = place(each.agent_steps, each.child);
    child.points.push_back(here);
    drawn.curves.push_back(child);
    drawn.arrows.push_back({place(each.agent_steps, each.parent), here});
    child = {lines[each.parent].colour, false, {here}};
  }
  for (auto& [agent, line] : lines) {
    line.points.push_back(place(generation.agent_steps(), agent));
    drawn.curves.push_back(line);
  }
  return drawn;
}

std::string lineage_element(const generation_history& generation) {
  if (generation.evolutions.empty())
    return "";
  return figure_element(lineage_figure(generation), "agents that gave way to mutants",
                        number_text(static_cast<double>(generation.evolutions.size())));
}

/// What evolves, over time, by its name and agent: constant from check to check.
std::map<std::string, std::map<std::uint64_t, series>>
evolving_series(const generation_history& generation) {
  std::map<std::string, std::map<std::uint64_t, series>> found;
  for (const auto& check : generation.checks)
    for (const auto& agent : check.agents)
      for (const auto& [name, value] : agent.values) {
        auto& points = found[name][agent.number];
        if (points.empty())
          points.emplace_back(0, value);
        points.emplace_back(check.agent_steps, value);
      }
  for (const auto& each : generation.evolutions)
    for (const auto& [name, value] : each.values)
      found[name][each.child].emplace_back(each.agent_steps, value);
  for (auto& [name, by_agent] : found)
    for (auto& [agent, points] : by_agent) {
      // A mutant's values stay behind those that it was compared with.
      std::ranges::stable_sort(points, {}, &series::value_type::first);
      points.emplace_back(generation.agent_steps(), points.back().second);
    }
  return found;
}

bool varies(const std::map<std::uint64_t, series>& by_agent) {
  auto first = by_agent.begin()->second.front().second;
  return std::ranges::any_of(by_agent, [&](const auto& agent) {
    return std::ranges::any_of(agent.second,
                               [&](const auto& point) { return point.second != first; });
  });
}

/// What evolved, as figures; the rest in words.
struct evolution_of_values {
  std::string figures;
  std::vector<std::string> constant;
};

evolution_of_values values_of(const generation_history& generation) {
  evolution_of_values found;
  for (const auto& [name, by_agent] : evolving_series(generation))
    if (varies(by_agent))
      found.figures += figure_element(figure_of(generation, by_agent), name, "");
    else
      found.constant.push_back(
          fmt::format("{} {}", name, number_text(by_agent.begin()->second.front().second)));
  return found;
}

std::string evolution_table(const generation_history& generation) {
  if (generation.evolutions.empty())
    return "";
  std::vector<table_row> rows;
  for (const auto& each : generation.evolutions)
    rows.push_back({{fmt::format("after {} steps", readable(each.agent_steps)),
                     fmt::format("agent {}", each.child), fmt::format("agent {}", each.parent),
                     std::isinf(each.ratio) ? "∞" : number_text(each.ratio)}});
  return table_element({"", "who gave way", "to a mutant of", "times as fit"}, rows);
}

// -- the whole ------------------------------------------------------------------------------------

std::string introduction(const generation_history& generation) {
  const auto& values = generation.values;
  auto company = values.tasks.co_players.empty()
                     ? std::string{"alone"}
                     : fmt::format("with {}", fmt::join(values.tasks.co_players, ", "));
  auto text = fmt::format("{} agents {}, {}. ", generation.population(),
                          values.learning.self_reward_play ? "explore by self reward-play"
                                                           : "learn from their goals’ rewards",
                          company);
  const auto& chosen = generation.chosen;
  if (!chosen)
    return text
           + fmt::format("In progress, after {} steps each{}. ", readable(generation.agent_steps()),
                         generation.checks.empty()
                             ? ""
                             : fmt::format(" and check {}", generation.checks.back().number));
  auto reason =
      chosen->aim == to_string(generation_aim::exploration)
          ? std::string{"participation"}
          : fmt::format("score at percentile {}", values.evaluation.best_agent_percentile);
  return text
         + fmt::format("Agent {} was chosen, as it was after {} steps, for its {}. ",
                       chosen->number, readable(chosen->agent_steps), reason);
}

std::string legend_of_agents(const generation_history& generation) {
  std::vector<legend_entry> entries;
  for (std::uint64_t agent = 1; agent <= generation.population(); ++agent)
    entries.push_back({fmt::format("agent {}", agent), agent_colour(agent)});
  return legend(entries);
}

} // namespace

std::string generation_section(const generation_history& generation) {
  auto text = introduction(generation);
  auto evolved = values_of(generation);
  if (!evolved.constant.empty())
    text += fmt::format("The same for all: {}.", fmt::join(evolved.constant, ", "));
  auto figures = score_elements(generation) + lineage_element(generation) + evolved.figures;
  auto before = "<p class=\"faint\">" + html_escaped(text) + "</p>\n";
  auto heading = fmt::format("Generation {}", generation.number);
  if (figures.empty())
    return "<h2>" + heading + "</h2>\n" + before;
  return grid_section(heading, figures, before + legend_of_agents(generation))
         + evolution_table(generation);
}

} // namespace troupe
