#include "core/curriculum/evolution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace troupe {

namespace {

/// Children of the stream that a mutation draws from. Part of every seed's meaning: append, never
/// reorder.
enum stream_use : std::uint64_t {
  for_epsilon_alpha,
  for_learning_rate,
  for_m_cont,
  for_m_s,
  for_m_greater,
  for_m_solved,
  for_m_greater_cont,
};

double total(const population_member& member) {
  return std::accumulate(member.fitness.begin(), member.fitness.end(), 0.0);
}

double ratio_of(double parent, double child) {
  if (child == 0)
    return parent > 0 ? std::numeric_limits<double>::infinity() : 0;
  return parent / child;
}

bool may_evolve(const population_member& child, const evolution_rules& rules) {
  return child.agent_steps >= rules.initial_steps
         && (!child.steps_at_last_evolution
             || child.agent_steps - *child.steps_at_last_evolution >= rules.cool_down);
}

bool is_nowhere_worse(const population_member& parent, const population_member& child) {
  return !parent.fitness.empty()
         && std::equal(parent.fitness.begin(), parent.fitness.end(), child.fitness.begin(),
                       child.fitness.end(), std::greater_equal{});
}

/// Decimals as they are written, free of what adding up has made of them: tenths stay tenths.
double rounded_decimal(double value) {
  constexpr double digits = 1e9;
  return std::round(value * digits) / digits;
}

enum class change : std::uint8_t { none, up, down };

change draw_change(random_stream stream, double chance) {
  if (!stream.chance(chance))
    return change::none;
  return stream.chance(0.5) ? change::up : change::down;
}

double scaled(double value, double factor, change how) {
  switch (how) {
  case change::up:
    return value * factor;
  case change::down:
    return value / factor;
  default:
    return value;
  }
}

double shifted(double value, double step, change how) {
  switch (how) {
  case change::up:
    return rounded_decimal(value + step);
  case change::down:
    return rounded_decimal(value - step);
  default:
    return value;
  }
}

} // namespace

std::int64_t checks_within(std::int64_t agent_steps, const evolution_rules& rules) {
  if (agent_steps < rules.initial_steps)
    return 0;
  return 1 + (agent_steps - rules.initial_steps) / rules.check_interval;
}

std::optional<double> eligible_ratio(const population_member& parent,
                                     const population_member& child, const evolution_rules& rules) {
  if (parent.id == child.id || !may_evolve(child, rules) || !is_nowhere_worse(parent, child))
    return std::nullopt;
  auto ratio = ratio_of(total(parent), total(child));
  if (!(ratio > rules.min_ratio))
    return std::nullopt;
  return ratio;
}

std::optional<evolution> choose_evolution(std::span<const population_member> members,
                                          const evolution_rules& rules) {
  std::optional<evolution> best;
  double best_total = 0;
  for (const auto& parent : members)
    for (const auto& child : members) {
      auto ratio = eligible_ratio(parent, child, rules);
      if (!ratio)
        continue;
      auto parent_total = total(parent);
      if (!best
          || std::tuple(*ratio, parent_total, best->parent, best->child)
                 > std::tuple(best->ratio, best_total, parent.id, child.id)) {
        best = evolution{parent.id, child.id, *ratio};
        best_total = parent_total;
      }
    }
  return best;
}

evolving_values mutate(evolving_values values, const evolution_rules& rules,
                       const random_stream& stream) {
  auto change_of = [&](stream_use use) {
    return draw_change(stream.split(use), rules.mutation_chance);
  };
  auto scale = [&](double& value, double factor, stream_use use) {
    value = scaled(value, factor, change_of(use));
  };
  auto scale_return = [&](double& value, double factor, stream_use use) {
    value = std::clamp(scaled(value, factor, change_of(use)), 0.0, rules.max_return);
  };
  auto shift = [&](double& value, double step, double max, stream_use use) {
    value = std::clamp(shifted(value, step, change_of(use)), 0.0, max);
  };
  auto& [learning, thresholds] = values;
  scale(learning.epsilon_alpha, rules.epsilon_alpha_factor, for_epsilon_alpha);
  scale(learning.learning_rate, rules.learning_rate_factor, for_learning_rate);
  shift(thresholds.m_cont, rules.m_cont_step, rules.max_return, for_m_cont);
  scale_return(thresholds.m_s, rules.m_s_factor, for_m_s);
  scale_return(thresholds.m_greater, rules.m_greater_factor, for_m_greater);
  shift(thresholds.m_solved, rules.probability_step, 1, for_m_solved);
  shift(thresholds.m_greater_cont, rules.probability_step, 1, for_m_greater_cont);
  return values;
}

std::optional<generation_product> best_of_generation(std::span<const generation_product> products,
                                                     generation_aim aim) {
  auto rank = [&](const generation_product& product) {
    auto first = product.participation;
    auto second = product.low_percentile;
    if (aim == generation_aim::competence)
      std::swap(first, second);
    // The lower number is the better one.
    return std::tuple(first, second, product.agent_steps, ~product.agent);
  };
  auto best = std::max_element(products.begin(), products.end(),
                               [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (best == products.end())
    return std::nullopt;
  return *best;
}

} // namespace troupe
