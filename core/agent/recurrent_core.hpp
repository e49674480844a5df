#pragma once

#include "core/agent/layers.hpp"
#include "core/agent/network_shape.hpp"

#include <vector>

namespace troupe {

/// What a network remembers from step to step, for a batch of players: [layers, B, size] each.
struct recurrent_state {
  torch::Tensor hidden;
  torch::Tensor cell;
};

/// Several LSTM layers with skip connections: each sees the input beside the output of the layer
/// before it, and the outputs of all layers are the core's (paper, appendix "Network
/// architecture", LSTM).
class recurrent_core_implementation : public torch::nn::Module {
public:
  recurrent_core_implementation(const network_shape& shape, std::int64_t inputs,
                                torch::Generator& draws);

  /// How an episode begins.
  [[nodiscard]] recurrent_state initial(std::int64_t players) const;

  struct result {
    /// [T, B, layers · size].
    torch::Tensor outputs;
    recurrent_state state;
  };
  /// Runs over inputs [T, B, F]. Where `firsts` [T, B] is 1 an episode begins, and the state is the
  /// initial one whatever was before.
  result forward(const torch::Tensor& inputs, const torch::Tensor& firsts,
                 const recurrent_state& begin);

private:
  struct layer {
    torch::nn::Linear from_input{nullptr};
    torch::nn::Linear from_hidden{nullptr};
  };

  std::int64_t size_;
  std::vector<layer> layers_;
};
using recurrent_core = torch::nn::ModuleHolder<recurrent_core_implementation>;

} // namespace troupe
