#include "actors/commands/episode_summary.hpp"

#include "core/game/goal_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace troupe {

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

void episode_summary::note(const episode& played) {
  players_ = played.players();
  steps_ = played.steps();
  state_hash_ = played.record().state_hashes.back();
  for (std::size_t player = 0; player < players_; ++player) {
    const auto& aim = played.played().goals()[player];
    if (goals_[player].empty() || goals_[player].back() != aim)
      goals_[player].push_back(aim);
    if (steps_ > 0)
      returns_[player] += played.rewards()[player];
    auto truths = atom_truths(aim, player, players_, played.predicates());
    for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
      auto& held = timeline_of(player, aim.atoms()[i]).held;
      if ((truths >> i & 1) == 0)
        continue;
      if (held.empty() || held.back().end != steps_)
        held.push_back({steps_, steps_});
      held.back().end = steps_ + 1;
    }
  }
}

episode_summary::timeline& episode_summary::timeline_of(std::size_t player, atom predicate) {
  auto found = std::find_if(timelines_.begin(), timelines_.end(), [&](const timeline& line) {
    return line.player == player && line.predicate == predicate;
  });
  if (found == timelines_.end())
    found = timelines_.insert(found, {player, predicate, {}});
  return *found;
}

nlohmann::ordered_json episode_summary::to_json() const {
  auto players = nlohmann::ordered_json::array();
  for (std::size_t player = 0; player < players_; ++player) {
    auto goals = nlohmann::ordered_json::array();
    for (const auto& aim : goals_[player])
      goals.push_back(to_string(aim));
    auto predicates = nlohmann::ordered_json::object();
    for (const auto& line : timelines_) {
      if (line.player != player)
        continue;
      auto spans = nlohmann::ordered_json::array();
      for (auto [first, end] : line.held)
        spans.push_back({first, end});
      predicates[to_string(line.predicate)] = spans;
    }
    players.push_back({{"goals", goals}, {"return", returns_[player]}, {"predicates", predicates}});
  }
  return {{"steps", steps_}, {"state_hash", hash_text(state_hash_)}, {"players", players}};
}

void episode_summary::print() const {
  fmt::print("{} steps, final state {}\n", steps_, hash_text(state_hash_));
  for (std::size_t player = 0; player < players_; ++player) {
    fmt::print("player {}: return {:.0f}\n", player + 1, returns_[player]);
    for (const auto& aim : goals_[player])
      fmt::print("  goal {}\n", to_string(aim));
    for (const auto& line : timelines_) {
      if (line.player != player)
        continue;
      std::uint32_t steps = 0;
      for (auto [first, end] : line.held)
        steps += end - first;
      fmt::print("  {:5.1f} % of the time: {}\n", 100.0 * steps / (steps_ + 1),
                 to_string(line.predicate));
    }
  }
}

} // namespace troupe
