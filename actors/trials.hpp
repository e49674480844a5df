#pragma once

#include "actors/inference_batcher.hpp"
#include "messages/training_conversion.hpp"

#include <caf/result.hpp>

#include <cstdint>
#include <utility>

namespace troupe {

// What TRAINING SOURCES share that also try tasks. In their states `how.batching` says how the
// agent's network acts in trials, and `playing` which assignments are being played.

/// Has `who` play in trials with these weights from now on, and nobody learn from it. The first
/// time it is spawned, as a part of the source.
template <class Self>
void act_with(Self* self, inference_batcher_actor& who, const message<schema::Weights>& weights) {
  if (who)
    return self->send(who, weights);
  const auto& state = self->state;
  who = self->spawn(inference_batcher, state.how.batching, weights, learner_actor{}, *state.around);
  self->link_to(who);
}

/// Gives the environment that asks its next assignment, and watches it so that none is lost.
template <class Self>
caf::result<message<schema::Assignment>, policy_list> assign(Self* self,
                                                             std::uint64_t environment) {
  auto& state = self->state;
  auto asks = caf::actor_cast<caf::actor_addr>(self->current_sender());
  if (state.playing.meet(asks, environment))
    self->monitor(caf::actor_cast<caf::actor>(self->current_sender()));
  state.playing.begin(state.assignments, asks);
  auto [made, policies] = state.next(environment);
  return {to_message(made), std::move(policies)};
}

} // namespace troupe
