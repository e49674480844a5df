#pragma once

#include "core/agent/layers.hpp"
#include "core/agent/network_shape.hpp"

namespace troupe {

/// Goals as the network is given them, N of them.
struct goal_tensors {
  /// [N, options, atoms]: 1, -1 or 0, as in `goal_encoding::matrix`.
  torch::Tensor matrix;
  /// [N, atoms, 5] categories, as in `goal_encoding::atoms`.
  torch::Tensor atoms;

  /// [N, options]: 1 for options that the goal has.
  [[nodiscard]] torch::Tensor has_option() const;
  /// [N, atoms]: 1 for atoms that the goal has.
  [[nodiscard]] torch::Tensor has_atom() const;
};

/// Turns goals into vectors: atoms into options, options into a goal, by sums (paper, appendix
/// "Network architecture", Goal embedding).
class goal_embedding_implementation : public torch::nn::Module {
public:
  goal_embedding_implementation(const network_shape& shape, torch::Generator& draws);

  struct result {
    /// [N, atoms, predicate_embedding].
    torch::Tensor atoms;
    /// [N, 1 + options, goal_embedding]: the whole goal, then each option as if it were the goal;
    /// zero for options that do not exist.
    torch::Tensor goals;
  };
  result forward(const goal_tensors& goals);

private:
  torch::nn::Linear predicate_{nullptr};
  mlp atom_{nullptr};
  mlp option_{nullptr};
};
using goal_embedding = torch::nn::ModuleHolder<goal_embedding_implementation>;

} // namespace troupe
