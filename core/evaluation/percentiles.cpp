#include "core/evaluation/percentiles.hpp"

#include "core/evaluation/matrix_game.hpp"
#include "core/support/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <stdexcept>

namespace troupe {

namespace {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.) / static_cast<double>(values.size());
}

/// What a policy got with each co-player. Empty if it has not met all of them.
std::vector<payoff_cell> cells(const payoff_table& table, const std::string& policy,
                               std::size_t game, std::span<const std::string> co_players) {
  std::vector<payoff_cell> found;
  for (const auto& co_player : co_players) {
    auto cell = table.cell(policy, co_player, game);
    if (!cell)
      return {};
    found.push_back(*cell);
  }
  return found;
}

std::vector<double> mean_returns(std::span<const payoff_cell> cells) {
  std::vector<double> means;
  std::ranges::transform(cells, std::back_inserter(means), &payoff_cell::mean_return);
  return means;
}

double share_rewarded(std::span<const payoff_cell> cells) {
  auto rewarded =
      std::ranges::count_if(cells, [](const payoff_cell& cell) { return cell.rewarded > 0; });
  return static_cast<double>(rewarded) / static_cast<double>(cells.size());
}

std::string task_name(std::size_t game, const std::string& co_player) {
  return "game " + std::to_string(game) + " with '" + co_player + "'";
}

void require_played(const payoff_table& table, const std::string& policy, std::size_t games,
                    std::span<const std::string> co_players) {
  if (games == 0 || co_players.empty())
    throw user_error("'" + policy + "' cannot be scored: there are no "
                     + (games == 0 ? "games." : "co-players."));
  std::string first;
  std::size_t missing = 0;
  for (std::size_t game = 0; game < games; ++game)
    for (const auto& co_player : co_players)
      if (!table.cell(policy, co_player, game) && missing++ == 0)
        first = task_name(game, co_player);
  if (missing > 0)
    throw user_error(
        "'" + policy + "' cannot be scored: it has not played " + first
        + (missing > 1 ? ", nor " + std::to_string(missing - 1) + " more tasks." : "."));
}

estimate mean_estimate(std::span<const double> values, random_stream draws) {
  auto statistic = [&](std::span<const std::size_t> sample) {
    double sum = 0;
    for (auto item : sample)
      sum += values[item];
    return std::vector<double>{sum / static_cast<double>(sample.size())};
  };
  return bootstrap(values.size(), statistic, draws).front();
}

} // namespace

std::optional<double> performance(const payoff_table& table, const std::string& policy,
                                  std::size_t game, std::span<const std::string> co_players) {
  auto found = cells(table, policy, game, co_players);
  if (found.empty())
    return std::nullopt;
  return std::ranges::min(mean_returns(found));
}

std::optional<double> participation(const payoff_table& table, const std::string& policy,
                                    std::size_t game, std::span<const std::string> co_players) {
  auto found = cells(table, policy, game, co_players);
  if (found.empty())
    return std::nullopt;
  return share_rewarded(found);
}

std::optional<double> participation(const payoff_table& table, const std::string& policy,
                                    std::span<const std::string> co_players) {
  std::vector<double> by_game;
  for (std::size_t game = 0; game < table.games(); ++game) {
    auto share = participation(table, policy, game, co_players);
    if (!share)
      return std::nullopt;
    by_game.push_back(*share);
  }
  if (by_game.empty())
    return std::nullopt;
  return mean(by_game);
}

std::optional<double> normaliser(const payoff_table& table, std::size_t game,
                                 std::span<const std::string> population,
                                 std::span<const std::string> co_players) {
  std::vector<double> payoffs;
  for (const auto& policy : population)
    std::ranges::copy(mean_returns(cells(table, policy, game, co_players)),
                      std::back_inserter(payoffs));
  if (payoffs.empty())
    return std::nullopt;
  auto rows = payoffs.size() / co_players.size();
  return solve(payoff_matrix(rows, co_players.size(), std::move(payoffs))).value;
}

std::vector<double> normalisers(const payoff_table& table, std::span<const std::string> population,
                                std::span<const std::string> co_players) {
  std::vector<double> found;
  for (std::size_t game = 0; game < table.games(); ++game) {
    auto best = normaliser(table, game, population, co_players);
    if (!best)
      throw user_error("Game " + std::to_string(game)
                       + " has no normaliser: none of the population has played it with all "
                         "co-players.");
    found.push_back(*best);
  }
  return found;
}

double normalised_score(double performance, double normaliser) {
  if (normaliser == 0)
    return performance == 0 ? 0 : 1;
  return performance / normaliser;
}

std::vector<double> percentile_curve(std::span<const double> scores, std::size_t max_percentile) {
  if (scores.empty() || max_percentile > 100)
    throw std::invalid_argument("Percentiles are 0 to 100, of at least one score.");
  std::vector<double> sorted(scores.begin(), scores.end());
  std::ranges::sort(sorted);
  std::vector<double> curve;
  for (std::size_t k = 0; k <= max_percentile; ++k) {
    auto hundredths = k * (sorted.size() - 1);
    auto below = hundredths / 100;
    auto above = std::min(below + 1, sorted.size() - 1);
    auto between = static_cast<double>(hundredths % 100) / 100;
    curve.push_back(std::lerp(sorted[below], sorted[above], between));
  }
  return curve;
}

agent_scores score(const payoff_table& table, const std::string& policy,
                   std::span<const std::string> population,
                   std::span<const std::string> co_players) {
  return score(table, policy, normalisers(table, population, co_players), co_players);
}

agent_scores score(const payoff_table& table, const std::string& policy,
                   std::span<const double> normalisers, std::span<const std::string> co_players) {
  if (table.games() > normalisers.size())
    throw std::invalid_argument("Every game that is scored has a normaliser.");
  require_played(table, policy, normalisers.size(), co_players);
  agent_scores scores;
  std::vector<double> return_by_game;
  for (std::size_t game = 0; game < normalisers.size(); ++game) {
    auto found = cells(table, policy, game, co_players);
    auto returns = mean_returns(found);
    scores.by_game.push_back(normalised_score(std::ranges::min(returns), normalisers[game]));
    scores.participation_by_game.push_back(share_rewarded(found));
    return_by_game.push_back(mean(returns));
  }
  scores.percentiles = percentile_curve(scores.by_game);
  scores.participation = mean(scores.participation_by_game);
  scores.mean_return = mean(return_by_game);
  return scores;
}

bool is_at_least_as_good(std::span<const double> a, std::span<const double> b) {
  return std::ranges::equal(a, b, std::greater_equal{});
}

bool dominates(std::span<const double> a, std::span<const double> b) {
  return is_at_least_as_good(a, b) && !is_at_least_as_good(b, a);
}

std::vector<std::size_t> pareto_front(std::span<const std::vector<double>> curves) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < curves.size(); ++i)
    if (std::ranges::none_of(curves,
                             [&](const auto& other) { return dominates(other, curves[i]); }))
      front.push_back(i);
  return front;
}

std::vector<estimate> percentile_estimates(const agent_scores& scores, random_stream draws) {
  auto statistic = [&](std::span<const std::size_t> sample) {
    std::vector<double> drawn;
    for (auto game : sample)
      drawn.push_back(scores.by_game[game]);
    return percentile_curve(drawn);
  };
  return bootstrap(scores.by_game.size(), statistic, draws);
}

estimate participation_estimate(const agent_scores& scores, random_stream draws) {
  return mean_estimate(scores.participation_by_game, draws);
}

estimate participation_difference(const agent_scores& a, const agent_scores& b,
                                  random_stream draws) {
  const auto& first = a.participation_by_game;
  const auto& second = b.participation_by_game;
  if (first.size() != second.size())
    throw std::invalid_argument("Agents are compared on the same games.");
  std::vector<double> differences;
  std::ranges::transform(first, second, std::back_inserter(differences), std::minus{});
  return mean_estimate(differences, draws);
}

} // namespace troupe
