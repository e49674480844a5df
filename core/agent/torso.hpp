#pragma once

#include "core/agent/layers.hpp"
#include "core/agent/network_shape.hpp"

#include <vector>

namespace troupe {

/// Turns pictures into features (paper, appendix "Network architecture", Torso).
class torso_implementation : public torch::nn::Module {
public:
  torso_implementation(const network_shape& shape, torch::Generator& draws);

  /// Bytes [N, height, width, 3] to features [N, torso_output].
  torch::Tensor forward(const torch::Tensor& pictures);

private:
  /// x + multiplier · f(x). The multiplier begins at 0: the block does nothing until it learns to.
  struct residual_block {
    torch::nn::Conv2d first{nullptr};
    torch::nn::Conv2d second{nullptr};
    torch::Tensor multiplier;
  };
  /// A convolution; in the residual network also max pooling and blocks.
  struct stage {
    torch::nn::Conv2d entry{nullptr};
    std::vector<residual_block> blocks;
  };

  stage make_stage(const network_shape& shape, std::size_t number, torch::Generator& draws);
  torch::Tensor run(const stage& s, torch::Tensor x) const;
  torch::Tensor convolve(torch::Tensor x) const;

  torso_kind kind_;
  std::vector<stage> stages_;
  torch::nn::Linear output_{nullptr};
  torch::nn::LayerNorm norm_{nullptr};
};
using torso = torch::nn::ModuleHolder<torso_implementation>;

} // namespace troupe
