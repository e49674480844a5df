#include "core/agent/layers.hpp"

#include <cmath>
#include <string>

namespace troupe {

void draw_weights(torch::Tensor weights, std::int64_t inputs, torch::Generator& draws) {
  torch::NoGradGuard no_gradients;
  // The probability of being below minus two standard deviations.
  constexpr double tail = 0.022750131948179195;
  weights.uniform_(tail, 1 - tail, draws);
  weights.mul_(2).sub_(1).erfinv_().mul_(std::sqrt(2.0 / static_cast<double>(inputs)));
}

torch::nn::Linear make_linear(std::int64_t inputs, std::int64_t outputs, torch::Generator& draws) {
  torch::nn::Linear layer(inputs, outputs);
  draw_weights(layer->weight, inputs, draws);
  torch::nn::init::zeros_(layer->bias);
  return layer;
}

torch::nn::Conv2d make_convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                                   std::int64_t stride, std::int64_t padding,
                                   torch::Generator& draws) {
  torch::nn::Conv2d layer(
      torch::nn::Conv2dOptions(inputs, outputs, kernel).stride(stride).padding(padding));
  draw_weights(layer->weight, inputs * kernel * kernel, draws);
  torch::nn::init::zeros_(layer->bias);
  return layer;
}

mlp_implementation::mlp_implementation(std::int64_t inputs, const std::vector<std::int64_t>& hidden,
                                       std::int64_t outputs, torch::Generator& draws) {
  auto add = [&](std::int64_t size) {
    layers_.push_back(register_module("layer_" + std::to_string(layers_.size()),
                                      make_linear(inputs, size, draws)));
    inputs = size;
  };
  for (auto size : hidden)
    add(size);
  add(outputs);
}

torch::Tensor mlp_implementation::forward(torch::Tensor x) {
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i)
    x = torch::relu(layers_[i]->forward(x));
  return layers_.back()->forward(x);
}

} // namespace troupe
