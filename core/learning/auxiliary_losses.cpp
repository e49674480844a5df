#include "core/learning/auxiliary_losses.hpp"

#include <algorithm>
#include <cstdint>

namespace troupe {

namespace {

/// Refuses to broadcast: [T, B] against [T, B, 1] would compare every step with every other.
torch::Tensor squared_error(const torch::Tensor& a, const torch::Tensor& b) {
  TORCH_CHECK(a.sizes() == b.sizes(), "a loss compares tensors of the same shape");
  return (a - b).square();
}

} // namespace

torch::Tensor value_consistency(const torch::Tensor& mixed, const torch::Tensor& goal) {
  return squared_error(mixed.detach(), goal).mean();
}

torch::Tensor state_consistency(const torch::Tensor& mixed, const torch::Tensor& goal) {
  return squared_error(mixed.detach(), goal).sum(-1).mean();
}

torch::Tensor atom_prediction(const torch::Tensor& logits, const torch::Tensor& truths,
                              const torch::Tensor& exist) {
  TORCH_CHECK(logits.sizes() == truths.sizes() && logits.sizes() == exist.sizes(),
              "every atom has one prediction and one truth");
  auto mask = exist.to(torch::kBool);
  auto predicted = logits.masked_select(mask);
  auto actual = truths.detach().masked_select(mask).to(logits.dtype());
  auto sum = torch::binary_cross_entropy_with_logits(predicted, actual, {}, {}, at::Reduction::Sum);
  return sum / std::max<std::int64_t>(predicted.numel(), 1);
}

torch::Tensor value_alignment(const torch::Tensor& external, const torch::Tensor& internal) {
  return squared_error(external, internal).mean();
}

} // namespace troupe
