#pragma once

#include "core/agent/network.hpp"
#include "core/learning/hyperparameters.hpp"
#include "core/learning/popart.hpp"
#include "core/learning/vmpo.hpp"

#include <cstdint>
#include <memory>
#include <optional>

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
  /// [T + 1, B]: the reward that each observation carries, earned by the action before it.
  torch::Tensor rewards;
  /// [T + 1, B]: 0 on the last observation of an episode, else 1.
  torch::Tensor discounts;
  /// [T + 1, B, atoms]: whether each atom of the goal holds.
  torch::Tensor atom_truths;
  /// What the teacher's policy says, [T + 1, B, 24]; nothing if there is no teacher.
  std::optional<torch::Tensor> teacher_logits;
};

/// What an update was like.
struct update_report {
  double policy_loss = 0;
  double value_loss = 0;
  double temperature_loss = 0;
  double kl_loss = 0;
  double value_consistency = 0;
  double state_consistency = 0;
  double atom_prediction = 0;
  double value_alignment = 0;
  double distillation = 0;
  /// Of the target's policy from the online one, in nats.
  double kl = 0;
  double entropy = 0;
  double temperature = 0;
  double alpha = 0;
  double gradient_norm = 0;
  /// The mean over the unroll's steps, of what the agent learns from.
  double reward = 0;
};

/// One agent that learns by V-MPO and auxiliary losses. Owned by one actor.
class learner {
public:
  learner(const network_shape& shape, const hyperparameters& how, std::uint64_t seed);

  update_report update(const unroll_batch& batch, double distillation_weight = 0);

  /// The network that acts: refreshed from the one that learns every `target_update_period`
  /// updates.
  [[nodiscard]] network acting() const { return target_; }
  /// The network that learns.
  [[nodiscard]] network online() const { return online_; }
  [[nodiscard]] std::int64_t updates() const { return updates_; }
  [[nodiscard]] const popart_statistics& returns_statistics() const { return statistics_; }
  [[nodiscard]] const hyperparameters& how() const { return how_; }

private:
  /// Unnormalised returns, [T, B].
  [[nodiscard]] torch::Tensor returns_of(const unroll_batch& batch,
                                         const torch::Tensor& values) const;
  double step(const torch::Tensor& loss);
  void move_statistics(const torch::Tensor& returns);
  void refresh_target();

  hyperparameters how_;
  network online_;
  network target_;
  dual temperature_;
  dual alpha_;
  popart_statistics statistics_;
  std::unique_ptr<torch::optim::Adam> optimiser_;
  std::int64_t updates_ = 0;
};

} // namespace troupe
