#include "actors/from_settings.hpp"

#include "actors/dtg_filter.hpp"
#include "actors/system.hpp"
#include "config/curriculum.hpp"

#include <algorithm>

namespace troupe {

namespace {

std::size_t size(std::int64_t setting) {
  return static_cast<std::size_t>(setting);
}

} // namespace

std::size_t batchers_of(const settings& values, std::size_t threads) {
  auto wanted = values.collection.batchers > 0 ? size(values.collection.batchers) : threads;
  return std::min(wanted, size(values.collection.environments));
}

batching_options batching_options_of(const settings& values, std::size_t batchers) {
  auto share = [&](std::int64_t whole) { return (size(whole) + batchers - 1) / batchers; };
  batching_options options;
  // No batch waits for more players than there are.
  options.batch_size =
      std::min(size(values.collection.batch_size), share(values.collection.environments));
  options.latency = to_timespan(values.collection.latency);
  options.device = values.system.device;
  options.unroll_length = size(values.learning.unroll_length);
  options.max_unlearned = share(values.collection.max_batches_behind * values.learning.batch_size);
  return options;
}

casting_options casting_options_of(const settings& values, std::size_t copies) {
  return {batching_options_of(values, copies)};
}

casting_options examination_casting_of(const settings& values) {
  auto casting = casting_options_of(values);
  // Half of them are decided for while the others play.
  casting.batching.batch_size = std::clamp(size(values.evaluation.environments) / 2, std::size_t{1},
                                           casting.batching.batch_size);
  return casting;
}

assigned_player assigned_agent_of(const settings& values, bool learns) {
  return {.policy = "agent",
          .picture_width = static_cast<int>(values.episode.picture_width),
          .picture_height = static_cast<int>(values.episode.picture_height),
          .needs_state = false,
          .learns = learns};
}

source_maker filter_maker_of(const settings& values,
                             const std::map<std::string, double>& strengths) {
  dtg_filter_options how;
  how.rules = filter_rules_of(values);
  how.batching = batching_options_of(values);
  // Of those who play in trials half are decided for while the others play; the control policy
  // plays about as often as the agent.
  auto trying = values.dtg.share * static_cast<double>(values.collection.environments) / 2;
  how.batching.batch_size =
      std::clamp(static_cast<std::size_t>(trying / 2), std::size_t{1}, how.batching.batch_size);
  how.control_is_past = values.dtg.control == "past";
  how.past_cohorts = size(values.dtg.past_cohorts);
  how.strengths = strengths;
  return
      [how](caf::actor_system& system, const source_options& options, const surroundings& around) {
        return system.spawn(dtg_filter, options, how, around);
      };
}

environment_options environment_options_of(const settings& values, std::uint64_t number) {
  environment_options options;
  options.number = number;
  options.rules.steps = static_cast<std::uint32_t>(values.episode.steps);
  options.rules.clock = {static_cast<int>(values.episode.physics_steps),
                         values.episode.physics_rate};
  return options;
}

environment_pool_options environment_pool_options_of(const settings& values, std::uint64_t number) {
  environment_pool_options options;
  options.number = number;
  options.environments = size(values.collection.environments);
  options.each = environment_options_of(values, 0);
  options.make_environment = [](caf::actor_system& system, const environment_options& how,
                                const task_source_actor& source, const surroundings& around) {
    return system.spawn(environment, how, source, around);
  };
  options.patience = values.collection.environment_timeout;
  return options;
}

} // namespace troupe
