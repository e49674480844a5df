#pragma once

#include "core/agent/network.hpp"
#include "core/learning/unroll.hpp"

#include <optional>
#include <span>

namespace troupe {

/// What an update learns from: T steps of B players, as T + 1 observations. Steps may cross the end
/// of an episode: the observation after its last is the next one's first, and what was "done" in
/// between counts for nothing.
struct unroll_batch {
  /// T + 1 observations.
  network_input observed;
  /// What the acting network remembered before the first of them.
  recurrent_state begin;
  /// int64 [T, B, 6].
  torch::Tensor actions;
  /// [T, B, 24]: what the target network says. Nothing if somebody else acted, so that it still has
  /// to be asked.
  std::optional<torch::Tensor> target_logits;
  /// [T + 1, B]: the reward that each observation carries, earned by the action before it.
  torch::Tensor rewards;
  /// [T + 1, B]: 0 on the last observation of an episode, else 1.
  torch::Tensor discounts;
  /// [T + 1, B, atoms]: whether each atom of the goal holds.
  torch::Tensor atom_truths;
  /// [T, B, 24]: what the teacher's policy says; nothing if there is no teacher.
  std::optional<torch::Tensor> teacher_logits;
};

/// Unrolls as a batch on a device, for the network that has reached `target_version`. Throws
/// `user_error` if they do not fit together or to the network, or lack what learning needs.
unroll_batch batch_of(std::span<const unroll> unrolls, const network_shape& shape,
                      std::int64_t target_version, torch::Device device);

/// All but the last, and all but the first, of T + 1 observations.
inline torch::Tensor before(const torch::Tensor& x) {
  return x.narrow(0, 0, x.size(0) - 1);
}
inline torch::Tensor after(const torch::Tensor& x) {
  return x.narrow(0, 1, x.size(0) - 1);
}

} // namespace troupe
