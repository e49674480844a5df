#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <vector>

namespace troupe {

// Building blocks with the initialisation that the paper's library uses by default: weights from a
// normal distribution cut off at two standard deviations of 1 / √inputs, biases zero.

/// Draws initial weights of a layer with so many inputs per output.
void draw_weights(torch::Tensor weights, std::int64_t inputs, torch::Generator& draws);

torch::nn::Linear make_linear(std::int64_t inputs, std::int64_t outputs, torch::Generator& draws);

/// A square convolution.
torch::nn::Conv2d make_convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                                   std::int64_t stride, std::int64_t padding,
                                   torch::Generator& draws);

/// Linear layers with ReLU between them, and none after the last.
class mlp_implementation : public torch::nn::Module {
public:
  mlp_implementation(std::int64_t inputs, const std::vector<std::int64_t>& hidden,
                     std::int64_t outputs, torch::Generator& draws);

  torch::Tensor forward(torch::Tensor x);

  /// The layer that gives the outputs.
  [[nodiscard]] torch::nn::Linear last() const { return layers_.back(); }

private:
  std::vector<torch::nn::Linear> layers_;
};
using mlp = torch::nn::ModuleHolder<mlp_implementation>;

} // namespace troupe
