#include "core/curriculum/population.hpp"

namespace troupe {

std::vector<double> fitness_of(std::span<const double> percentile_curve, double participation,
                               std::span<const std::int64_t> percentiles, generation_aim aim) {
  if (aim == generation_aim::exploration)
    return {participation};
  std::vector<double> fitness;
  for (auto percentile : percentiles)
    fitness.push_back(percentile_curve[static_cast<std::size_t>(percentile)]);
  return fitness;
}

void check_for_evolution(population_state& state, std::int64_t agent_steps,
                         std::span<const std::vector<double>> fitness, const evolution_rules& rules,
                         const random_stream& stream) {
  std::vector<population_member> members;
  for (std::size_t i = 0; i < state.agents.size(); ++i)
    members.push_back({i + 1, agent_steps, state.agents[i].steps_at_last_evolution, fitness[i]});
  auto check = stream.split(static_cast<std::uint64_t>(state.checks++));
  state.under_way = choose_evolution(members, rules);
  if (!state.under_way)
    return;
  auto& child = state.of(state.under_way->child);
  child.values = mutate(state.of(state.under_way->parent).values, rules, check);
  child.steps_at_last_evolution = agent_steps;
}

} // namespace troupe
