#pragma once

#include <torch/torch.h>

namespace troupe {

/// Returns over an unroll of T steps of B environments, time first: [T, B]. `rewards[t]` and
/// `discounts[t]` follow step t, that is r_{t+1} and d_{t+1}; discounts include γ and are 0 where
/// an episode ended. The results are targets: they carry no gradient.

/// n-step returns G_t = r_{t+1} + d_{t+1} G_{t+1}. `bootstrap` [B] is the value of the observation
/// after the last step.
torch::Tensor returns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                      const torch::Tensor& bootstrap);

/// λ-returns G_t = r_{t+1} + d_{t+1} ((1 − λ) V_{t+1} + λ G_{t+1}): n-step returns for λ = 1,
/// one-step targets for λ = 0. `values[t]` [T, B] is the value before step t.
torch::Tensor lambda_returns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                             const torch::Tensor& values, const torch::Tensor& bootstrap,
                             double lambda);

struct play_signal {
  torch::Tensor rewards;
  torch::Tensor discounts;
};

/// Self reward-play (paper, "Self reward-play"): the reward is |r_t − r_{t−1}|, and the discount is
/// 0 where that is positive, so that the agent hurries to the next change. Observations 0 … T carry
/// `rewards` [T + 1, B], the first of an episode with the goal's truth at reset, and `firsts`
/// [T + 1, B], 1 or true at those: nothing was changed by starting anew, so they earn no play
/// reward. `discounts` and both results follow the steps, [T, B].
play_signal self_reward_play(const torch::Tensor& rewards, const torch::Tensor& firsts,
                             const torch::Tensor& discounts);

} // namespace troupe
