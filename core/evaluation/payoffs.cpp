#include "core/evaluation/payoffs.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace troupe {

void payoff_table::add(const std::string& policy, const std::string& co_player, std::size_t game,
                       double episode_return) {
  add(policy, co_player, game, payoff_cell{1, episode_return, episode_return > 0 ? 1U : 0U});
}

void payoff_table::add(const std::string& policy, const std::string& co_player, std::size_t game,
                       const payoff_cell& episodes) {
  if (!std::isfinite(episodes.sum_of_returns) || episodes.sum_of_returns < 0)
    throw std::invalid_argument("Returns are finite and not negative.");
  if (episodes.episodes == 0)
    return;
  auto& by_game = cells_[policy][co_player];
  by_game.resize(std::max(by_game.size(), game + 1));
  by_game[game].episodes += episodes.episodes;
  by_game[game].sum_of_returns += episodes.sum_of_returns;
  by_game[game].rewarded += episodes.rewarded;
}

void payoff_table::merge(const payoff_table& other) {
  other.for_each([&](const auto& policy, const auto& co_player, auto game, const auto& episodes) {
    add(policy, co_player, game, episodes);
  });
}

std::optional<payoff_cell> payoff_table::cell(const std::string& policy,
                                              const std::string& co_player,
                                              std::size_t game) const {
  auto by_co_player = cells_.find(policy);
  if (by_co_player == cells_.end())
    return std::nullopt;
  auto by_game = by_co_player->second.find(co_player);
  if (by_game == by_co_player->second.end() || game >= by_game->second.size()
      || by_game->second[game].episodes == 0)
    return std::nullopt;
  return by_game->second[game];
}

std::vector<std::string> payoff_table::policies() const {
  std::vector<std::string> names;
  for (const auto& [policy, by_co_player] : cells_)
    names.push_back(policy);
  return names;
}

std::vector<std::string> payoff_table::co_players() const {
  std::set<std::string> names;
  for (const auto& [policy, by_co_player] : cells_)
    for (const auto& [co_player, by_game] : by_co_player)
      names.insert(co_player);
  return {names.begin(), names.end()};
}

std::size_t payoff_table::games() const {
  std::size_t count = 0;
  for (const auto& [policy, by_co_player] : cells_)
    for (const auto& [co_player, by_game] : by_co_player)
      count = std::max(count, by_game.size());
  return count;
}

} // namespace troupe
