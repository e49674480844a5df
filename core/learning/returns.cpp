#include "core/learning/returns.hpp"

namespace troupe {

torch::Tensor returns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                      const torch::Tensor& bootstrap) {
  return lambda_returns(rewards, discounts, torch::zeros_like(rewards), bootstrap, 1);
}

torch::Tensor lambda_returns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                             const torch::Tensor& values, const torch::Tensor& bootstrap,
                             double lambda) {
  torch::NoGradGuard no_grad;
  auto results = torch::empty_like(rewards);
  auto next_value = bootstrap;
  auto next_return = bootstrap;
  for (auto t = rewards.size(0) - 1; t >= 0; --t) {
    next_return = rewards[t] + discounts[t] * ((1 - lambda) * next_value + lambda * next_return);
    next_value = values[t];
    results[t] = next_return;
  }
  return results;
}

play_signal self_reward_play(const torch::Tensor& rewards, const torch::Tensor& firsts,
                             const torch::Tensor& discounts) {
  auto steps = discounts.size(0);
  auto changes = (rewards.narrow(0, 1, steps) - rewards.narrow(0, 0, steps)).abs();
  changes = changes.masked_fill(firsts.narrow(0, 1, steps).to(torch::kBool), 0);
  return {changes, discounts.masked_fill(changes > 0, 0)};
}

} // namespace troupe
