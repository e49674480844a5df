#pragma once

#include <torch/torch.h>

namespace troupe {

/// The policy over the decomposed action space (paper, "Policy head"): one independent softmax for
/// each action group. Logits are [..., 24], the groups side by side in the order of action_groups;
/// choices are int64 [..., 6], an index into each group.

/// The log-probability of a whole action, [...]: the sum over its groups.
torch::Tensor log_probability(const torch::Tensor& logits, const torch::Tensor& choices);

/// The entropy in nats, [...].
torch::Tensor entropy(const torch::Tensor& logits);

/// KL(p ‖ q) in nats, [...]. Both arguments receive gradient.
torch::Tensor kl_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits);

/// Choices by inverse distribution function from numbers in [0, 1), [..., 6]. Randomness comes from
/// outside, so that an episode's seed alone decides what a policy does.
torch::Tensor sample(const torch::Tensor& logits, const torch::Tensor& uniforms);

/// The likeliest choice of each group; they are also the likeliest action.
torch::Tensor most_likely(const torch::Tensor& logits);

} // namespace troupe
