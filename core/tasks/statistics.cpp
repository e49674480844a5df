#include "core/tasks/statistics.hpp"

#include "core/game/properties.hpp"
#include "core/world/distances.hpp"

#include <algorithm>
#include <bit>

namespace troupe {

std::optional<std::size_t> atom_changes(const goal& aim, std::uint8_t atom_truths) {
  std::optional<std::size_t> fewest;
  for (auto way : aim.options()) {
    auto wrong = static_cast<std::uint8_t>((atom_truths ^ way.required) & way.mentioned());
    auto changes = static_cast<std::size_t>(std::popcount(wrong));
    fewest = std::min(fewest.value_or(changes), changes);
  }
  return fewest;
}

task_statistics statistics_of(const task& t, std::uint8_t initial_truths) {
  const auto& aim = t.played.goals().front();
  auto paths = shortest_path_distribution(make_topology_graph(t.place.tiles).paths);
  return {
      .competitiveness = properties(t.played).competitiveness,
      .options = aim.options().size(),
      .shortest_path_entropy = quadratic_entropy(paths),
      .initial_atom_changes = atom_changes(aim, initial_truths),
  };
}

} // namespace troupe
