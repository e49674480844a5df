#include "core/agent/goal_attention.hpp"

#include "core/game/goal_encoding.hpp"

#include <cmath>
#include <limits>

namespace troupe {

goal_attention_implementation::goal_attention_implementation(const network_shape& shape,
                                                             torch::Generator& draws)
    : shape_(shape) {
  auto add = [&](const char* name, std::int64_t inputs, std::int64_t outputs) {
    return register_module(name, make_linear(inputs, outputs, draws));
  };
  query_ = add("query", goal_encoding::max_atoms + shape.goal_embedding, shape.goal_embedding);
  upscale_ = add("upscale", shape.core_output(), shape.goat_upscale);
  to_queries_ = add("queries", shape.goat_features, shape.attention_heads * shape.attention_key);
  to_keys_ = add("keys", shape.goat_features, shape.attention_heads * shape.attention_key);
  to_values_ = add("values", shape.goat_features, shape.attention_heads * shape.attention_value);
  value_ =
      register_module("value", mlp(shape.goal_state(),
                                   std::vector<std::int64_t>{shape.goat_value_hidden}, 1, draws));
}

torch::Tensor goal_attention_implementation::attend(const torch::Tensor& core,
                                                    const torch::Tensor& queries) {
  auto count = core.size(0);
  auto heads = shape_.attention_heads;
  auto evened = [&](const torch::Tensor& x) {
    return shape_.goat_norm ? torch::layer_norm(x, {shape_.goat_features}) : x;
  };
  auto rows = evened(upscale_->forward(core).view({count, -1, shape_.goat_features}));
  auto by_head = [&](const torch::Tensor& x) {
    return x.view({count, -1, heads, x.size(-1) / heads}).transpose(1, 2);
  };
  auto asked = by_head(to_queries_->forward(evened(queries.flatten(1, 2))));
  auto keys = by_head(to_keys_->forward(rows));
  auto values = by_head(to_values_->forward(rows));
  auto scale = 1 / std::sqrt(static_cast<double>(shape_.attention_key));
  auto attention = torch::softmax(torch::matmul(asked, keys.transpose(-1, -2)) * scale, -1);
  auto read = torch::matmul(attention, values).transpose(1, 2);
  return read.reshape({count, queries.size(1), shape_.goal_state()});
}

/// The weighting scheme α, with a stopped gradient.
torch::Tensor goal_attention_implementation::mix(const torch::Tensor& values,
                                                 const torch::Tensor& has_option) const {
  auto whole_goal = torch::ones_like(has_option.slice(1, 0, 1));
  auto exists = torch::cat({whole_goal, has_option}, 1) > 0;
  auto worth = values.detach().masked_fill(~exists, -std::numeric_limits<float>::infinity());
  if (shape_.goat_mixing == goal_mixing::softmax)
    return torch::softmax(worth / shape_.goat_temperature, 1);
  return torch::one_hot(worth.argmax(1), worth.size(1)).to(worth.dtype());
}

goal_attention_implementation::result
goal_attention_implementation::forward(const torch::Tensor& core, const torch::Tensor& predictions,
                                       const torch::Tensor& goals,
                                       const torch::Tensor& has_option) {
  auto repeated = predictions.unsqueeze(1).expand({-1, goals.size(1), -1});
  auto queries = query_->forward(torch::cat({repeated, goals}, -1));
  result all;
  all.states = attend(core, queries.view({core.size(0), goals.size(1), -1, shape_.goat_features}));
  all.values = value_->forward(all.states).squeeze(-1);
  all.weights = mix(all.values, has_option);
  all.state = torch::bmm(all.weights.unsqueeze(1), all.states).squeeze(1);
  all.value = value_->forward(all.state).squeeze(-1);
  return all;
}

plain_goal_conditioning_implementation::plain_goal_conditioning_implementation(
    const network_shape& shape, torch::Generator& draws) {
  auto inputs = shape.core_output() + goal_encoding::max_atoms + shape.goal_embedding;
  state_ = register_module("state", make_linear(inputs, shape.goal_state(), draws));
  value_ =
      register_module("value", mlp(shape.goal_state(),
                                   std::vector<std::int64_t>{shape.goat_value_hidden}, 1, draws));
}

goal_attention_implementation::result plain_goal_conditioning_implementation::forward(
    const torch::Tensor& core, const torch::Tensor& predictions, const torch::Tensor& goals) {
  auto whole_goal = goals.select(1, 0);
  goal_attention_implementation::result one;
  one.state = torch::relu(state_->forward(torch::cat({core, predictions, whole_goal}, -1)));
  one.value = value_->forward(one.state).squeeze(-1);
  one.states = one.state.unsqueeze(1);
  one.values = one.value.unsqueeze(1);
  one.weights = torch::ones_like(one.values.detach());
  return one;
}

} // namespace troupe
