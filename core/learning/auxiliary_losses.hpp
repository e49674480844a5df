#pragma once

#include <torch/torch.h>

namespace troupe {

/// The losses beside reinforcement learning (paper, "Auxiliary losses"), each the mean over steps.
/// They are added up without weights.

/// ℓ^V = (sg[v] − v^[0])²: the value of the whole goal follows that of the GOAT unit's mixture of
/// the goal and its options. Values are [...]; only the goal's receives gradient.
torch::Tensor value_consistency(const torch::Tensor& mixed, const torch::Tensor& goal);

/// ℓ^h = (sg[ĥ] − ĥ^[0])², the same for states [..., features]. The square of a difference of
/// vectors is read as their squared distance: a sum over features, not a mean.
torch::Tensor state_consistency(const torch::Tensor& mixed, const torch::Tensor& goal);

/// Binary cross-entropy of atom predictions, all [..., atoms]: the mean over the atoms that `exist`
/// (1 or true), 0 if none does. Goals have fewer atoms than there is room for.
torch::Tensor atom_prediction(const torch::Tensor& logits, const torch::Tensor& truths,
                              const torch::Tensor& exist);

/// (V − v)² of the external and the internal value, [...]. Both receive gradient: the external one,
/// which sees the reward, is held to what the internal one can express.
torch::Tensor value_alignment(const torch::Tensor& external, const torch::Tensor& internal);

} // namespace troupe
