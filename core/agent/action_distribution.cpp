#include "core/agent/action_distribution.hpp"

#include "core/simulation/action.hpp"

#include <algorithm>
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

constexpr std::int64_t largest_group = *std::max_element(group_sizes.begin(), group_sizes.end());

/// So unlikely that it never happens, and yet 0 times its logarithm is 0.
constexpr double never = -1e9;

/// Where each group's values are among the logits, group by group, each with room for the largest;
/// beyond the last logit where a group has no more values.
torch::Tensor places_of_groups(torch::Device device) {
  std::vector<std::int64_t> places;
  for (std::size_t group = 0; group < group_sizes.size(); ++group)
    for (std::int64_t value = 0; value < largest_group; ++value)
      places.push_back(value < group_sizes[group]
                           ? group_offsets[group] + value
                           : static_cast<std::int64_t>(action_encoding_size));
  return torch::tensor(places, torch::kLong).to(device);
}

/// The groups one below the other, [..., 6, 7], so that one operation serves them all.
torch::Tensor by_group(const torch::Tensor& logits) {
  auto padding = torch::full_like(logits.narrow(-1, 0, 1), never).detach();
  auto sizes = logits.sizes().vec();
  sizes.back() = static_cast<std::int64_t>(group_sizes.size());
  sizes.push_back(largest_group);
  return torch::cat({logits, padding}, -1)
      .index_select(-1, places_of_groups(logits.device()))
      .view(sizes);
}

/// The log-probability of every value within its group, [..., 6, 7].
torch::Tensor log_probabilities(const torch::Tensor& logits) {
  return by_group(logits).log_softmax(-1);
}

} // namespace

torch::Tensor log_probability(const torch::Tensor& logits, const torch::Tensor& choices) {
  return log_probabilities(logits).gather(-1, choices.unsqueeze(-1)).squeeze(-1).sum(-1);
}

torch::Tensor entropy(const torch::Tensor& logits) {
  auto logs = log_probabilities(logits);
  return -(logs.exp() * logs).sum({-1, -2});
}

torch::Tensor kl_divergence(const torch::Tensor& p_logits, const torch::Tensor& q_logits) {
  auto p_logs = log_probabilities(p_logits);
  return (p_logs.exp() * (p_logs - log_probabilities(q_logits))).sum({-1, -2});
}

/// Scaling by the sum, which is 1 but for rounding, keeps the choice away from values of
/// probability 0; a number that was rounded up to 1 still means the last value.
torch::Tensor sample(const torch::Tensor& logits, const torch::Tensor& uniforms) {
  auto cumulative = by_group(logits.detach()).softmax(-1).cumsum(-1);
  auto threshold = uniforms.unsqueeze(-1) * cumulative.narrow(-1, -1, 1);
  auto last = torch::tensor(at::ArrayRef<std::int64_t>(group_sizes), torch::kLong) - 1;
  return torch::minimum((cumulative <= threshold).sum(-1), last.to(logits.device()));
}

torch::Tensor most_likely(const torch::Tensor& logits) {
  return by_group(logits).argmax(-1);
}

} // namespace troupe
