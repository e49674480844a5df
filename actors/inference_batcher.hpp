#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "core/agent/network_policy.hpp"
#include "core/learning/unroll.hpp"

#include <caf/actor_clock.hpp>
#include <caf/typed_response_promise.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// How observations are gathered, and what becomes of them.
struct batching_options {
  /// Unique among a run's policies.
  std::string policy_name = "agent";
  /// A batch is run as soon as it has so many observations …
  std::size_t batch_size = 16;
  /// … or when the first of them has waited for so long.
  caf::timespan latency = std::chrono::milliseconds{2};
  std::string device = "cpu";
  /// Of unrolls for the learner, in steps.
  std::size_t unroll_length = 80;
  /// Nobody is given an action while so many unrolls are waiting to be learned from: what they
  /// would lead to would be out of date.
  std::size_t max_unlearned = 128;
};

struct inference_batcher_state {
  static inline const char* name = "inference_batcher";

  /// Somebody who waits for an action.
  struct waiting_player {
    observation seen;
    caf::typed_response_promise<message<schema::Action>> answer;
    caf::actor_clock::time_point since;
  };

  /// Whether the next batch should be run at that time.
  [[nodiscard]] bool is_ready(caf::actor_clock::time_point now) const;
  [[nodiscard]] bool is_held_back() const { return unlearned >= options.max_unlearned; }
  /// Takes over other weights. Throws `user_error` if they are not of the same shape of network.
  void load(const schema::Weights::Reader& weights);
  /// Decides for up to a batch of those who wait, and answers them. Returns the unrolls that are
  /// complete.
  std::vector<unroll> run_batch(caf::actor_clock::time_point now);
  void forget(std::uint64_t environment);
  [[nodiscard]] status_report status() const;

  batching_options options;
  learner_actor learner;
  std::optional<network_policy> policy;
  std::optional<unroll_assembler> unrolls;
  /// Of the weights that act.
  std::int64_t version = 0;
  std::vector<waiting_player> waiting;
  /// Whether a tick is on its way.
  bool is_alarm_set = false;
  /// Unrolls that the LEARNER has not answered.
  std::size_t unlearned = 0;
  std::uint64_t batches = 0;
  std::uint64_t actions = 0;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  /// How long the first `count` of those who wait have done so on average, in seconds.
  [[nodiscard]] double mean_wait(std::size_t count, caf::actor_clock::time_point now) const;
  void gather(waiting_player& player, std::size_t place, std::vector<unroll>& complete);
};

/// INFERENCE BATCHER: acts with `weights` until it is given others. What players see who learn goes
/// to the `learner` as unrolls; without one, as for a frozen CO-PLAYER, nobody learns. Ends with an
/// error if the weights are of no network.
inference_batcher_actor::behavior_type
inference_batcher(inference_batcher_actor::stateful_pointer<inference_batcher_state> self,
                  const batching_options& options, const message<schema::Weights>& weights,
                  const learner_actor& learner, const surroundings& around);

} // namespace troupe
