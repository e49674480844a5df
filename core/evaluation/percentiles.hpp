#pragma once

#include "core/evaluation/bootstrap.hpp"
#include "core/evaluation/payoffs.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// What a policy is measured by (paper, section "Normalised Percentiles"). All functions use the
/// same episodes: those of a table in games with given co-players.

/// What a policy gets in a game with the co-player that is worst for it, on average over episodes.
/// Nothing if a co-player is missing, or there are none.
std::optional<double> performance(const payoff_table& table, const std::string& policy,
                                  std::size_t game, std::span<const std::string> co_players);

/// In how much of a game's tasks a policy got any reward: a task is the game with one co-player,
/// and one rewarded episode of it is enough. Nothing if a co-player is missing, or there are none.
std::optional<double> participation(const payoff_table& table, const std::string& policy,
                                    std::size_t game, std::span<const std::string> co_players);

/// The same over the tasks of all games of the table.
std::optional<double> participation(const payoff_table& table, const std::string& policy,
                                    std::span<const std::string> co_players);

/// The best performance in a game of any mixture of the population: the value of the game between
/// population and co-players. Who has not met all co-players is left out; nothing if nobody has.
std::optional<double> normaliser(const payoff_table& table, std::size_t game,
                                 std::span<const std::string> population,
                                 std::span<const std::string> co_players);

/// The normaliser of every game of the table. Throws `user_error` if one has none.
std::vector<double> normalisers(const payoff_table& table, std::span<const std::string> population,
                                std::span<const std::string> co_players);

/// The performance as a share of the normaliser: more than 1 for whoever is not in the population
/// and better. Where the population never gets anything, to get nothing is 0 and anything 1.
double normalised_score(double performance, double normaliser);

/// The paper looks at the worse half of the games.
inline constexpr std::size_t last_percentile = 50;

/// The scores at the percentiles 0, 1 … `max_percentile` (at most 100), interpolated between the
/// scores next to them. Throws `std::invalid_argument` without scores.
std::vector<double> percentile_curve(std::span<const double> scores,
                                     std::size_t max_percentile = last_percentile);

/// How a policy does.
struct agent_scores {
  /// The normalised score of each game.
  std::vector<double> by_game;
  std::vector<double> participation_by_game;
  /// The normalised score at the percentiles 0 … 50.
  std::vector<double> percentiles;
  /// Over all tasks.
  double participation = 0;
  /// The mean over all tasks of their mean returns, not normalised.
  double mean_return = 0;

  friend bool operator==(const agent_scores&, const agent_scores&) = default;
};

/// Scores a policy on all games of a table, in which it and the population have played. Throws
/// `user_error` if the policy has not played all tasks, or a game has no normaliser.
agent_scores score(const payoff_table& table, const std::string& policy,
                   std::span<const std::string> population,
                   std::span<const std::string> co_players);

/// The same with normalisers that are known, one for each game.
agent_scores score(const payoff_table& table, const std::string& policy,
                   std::span<const double> normalisers, std::span<const std::string> co_players);

/// Whether a curve is nowhere below another of the same length (the paper's ⪰).
bool is_at_least_as_good(std::span<const double> a, std::span<const double> b);

/// Whether a curve is nowhere below another, and somewhere above it (the paper's ≻).
bool dominates(std::span<const double> a, std::span<const double> b);

/// The indices of the curves that no other dominates.
std::vector<std::size_t> pareto_front(std::span<const std::vector<double>> curves);

/// The percentiles, with intervals over games.
std::vector<estimate> percentile_estimates(const agent_scores& scores, random_stream draws);

/// The participation, with an interval over games.
estimate participation_estimate(const agent_scores& scores, random_stream draws);

/// How much higher the participation of `a` is than that of `b` in the same games, with an interval
/// over these. Throws `std::invalid_argument` if there are not as many.
estimate participation_difference(const agent_scores& a, const agent_scores& b,
                                  random_stream draws);

} // namespace troupe
