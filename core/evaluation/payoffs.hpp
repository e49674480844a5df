#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// What some episodes of one policy, with one co-player in one game, came to.
struct payoff_cell {
  std::uint64_t episodes = 0;
  double sum_of_returns = 0;
  /// How many of the episodes had any reward.
  std::uint64_t rewarded = 0;

  [[nodiscard]] double mean_return() const {
    return episodes == 0 ? 0 : sum_of_returns / static_cast<double>(episodes);
  }

  friend bool operator==(const payoff_cell&, const payoff_cell&) = default;
};

/// What policies got as the first player of numbered games whose other slots one co-player filled.
/// Each policy, co-player and game has a cell once an episode of them is known.
class payoff_table {
public:
  /// One episode. Throws `std::invalid_argument` if its return is negative or not finite.
  void add(const std::string& policy, const std::string& co_player, std::size_t game,
           double episode_return);
  /// Any number of episodes.
  void add(const std::string& policy, const std::string& co_player, std::size_t game,
           const payoff_cell& episodes);
  /// Adds all episodes of another table.
  void merge(const payoff_table& other);

  [[nodiscard]] std::optional<payoff_cell>
  cell(const std::string& policy, const std::string& co_player, std::size_t game) const;

  /// Everybody who has a cell, in alphabetical order.
  [[nodiscard]] std::vector<std::string> policies() const;
  [[nodiscard]] std::vector<std::string> co_players() const;
  /// One more than the highest game that has a cell.
  [[nodiscard]] std::size_t games() const;

  /// Calls `visit(policy, co_player, game, cell)` for every cell, ordered by these.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (const auto& [policy, by_co_player] : cells_)
      for (const auto& [co_player, by_game] : by_co_player)
        for (std::size_t game = 0; game < by_game.size(); ++game)
          if (by_game[game].episodes > 0)
            visit(policy, co_player, game, by_game[game]);
  }

  friend bool operator==(const payoff_table&, const payoff_table&) = default;

private:
  /// By policy, co-player and game; up to the last game that they played. A cell without episodes
  /// stands for none.
  std::map<std::string, std::map<std::string, std::vector<payoff_cell>>> cells_;
};

} // namespace troupe
