#include "actors/commands/experiment_page.hpp"

#include "actors/commands/report_generation.hpp"
#include "actors/commands/report_parts.hpp"
#include "actors/commands/report_summary.hpp"
#include "actors/experiment_folder.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>

namespace troupe {

namespace {

namespace fs = std::filesystem;

std::string generation_colour(std::uint64_t number) {
  return colour_of(number - 1);
}

std::string generation_title(std::uint64_t number) {
  return fmt::format("generation {}", number);
}

std::string steps_text(double steps) {
  return readable(std::round(steps));
}

// -- scores ---------------------------------------------------------------------------------------

/// Somebody with a curve of percentiles of their own.
struct scored_player {
  std::string name;
  agent_scores scores;
  std::string colour;
  /// Not of a generation.
  bool always_plays = false;
};

/// Everybody at the end or, before that, whoever was chosen so far. The last chosen comes last.
std::vector<scored_player> scored_players(const experiment_history& experiment) {
  std::vector<scored_player> players;
  for (const auto& [name, scores] : experiment.result)
    players.push_back({name, scores, name == "noop" ? "#d1d5db" : "#6b7280", true});
  for (const auto& generation : experiment.generations) {
    auto name = chosen_name(generation.number);
    auto colour = generation_colour(generation.number);
    auto found = std::ranges::find(players, name, &scored_player::name);
    if (found != players.end())
      *found = {name, found->scores, colour, false};
    else if (generation.chosen && !experiment.is_finished())
      players.push_back({name, generation.chosen->scores, colour, false});
  }
  std::ranges::stable_partition(players, &scored_player::always_plays);
  return players;
}

figure percentiles_figure(const std::vector<scored_player>& players) {
  figure drawn;
  drawn.width = 540;
  drawn.height = 310;
  drawn.x_label = "percentile of the games";
  drawn.from_zero = true;
  for (const auto& player : players) {
    auto& line = drawn.curves.emplace_back(curve{player.colour, player.always_plays, {}});
    for (std::size_t i = 0; i < player.scores.percentiles.size(); ++i)
      line.points.emplace_back(static_cast<double>(i), player.scores.percentiles[i]);
  }
  return drawn;
}

std::string scores_table(const experiment_history& experiment,
                         const std::vector<scored_player>& players) {
  const auto& percentiles = experiment.values.pbt.percentiles;
  std::vector<std::string> head{"", "participation", "mean return"};
  for (auto percentile : percentiles)
    head.push_back(fmt::format("p{}", percentile));
  std::vector<table_row> rows;
  for (const auto& [name, scores, colour, always_plays] : players) {
    auto& row = rows.emplace_back();
    row.cells = {name, percent_text(scores.participation), return_text(scores.mean_return)};
    for (auto percentile : percentiles)
      row.cells.push_back(score_text(score_at(scores, percentile)));
    row.stands_out = &name == &players.back().name;
  }
  return table_element(head, rows);
}

std::string scores_section(const experiment_history& experiment) {
  auto players = scored_players(experiment);
  if (players.empty())
    return "";
  std::vector<legend_entry> entries;
  for (const auto& player : players)
    entries.push_back({player.name, player.colour, player.always_plays});
  return "<h2>Normalised scores in the validation games</h2>\n" + legend(entries)
         + "<div class=\"latest\">\n<div>"
         + figure_element(percentiles_figure(players), "normalised score by percentile", "")
         + "</div>\n<div>" + scores_table(experiment, players)
         + fmt::format("<p class=\"faint\">{} The score at percentile p: in p % of the games it is "
                       "not higher.</p></div>\n</div>\n",
                       experiment.is_finished()
                           ? "All who were chosen, compared at the end."
                           : "All who were chosen so far, each compared with its generation.");
}

std::string headline(const experiment_history& experiment) {
  auto text =
      fmt::format("{} of {} generations are over. ",
                  std::ranges::count_if(experiment.generations,
                                        [](const auto& each) { return each.chosen.has_value(); }),
                  experiment.values.generations.count);
  auto players = scored_players(experiment);
  if (players.empty() || players.back().always_plays)
    return text + "Nobody was chosen yet.";
  const auto& [name, scores, colour, always_plays] = players.back();
  return text
         + fmt::format("The last one chosen, {}, takes part in <b>{}</b> of the validation tasks; "
                       "its median normalised score is <b>{}</b>.",
                       html_escaped(name), percent_text(scores.participation),
                       score_text(score_at(scores, last_percentile)));
}

// -- training over all generations ----------------------------------------------------------------

/// After how many steps each generation begins, if they come one after the other; and the end.
std::vector<double> beginnings_of(const experiment_history& experiment) {
  std::vector<double> steps{0};
  for (const auto& generation : experiment.generations)
    steps.push_back(steps.back() + generation.agent_steps());
  return steps;
}

std::string legend_of_generations(const experiment_history& experiment) {
  std::vector<legend_entry> entries;
  for (const auto& generation : experiment.generations)
    entries.push_back({generation_title(generation.number), generation_colour(generation.number)});
  return legend(entries);
}

/// A metric of every agent, one generation after the other.
std::string metric_element(const experiment_history& experiment, const std::string& metric,
                           std::string_view title) {
  auto beginnings = beginnings_of(experiment);
  auto steps = steps_axis(beginnings.back());
  figure drawn;
  drawn.x_label = steps.label;
  for (const auto& generation : experiment.generations)
    for (const auto& agent : generation.agents) {
      auto& line =
          drawn.curves.emplace_back(curve{generation_colour(generation.number), false, {}});
      auto found = agent.metrics.find(metric);
      if (found == agent.metrics.end())
        continue;
      for (const auto& point : found->second)
        line.points.emplace_back(
            (beginnings[generation.number - 1] + point.agent_steps) / steps.unit, point.value);
    }
  return figure_element(drawn, title, "");
}

/// The paper's figure "Evolution of the training distribution".
std::string distribution_section(const experiment_history& experiment) {
  constexpr std::array<std::pair<const char*, const char*>, 5> panels{
      {{"dtg.tasks.competitiveness", "competitiveness"},
       {"dtg.tasks.options", "number of options"},
       {"dtg.tasks.opponent_strength", "strength of opponents"},
       {"dtg.tasks.shortest_path_entropy", "entropy of shortest paths"},
       {"dtg.tasks.initial_atom_changes", "initial atom changes"}}};
  std::string text;
  for (const auto& [metric, title] : panels)
    text += metric_element(experiment, metric, title);
  return grid_section("The tasks that agents train on", text, legend_of_generations(experiment));
}

// -- trials ---------------------------------------------------------------------------------------

/// What can come of the trial of a task.
struct trial_outcome {
  const char* metric;
  const char* name;
  const char* colour;
};
constexpr std::array<trial_outcome, 4> trial_outcomes{
    {{"accepted", "accepted", "#16a34a"},
     {"rejected.not-solved", "solved already", "#2563eb"},
     {"rejected.better-than-control", "no better than the control policy", "#ea580c"},
     {"rejected.control-fails", "the control policy succeeds", "#9ca3af"}}};

using outcome_counts = std::array<double, trial_outcomes.size()>;

double sum_of(const outcome_counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

/// How often something was counted before an agent had made so many steps.
double counted_by(const std::vector<metric_point>& totals, double agent_steps) {
  auto later = std::ranges::upper_bound(totals, agent_steps, {}, &metric_point::agent_steps);
  return later == totals.begin() ? 0 : std::prev(later)->value;
}

/// The outcomes of all trials of a generation's agents, at several numbers of steps.
std::vector<outcome_counts> outcomes_at(const generation_history& generation,
                                        const std::string& kind,
                                        const std::vector<double>& agent_steps) {
  std::vector<outcome_counts> counts(agent_steps.size(), outcome_counts{});
  for (const auto& agent : generation.agents)
    for (std::size_t what = 0; what < trial_outcomes.size(); ++what) {
      auto totals = totals_of(agent, kind + trial_outcomes.at(what).metric);
      for (std::size_t i = 0; i < agent_steps.size(); ++i)
        counts[i].at(what) += counted_by(totals, agent_steps[i]);
    }
  return counts;
}

/// Which share of the trials of proposals came out how, in each of some parts of a generation.
figure trials_figure(const experiment_history& experiment) {
  constexpr std::size_t parts = 20;
  auto beginnings = beginnings_of(experiment);
  auto steps = steps_axis(beginnings.back());
  figure drawn;
  drawn.width = 540;
  drawn.height = 310;
  drawn.x_label = steps.label;
  drawn.from_zero = true;
  for (const auto& outcome : trial_outcomes)
    drawn.curves.push_back({outcome.colour, false, {}});
  for (const auto& generation : experiment.generations) {
    std::vector<double> ends;
    for (std::size_t i = 1; i <= parts; ++i)
      ends.push_back(generation.agent_steps() * static_cast<double>(i) / parts);
    outcome_counts before{};
    auto counts = outcomes_at(generation, "dtg.", ends);
    for (std::size_t i = 0; i < parts; ++i) {
      auto trials = sum_of(counts[i]) - sum_of(before);
      for (std::size_t what = 0; what < before.size() && trials > 0; ++what)
        drawn.curves[what].points.emplace_back((beginnings[generation.number - 1] + ends[i])
                                                   / steps.unit,
                                               (counts[i].at(what) - before.at(what)) / trials);
      before = counts[i];
    }
  }
  return drawn;
}

/// How many trials came out how, of proposals and of tasks that were trained on for a while.
std::string trials_table(const experiment_history& experiment) {
  std::vector<std::string> head{""};
  for (const auto& generation : experiment.generations)
    head.push_back(generation_title(generation.number));
  std::vector<table_row> rows;
  for (const auto& [kind, title] :
       {std::pair{"dtg.", "proposals tried"}, std::pair{"dtg.again.", "tried again"}}) {
    auto all = rows.size();
    rows.push_back({{title}, true});
    for (const auto& outcome : trial_outcomes)
      rows.push_back({{outcome.name}, false});
    for (const auto& generation : experiment.generations) {
      auto counts = outcomes_at(generation, kind, {generation.agent_steps()}).front();
      auto trials = sum_of(counts);
      rows[all].cells.push_back(steps_text(trials));
      for (std::size_t what = 0; what < counts.size(); ++what)
        rows[all + 1 + what].cells.push_back(percent_text(counts.at(what) / trials));
    }
  }
  return table_element(head, rows);
}

std::string trials_section(const experiment_history& experiment) {
  auto shares = trials_figure(experiment);
  if (shares.empty())
    return "";
  std::vector<legend_entry> entries;
  for (const auto& outcome : trial_outcomes)
    entries.push_back({outcome.name, outcome.colour});
  return "<h2>Trials of tasks</h2>\n" + legend(entries) + "<div class=\"latest\">\n<div>"
         + figure_element(shares, "share of the trials of proposals", "") + "</div>\n<div>"
         + trials_table(experiment) + "</div>\n</div>\n";
}

// -- tables ---------------------------------------------------------------------------------------

std::string co_player_section(const experiment_history& experiment) {
  if (experiment.generations.empty())
    return "";
  std::vector<table_row> rows;
  for (const auto& generation : experiment.generations)
    rows.push_back({{generation_title(generation.number),
                     fmt::format("{}", fmt::join(generation.values.tasks.co_players, ", "))}});
  return "<h2>Co-players</h2>\n" + table_element({"", "who plays with its agents"}, rows);
}

table_row budget_row(const std::string& title, const step_budget& used, double of) {
  return {{title, steps_text(used.training), steps_text(used.trials), steps_text(used.evaluation),
           percent_text((used.training + used.trials + used.evaluation) / of)}};
}

std::string budget_section(const experiment_history& experiment) {
  auto all = budget_of(experiment);
  auto of = all.training + all.trials + all.evaluation;
  std::vector<table_row> rows;
  step_budget co_players{.evaluation = all.evaluation};
  for (const auto& generation : experiment.generations) {
    auto used = budget_of(generation);
    co_players.evaluation -= used.evaluation;
    rows.push_back(budget_row(generation_title(generation.number), used, of));
  }
  rows.push_back(budget_row("co-players", co_players, of));
  rows.push_back(budget_row("all", all, of));
  rows.back().stands_out = true;
  rows.push_back({{"share", percent_text(all.training / of), percent_text(all.trials / of),
                   percent_text(all.evaluation / of), ""}});
  return "<h2>What environments were stepped for</h2>\n"
         + table_element({"", "training", "trials of tasks", "evaluation", "share"}, rows);
}

// -- videos ---------------------------------------------------------------------------------------

/// What a video shows, by the number that is its name.
struct filmed_game {
  std::uint64_t generation = 0;
  std::uint64_t game = 0;
};

filmed_game game_in(const fs::path& video) {
  constexpr std::uint64_t games = 100; // as GENERATION MANAGER numbers them
  auto number = std::strtoull(video.stem().c_str(), nullptr, 10);
  return {number / games, number % games};
}

std::string video_caption(const fs::path& video) {
  auto [generation, game] = game_in(video);
  return fmt::format("{}<span>game {}</span>", generation_title(generation), game);
}

/// The newest first; those of each generation's first game before all others.
std::string videos_of(const experiment_history& experiment) {
  std::vector<fs::path> newest_first{experiment.videos.rbegin(), experiment.videos.rend()};
  auto wanted = newest_first;
  std::ranges::stable_sort(wanted, {}, [](const fs::path& video) { return game_in(video).game; });
  return video_section(newest_first, wanted, video_caption);
}

} // namespace

std::string experiment_page(const experiment_history& experiment) {
  std::string generations;
  for (const auto& generation : experiment.generations)
    generations += generation_section(generation);
  return whole_page({"Troupe experiment", name_of(experiment.folder), headline(experiment),
                     tiles(counters_of(experiment)) + scores_section(experiment)
                         + videos_of(experiment) + generations + distribution_section(experiment)
                         + trials_section(experiment) + co_player_section(experiment)
                         + budget_section(experiment),
                     experiment.configuration});
}

} // namespace troupe
