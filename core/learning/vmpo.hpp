#pragma once

#include <torch/torch.h>

namespace troupe {

/// V-MPO (Song et al., 2019). Each loss is a function of its own on flat batches [N]: the steps of
/// all unrolls of an update together.

/// The paper's values (table "V-MPO and DTG hyperparameters").
struct vmpo_options {
  /// How far the weights of the kept samples may be from equal (ε_temp).
  double epsilon_temp = 0.1;
  /// How far the policy may move from the target network's between two refreshes (ε_α).
  double epsilon_alpha = 0.01252;
  /// The share of samples, those with the largest advantages, from which the policy learns.
  double top_k_fraction = 0.5;
};

/// A positive Lagrange multiplier, kept as an unconstrained parameter: η or α.
class dual {
public:
  /// `initial` is above 1e-8.
  explicit dual(double initial, torch::Device device = torch::kCPU);

  /// The multiplier, softplus(parameter) + 1e-8, [1].
  [[nodiscard]] torch::Tensor value() const;

  /// What an optimiser changes and a checkpoint holds; it shares its storage with the dual.
  [[nodiscard]] const torch::Tensor& parameter() const noexcept { return parameter_; }

private:
  torch::Tensor parameter_;
};

/// The indices of the floor(fraction · N), but at least 1, largest advantages: exactly so many,
/// with ties cut anywhere.
torch::Tensor top_k_indices(const torch::Tensor& advantages, double fraction);

/// ψ: the softmax of A/η over the kept samples. A constant: it carries no gradient.
torch::Tensor sample_weights(const torch::Tensor& kept_advantages,
                             const torch::Tensor& temperature);

/// −Σ ψ log π(a|s) over the kept samples.
torch::Tensor policy_loss(const torch::Tensor& kept_log_probabilities,
                          const torch::Tensor& weights);

/// η ε_temp + η log mean exp(A/η) over the kept samples. Only η receives gradient.
torch::Tensor temperature_loss(const torch::Tensor& kept_advantages,
                               const torch::Tensor& temperature, double epsilon_temp);

/// The mean over all samples of α (ε_α − sg[KL]) + sg[α] KL, with KL(target ‖ online): the first
/// part moves α, the second the policy.
torch::Tensor kl_loss(const torch::Tensor& kl, const torch::Tensor& alpha, double epsilon_alpha);

/// The mean of ½ (V − sg[G])².
torch::Tensor value_loss(const torch::Tensor& values, const torch::Tensor& returns);

/// What an update learns from, all [N].
struct vmpo_batch {
  /// Of the actions taken, under the online policy.
  torch::Tensor log_probabilities;
  /// KL(target ‖ online).
  torch::Tensor kl;
  torch::Tensor advantages;
  torch::Tensor values;
  torch::Tensor returns;
};

struct vmpo_losses {
  torch::Tensor policy;
  torch::Tensor temperature;
  torch::Tensor kl;
  torch::Tensor value;
  /// How far the online policy is from the target's, to be compared with ε_α.
  double mean_kl;
  /// 1 / Σ ψ²: the number of samples that equal weights would spread over.
  double effective_samples;

  [[nodiscard]] torch::Tensor total() const { return policy + temperature + kl + value; }
};

vmpo_losses compute_vmpo_losses(const vmpo_batch& batch, const torch::Tensor& temperature,
                                const torch::Tensor& alpha, const vmpo_options& options);

} // namespace troupe
