#pragma once

#include <cstdint>

namespace troupe {

/// What population based training changes while an agent learns.
struct evolving_hyperparameters {
  double learning_rate = 1e-4;
  /// V-MPO's bound on how far the policy moves between two refreshes of the target network.
  double epsilon_alpha = 0.01252;

  friend bool operator==(const evolving_hyperparameters&,
                         const evolving_hyperparameters&) = default;
};

/// How an agent learns; the defaults are the paper's.
struct hyperparameters {
  evolving_hyperparameters evolving;

  double discount = 0.99;
  /// 1 for n-step returns over the unroll, as in the paper; less for λ-returns.
  double return_lambda = 1;
  double baseline_cost = 1;
  std::int64_t target_update_period = 50;
  double epsilon_temp = 0.1;
  double init_alpha = 5;
  double init_temp = 1;
  double top_k_fraction = 0.5;
  /// The learning rate of temperature and KL multiplier; 0 for the same as the network's.
  double dual_learning_rate = 0;
  /// The paper has none. A little keeps small batches from making up their mind at once.
  double entropy_cost = 0;
  /// Gradients longer than this are shortened; 0 for never, as in the paper.
  double max_gradient_norm = 0;
  /// How fast the statistics of returns move: the share of each batch.
  double popart_step = 3e-4;
  /// Whether the reward is any change of the environment's own reward.
  bool self_reward_play = false;
  /// Whether in self reward-play the discount is 0 where the reward is positive (ablation).
  bool zero_discount = true;

  friend bool operator==(const hyperparameters&, const hyperparameters&) = default;
};

} // namespace troupe
