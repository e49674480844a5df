#include "core/learning/vmpo.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace troupe {

namespace {

/// Keeps a multiplier positive where softplus has rounded to 0.
constexpr double smallest_dual = 1e-8;

double inverse_softplus(double value) {
  return value + std::log(-std::expm1(-value));
}

void require_one_shape(const torch::Tensor& a, const torch::Tensor& b) {
  TORCH_CHECK(a.sizes() == b.sizes(), "a loss relates tensors of the same shape");
}

} // namespace

dual::dual(double initial, torch::Device device) {
  TORCH_CHECK(initial > smallest_dual, "a dual starts above its smallest value");
  parameter_ = torch::full({1}, inverse_softplus(initial - smallest_dual),
                           torch::dtype(torch::kFloat32).device(device).requires_grad(true));
}

torch::Tensor dual::value() const {
  return torch::softplus(parameter_) + smallest_dual;
}

torch::Tensor top_k_indices(const torch::Tensor& advantages, double fraction) {
  auto count = advantages.numel();
  auto kept = static_cast<std::int64_t>(std::floor(fraction * static_cast<double>(count)));
  return std::get<1>(advantages.detach().topk(std::clamp<std::int64_t>(kept, 1, count)));
}

torch::Tensor sample_weights(const torch::Tensor& kept_advantages,
                             const torch::Tensor& temperature) {
  return (kept_advantages.detach() / temperature.detach()).softmax(0);
}

torch::Tensor policy_loss(const torch::Tensor& kept_log_probabilities,
                          const torch::Tensor& weights) {
  require_one_shape(kept_log_probabilities, weights);
  return -(weights.detach() * kept_log_probabilities).sum();
}

torch::Tensor temperature_loss(const torch::Tensor& kept_advantages,
                               const torch::Tensor& temperature, double epsilon_temp) {
  auto eta = temperature.reshape({});
  auto log_sum = (kept_advantages.detach() / eta).logsumexp(0);
  return eta * (epsilon_temp + log_sum - std::log(static_cast<double>(kept_advantages.numel())));
}

torch::Tensor kl_loss(const torch::Tensor& kl, const torch::Tensor& alpha, double epsilon_alpha) {
  return (alpha * (epsilon_alpha - kl.detach()) + alpha.detach() * kl).mean();
}

torch::Tensor value_loss(const torch::Tensor& values, const torch::Tensor& returns) {
  require_one_shape(values, returns);
  return 0.5 * (values - returns.detach()).square().mean();
}

vmpo_losses compute_vmpo_losses(const vmpo_batch& batch, const torch::Tensor& temperature,
                                const torch::Tensor& alpha, const vmpo_options& options) {
  require_one_shape(batch.log_probabilities, batch.advantages);
  auto kept = top_k_indices(batch.advantages, options.top_k_fraction);
  auto kept_advantages = batch.advantages.detach().index_select(0, kept);
  auto weights = sample_weights(kept_advantages, temperature);
  return {
      .policy = policy_loss(batch.log_probabilities.index_select(0, kept), weights),
      .temperature = temperature_loss(kept_advantages, temperature, options.epsilon_temp),
      .kl = kl_loss(batch.kl, alpha, options.epsilon_alpha),
      .value = value_loss(batch.values, batch.returns),
      .mean_kl = batch.kl.mean().item<double>(),
      .effective_samples = 1 / weights.square().sum().item<double>(),
  };
}

} // namespace troupe
