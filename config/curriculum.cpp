#include "config/curriculum.hpp"

namespace troupe {

namespace {

std::size_t size(std::int64_t setting) {
  return static_cast<std::size_t>(setting);
}

} // namespace

evolving_values evolving_values_of(const settings& values) {
  const auto& dtg = values.dtg;
  return {values.learning.evolving,
          {.m_greater = dtg.m_greater,
           .m_s = dtg.m_s,
           .m_cont = dtg.m_cont,
           .m_greater_cont = dtg.m_greater_cont,
           .m_solved = dtg.m_solved}};
}

void set_evolving_values(settings& values, const evolving_values& evolved) {
  values.learning.evolving = evolved.learning;
  const auto& thresholds = evolved.thresholds;
  values.dtg.m_greater = thresholds.m_greater;
  values.dtg.m_s = thresholds.m_s;
  values.dtg.m_cont = thresholds.m_cont;
  values.dtg.m_greater_cont = thresholds.m_greater_cont;
  values.dtg.m_solved = thresholds.m_solved;
}

evolution_rules evolution_rules_of(const settings& values) {
  const auto& pbt = values.pbt;
  evolution_rules rules;
  rules.initial_steps = pbt.initial_steps;
  rules.check_interval = pbt.check_interval;
  rules.cool_down = pbt.cool_down;
  rules.min_ratio = pbt.min_ratio;
  rules.mutation_chance = pbt.mutation_chance;
  rules.epsilon_alpha_factor = pbt.epsilon_alpha_factor;
  rules.learning_rate_factor = pbt.learning_rate_factor;
  rules.m_cont_step = pbt.m_cont_step;
  rules.m_s_factor = pbt.m_s_factor;
  rules.m_greater_factor = pbt.m_greater_factor;
  rules.probability_step = pbt.probability_step;
  rules.max_return = static_cast<double>(values.episode.steps);
  return rules;
}

filter_rules filter_rules_of(const settings& values) {
  const auto& dtg = values.dtg;
  filter_rules rules;
  rules.thresholds = evolving_values_of(values).thresholds;
  rules.episodes = size(dtg.episodes);
  rules.max_return = static_cast<double>(values.episode.steps);
  rules.share = dtg.share;
  rules.capacity = size(dtg.tasks);
  rules.cohort = size(dtg.cohort);
  return rules;
}

coevolution_rules coevolution_rules_of(const settings& values) {
  coevolution_rules rules;
  rules.episodes = size(values.coevolution.episodes);
  rules.min_successes = size(values.coevolution.min_successes);
  rules.max_success_fraction = values.coevolution.max_success_fraction;
  rules.worlds.width = rules.worlds.height = {static_cast<int>(values.tasks.min_world_size),
                                              static_cast<int>(values.tasks.max_world_size)};
  return rules;
}

} // namespace troupe
