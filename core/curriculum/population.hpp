#pragma once

#include "core/curriculum/evolution.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// What a population remembers between two checks for evolution, apart from what its agents have
/// learnt. Agents are numbered from 1.
struct population_state {
  struct agent {
    evolving_values values;
    /// Nothing if it never was a child.
    std::optional<std::int64_t> steps_at_last_evolution;

    friend bool operator==(const agent&, const agent&) = default;
  };

  std::vector<agent> agents;
  /// How many were made: the agents have been compared at so many milestones.
  std::int64_t checks = 0;
  /// Decided at the last check, and not carried out yet.
  std::optional<evolution> under_way;

  [[nodiscard]] agent& of(std::uint64_t number) { return agents[number - 1]; }
  [[nodiscard]] const agent& of(std::uint64_t number) const { return agents[number - 1]; }

  friend bool operator==(const population_state&, const population_state&) = default;
};

/// What decides who evolves: the scores at some percentiles, or participation where agents
/// explore (paper, section "Generational training").
std::vector<double> fitness_of(std::span<const double> percentile_curve, double participation,
                               std::span<const std::int64_t> percentiles, generation_aim aim);

/// Checks for evolution once all agents have come to the same milestone, each with so many steps;
/// `fitness` is by agent. Counts the check. An evolution that it decides is under way from now on:
/// the child already has its new values, drawn from `stream`.
void check_for_evolution(population_state& state, std::int64_t agent_steps,
                         std::span<const std::vector<double>> fitness, const evolution_rules& rules,
                         const random_stream& stream);

} // namespace troupe
