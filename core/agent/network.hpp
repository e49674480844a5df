#pragma once

#include "core/agent/goal_attention.hpp"
#include "core/agent/goal_embedding.hpp"
#include "core/agent/network_shape.hpp"
#include "core/agent/recurrent_core.hpp"
#include "core/agent/torso.hpp"

#include <cstdint>

namespace troupe {

/// What a network is given: T steps of B players, the step first. What only learning may use is not
/// among it.
struct network_input {
  /// Bytes [T, B, height, width, 3].
  torch::Tensor pictures;
  /// [T, B, body_features]: acceleration, whether the hand holds something, distance and force.
  torch::Tensor bodies;
  /// [T, B, 24]: one 1 in each of the six groups.
  torch::Tensor last_actions;
  /// [T, B, options, atoms]: as many as the widest goal has, or more.
  torch::Tensor goal_matrices;
  /// [T, B, atoms, 5].
  torch::Tensor goal_atoms;
  /// [T, B]: 1 where an episode begins.
  torch::Tensor firsts;

  static constexpr std::int64_t body_features = 6;
};

/// What a network makes of it, [T, B, …] each; values are in normalised space.
struct network_output {
  /// h, which never depends on the goal: [core_output()].
  torch::Tensor core;
  /// Whether each atom of the goal holds, as logits: [atoms].
  torch::Tensor atom_logits;
  /// [1 + options, goal_embedding], the whole goal first.
  torch::Tensor goals;
  /// ĥ[i]: [1 + options, goal_state()].
  torch::Tensor option_states;
  /// v[i]: [1 + options]. Means nothing for options that do not exist.
  torch::Tensor option_values;
  /// [1 + options].
  torch::Tensor option_weights;
  /// ĥ: [goal_state()].
  torch::Tensor goal_state;
  /// v.
  torch::Tensor internal_value;
  /// [24], for `action_distribution.hpp`.
  torch::Tensor policy_logits;
  /// After the last step.
  recurrent_state state;
};

/// An agent's network (paper, section "Goal attention network"). The policy is a function of what
/// is observed and remembered alone; the external value also sees the last reward.
class network_implementation : public torch::nn::Module {
public:
  /// The same shape and seed give the same weights. Throws `user_error` if no network can have the
  /// shape.
  network_implementation(const network_shape& shape, std::uint64_t seed);

  [[nodiscard]] const network_shape& shape() const { return shape_; }
  /// How an episode begins.
  [[nodiscard]] recurrent_state initial_state(std::int64_t players) const {
    return core_->initial(players);
  }

  network_output forward(const network_input& input, const recurrent_state& begin);

  /// The value that learning uses, in normalised space: from ĥ [T, B, goal_state()] and the rewards
  /// [T, B] that the observations carry.
  torch::Tensor external_value(const torch::Tensor& goal_state, const torch::Tensor& rewards);

  /// The layers whose outputs are in normalised space.
  [[nodiscard]] std::vector<torch::nn::Linear> value_layers() const;

private:
  torch::Tensor perceive(const network_input& input);

  network_shape shape_;
  torso torso_{nullptr};
  recurrent_core core_{nullptr};
  goal_embedding goal_embedding_{nullptr};
  mlp atom_predictor_{nullptr};
  /// One of the two.
  goal_attention goat_{nullptr};
  plain_goal_conditioning plain_{nullptr};
  mlp policy_{nullptr};
  mlp value_{nullptr};
};
using network = torch::nn::ModuleHolder<network_implementation>;

} // namespace troupe
