#include "core/agent/action_distribution.hpp"

#include "core/simulation/action.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace troupe {

namespace {

using group_numbers = std::array<std::int64_t, action_groups.size()>;

constexpr group_numbers group_sizes = [] {
  group_numbers sizes{};
  for (std::size_t group = 0; group < sizes.size(); ++group)
    sizes[group] = static_cast<std::int64_t>(action_groups[group].values.size());
  return sizes;
}();

/// Where each group begins among the logits.
constexpr group_numbers group_offsets = [] {
  group_numbers offsets{};
  for (std::size_t group = 1; group < offsets.size(); ++group)
    offsets[group] = offsets[group - 1] + group_sizes[group - 1];
  return offsets;
}();

std::vector<torch::Tensor> split_groups(const torch::Tensor& logits) {
  return logits.split_with_sizes(group_sizes, -1);
}

/// The log-probability of every value within its group, [..., 24].
torch::Tensor log_probabilities(const torch::Tensor& logits) {
  auto groups = split_groups(logits);
  for (auto& group : groups)
    group = group.log_softmax(-1);
  return torch::cat(groups, -1);
}

/// Scaling by the sum, which is 1 but for rounding, keeps the choice away from values of
/// probability 0; a number that was rounded up to 1 still means the last value.
torch::Tensor sample_group(const torch::Tensor& logits, const torch::Tensor& uniforms) {
  auto cumulative = logits.softmax(-1).cumsum(-1);
  auto threshold = uniforms.unsqueeze(-1) * cumulative.narrow(-1, -1, 1);
  return (cumulative <= threshold).sum(-1).clamp_max(logits.size(-1) - 1);
}

} // namespace

torch::Tensor log_probability(const torch::Tensor& logits, const torch::Tensor& choices) {
  auto offsets = torch::tensor(at::ArrayRef<std::int64_t>(group_offsets), choices.options());
  return log_probabilities(logits).gather(-1, choices + offsets).sum(-1);
}

torch::Tensor entropy(const torch::Tensor& logits) {
  auto logs = log_probabilities(logits);
  return -(logs.exp() * logs).sum(-1);
}

torch::Tensor kl_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits) {
  auto p_logs = log_probabilities(p_logits);
  return (p_logs.exp() * (p_logs - log_probabilities(q_logits))).sum(-1);
}

torch::Tensor sample(const torch::Tensor& logits, const torch::Tensor& uniforms) {
  auto groups = split_groups(logits.detach());
  for (std::size_t group = 0; group < groups.size(); ++group)
    groups[group] =
        sample_group(groups[group], uniforms.select(-1, static_cast<std::int64_t>(group)));
  return torch::stack(groups, -1);
}

torch::Tensor most_likely(const torch::Tensor& logits) {
  auto groups = split_groups(logits);
  for (auto& group : groups)
    group = group.argmax(-1);
  return torch::stack(groups, -1);
}

} // namespace troupe
