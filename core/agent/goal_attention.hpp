#pragma once

#include "core/agent/layers.hpp"
#include "core/agent/network_shape.hpp"

namespace troupe {

/// GOAT: reads the recurrent state with the goal, and with each option as if it were the goal, and
/// follows whichever promises most (paper, section "Goal attention network").
class goal_attention_implementation : public torch::nn::Module {
public:
  goal_attention_implementation(const network_shape& shape, torch::Generator& draws);

  struct result {
    /// ĥ[i]: [N, 1 + options, goal_state()], the whole goal first.
    torch::Tensor states;
    /// v[i]: [N, 1 + options], in normalised space. Means nothing for options that do not exist.
    torch::Tensor values;
    /// How much each state counts: [N, 1 + options], sums to 1; carries no gradient.
    torch::Tensor weights;
    /// ĥ: [N, goal_state()].
    torch::Tensor state;
    /// v: [N], the internal value of ĥ.
    torch::Tensor value;
  };
  /// From h [N, core_output()], atom predictions [N, atoms], embedded goals [N, 1 + options,
  /// goal_embedding] and which options exist, [N, options].
  result forward(const torch::Tensor& core, const torch::Tensor& predictions,
                 const torch::Tensor& goals, const torch::Tensor& has_option);

  /// Of the internal values.
  [[nodiscard]] torch::nn::Linear value_layer() const { return value_->last(); }

private:
  /// Each row of the goals' queries, [N, goals, rows, features], looks for what it needs in the
  /// rows of the upscaled state.
  [[nodiscard]] torch::Tensor attend(const torch::Tensor& core, const torch::Tensor& queries);
  [[nodiscard]] torch::Tensor mix(const torch::Tensor& values,
                                  const torch::Tensor& has_option) const;

  network_shape shape_;
  torch::nn::Linear query_{nullptr};
  torch::nn::Linear upscale_{nullptr};
  torch::nn::Linear to_queries_{nullptr};
  torch::nn::Linear to_keys_{nullptr};
  torch::nn::Linear to_values_{nullptr};
  mlp value_{nullptr};
};
using goal_attention = torch::nn::ModuleHolder<goal_attention_implementation>;

/// The ablation: one state, from everything at once, and no options.
class plain_goal_conditioning_implementation : public torch::nn::Module {
public:
  plain_goal_conditioning_implementation(const network_shape& shape, torch::Generator& draws);

  /// As `goal_attention`, with the whole goal alone.
  goal_attention_implementation::result
  forward(const torch::Tensor& core, const torch::Tensor& predictions, const torch::Tensor& goals);

  [[nodiscard]] torch::nn::Linear value_layer() const { return value_->last(); }

private:
  torch::nn::Linear state_{nullptr};
  mlp value_{nullptr};
};
using plain_goal_conditioning = torch::nn::ModuleHolder<plain_goal_conditioning_implementation>;

} // namespace troupe
