#include "actors/from_settings.hpp"

#include "actors/system.hpp"

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
  return {batching_options_of(values, copies), static_cast<int>(values.episode.picture_width),
          static_cast<int>(values.episode.picture_height)};
}

environment_options environment_options_of(const settings& values, std::uint64_t number) {
  environment_options options;
  options.number = number;
  options.rules.steps = static_cast<std::uint32_t>(values.episode.steps);
  options.rules.clock = {static_cast<int>(values.episode.physics_steps),
                         values.episode.physics_rate};
  options.picture_width = static_cast<int>(values.episode.picture_width);
  options.picture_height = static_cast<int>(values.episode.picture_height);
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
