#include "core/game/game.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <bitset>
#include <string>

namespace troupe {

game::game(std::span<const goal> goals) {
  if (goals.empty() || goals.size() > max_players)
    throw user_error("a game has one to " + std::to_string(max_players) + " goals, one per player; "
                     + std::to_string(goals.size()) + " were given");
  goals_.assign(goals.begin(), goals.end());
}

std::size_t game::options() const {
  std::size_t most = 0;
  for (const auto& aim : goals_)
    most = std::max(most, aim.options().size());
  return most;
}

std::size_t game::conjunctions() const {
  std::size_t most = 0;
  for (const auto& aim : goals_)
    most = std::max(most, aim.conjunctions());
  return most;
}

std::size_t game::predicates() const {
  std::bitset<atom::count> used;
  for (const auto& aim : goals_)
    for (auto predicate : aim.atoms())
      used.set(predicate.index());
  return used.count();
}

} // namespace troupe
