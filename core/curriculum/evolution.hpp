#pragma once

#include "core/curriculum/dtg.hpp"
#include "core/learning/hyperparameters.hpp"
#include "core/support/random.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace troupe {

/// What population based training copies from agent to agent, and mutates.
struct evolving_values {
  evolving_hyperparameters learning;
  dtg_thresholds thresholds;

  friend bool operator==(const evolving_values&, const evolving_values&) = default;
};

/// How agents evolve (paper, appendix "Population Based Training").
struct evolution_rules {
  /// Agent steps before the first check.
  std::int64_t initial_steps = 500'000'000;
  /// Agent steps from check to check.
  std::int64_t check_interval = 100'000'000;
  /// Agent steps for which an agent that has evolved is left alone.
  std::int64_t cool_down = 250'000'000;
  /// The parent's fitness must exceed the child's by more than this factor.
  double min_ratio = 1.01;

  /// The probability of each hyperparameter to mutate; then it rises or falls, equally likely.
  double mutation_chance = 0.5;
  double epsilon_alpha_factor = 1.2;
  double learning_rate_factor = 1.2;
  double m_cont_step = 7.5;
  double m_s_factor = 1.1;
  double m_greater_factor = 1.2;
  /// Of m_solved and m_>cont.
  double probability_step = 0.1;
  /// Thresholds that are returns stay within 0 and this: the steps of an episode.
  double max_return = 900;

  friend bool operator==(const evolution_rules&, const evolution_rules&) = default;
};

/// How many checks for evolution an agent has come to with so many steps: one when the initial
/// period ends, then one after each interval.
std::int64_t checks_within(std::int64_t agent_steps, const evolution_rules& rules);

/// An agent as others of its population see it.
struct population_member {
  std::uint64_t id = 0;
  std::int64_t agent_steps = 0;
  /// Nothing if it never was a child.
  std::optional<std::int64_t> steps_at_last_evolution;
  /// Normalised scores at some percentiles, or participation alone: the same for all members, none
  /// negative. Who has none yet takes no part.
  std::vector<double> fitness;

  friend bool operator==(const population_member&, const population_member&) = default;
};

/// One agent to be replaced by a mutated copy of another.
struct evolution {
  std::uint64_t parent = 0;
  std::uint64_t child = 0;
  /// Of their summed fitness; infinite if the child has none.
  double ratio = 0;

  friend bool operator==(const evolution&, const evolution&) = default;
};

/// How many times as fit as the child the parent is: infinite if the child's fitness sums to 0 and
/// the parent's does not. Nothing if the parent may not replace the child: because it is worse in
/// any respect, or not enough better, or because the child is new or has evolved lately.
std::optional<double> eligible_ratio(const population_member& parent,
                                     const population_member& child, const evolution_rules& rules);

/// The eligible pair with the highest ratio; nothing if there is none. Of equal pairs the one whose
/// parent is fitter, then whose parent and whose child have the lower number: the order of
/// `members` does not matter.
std::optional<evolution> choose_evolution(std::span<const population_member> members,
                                          const evolution_rules& rules);

/// What a child gets of its parent's values: each mutated by chance, and kept in its range. Every
/// value draws from a stream of its own, so none depends on what the others drew.
evolving_values mutate(evolving_values values, const evolution_rules& rules,
                       const random_stream& stream);

/// An agent, or an earlier state of it, that a generation has produced.
struct generation_product {
  std::uint64_t agent = 0;
  std::int64_t agent_steps = 0;
  /// The share of tasks in which it earned any reward.
  double participation = 0;
  /// Its normalised score at the percentile that decides: the paper's 10th.
  double low_percentile = 0;

  friend bool operator==(const generation_product&, const generation_product&) = default;
};

/// What decides which agent is a generation's best.
enum class generation_aim : std::uint8_t {
  exploration, ///< by self reward-play: participation
  competence,  ///< the low percentile
};
template <>
inline constexpr std::array<std::string_view, 2> words<generation_aim>{"exploration", "competence"};

/// The best of all that a generation has produced (paper, section "Generational training"); nothing
/// if that is nothing. Of equals the one that is better in the other measure, then has learnt
/// longer, then has the lower number.
std::optional<generation_product> best_of_generation(std::span<const generation_product> products,
                                                     generation_aim aim);

} // namespace troupe
