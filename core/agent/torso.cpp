#include "core/agent/torso.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace troupe {

namespace {

constexpr std::int64_t colour_channels = 3;

/// Kernel, stride and padding of the strided torso's convolutions; the last serves all further.
struct stride_pattern {
  std::int64_t kernel;
  std::int64_t stride;
  std::int64_t padding;
};
constexpr std::array<stride_pattern, 3> strides{{{8, 4, 2}, {4, 2, 1}, {3, 2, 1}}};

} // namespace

torso_implementation::torso_implementation(const network_shape& shape, torch::Generator& draws)
    : kind_(shape.torso) {
  for (std::size_t i = 0; i < shape.torso_channels.size(); ++i)
    stages_.push_back(make_stage(shape, i, draws));
  auto blank = torch::zeros({1, colour_channels, shape.picture_height, shape.picture_width});
  torch::NoGradGuard no_gradients;
  auto features = convolve(blank).numel();
  output_ = register_module("output", make_linear(features, shape.torso_output, draws));
  if (shape.torso_norm)
    norm_ = register_module(
        "norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({shape.torso_output})));
}

torso_implementation::stage torso_implementation::make_stage(const network_shape& shape,
                                                             std::size_t number,
                                                             torch::Generator& draws) {
  auto name = "stage_" + std::to_string(number);
  auto inputs = number == 0 ? colour_channels : shape.torso_channels[number - 1];
  auto outputs = shape.torso_channels[number];
  auto [kernel, stride, padding] = kind_ == torso_kind::resnet
                                       ? stride_pattern{3, 1, 1}
                                       : strides[std::min(number, strides.size() - 1)];
  stage made;
  made.entry = register_module(name + "_entry",
                               make_convolution(inputs, outputs, kernel, stride, padding, draws));
  if (kind_ == torso_kind::strided)
    return made;
  for (std::int64_t i = 0; i < shape.torso_blocks; ++i) {
    auto block = name + "_block_" + std::to_string(i);
    made.blocks.push_back(
        {register_module(block + "_first", make_convolution(outputs, outputs, 3, 1, 1, draws)),
         register_module(block + "_second", make_convolution(outputs, outputs, 3, 1, 1, draws)),
         register_parameter(block + "_multiplier", torch::zeros({1}))});
  }
  return made;
}

torch::Tensor torso_implementation::run(const stage& s, torch::Tensor x) const {
  auto entry = s.entry;
  x = entry->forward(x);
  if (kind_ == torso_kind::strided)
    return torch::relu(x);
  x = torch::max_pool2d(x, 3, 2, 1);
  for (auto block : s.blocks) {
    auto change = block.first->forward(torch::relu(x));
    change = block.second->forward(torch::relu(change));
    x = x + block.multiplier * change;
  }
  return x;
}

torch::Tensor torso_implementation::convolve(torch::Tensor x) const {
  for (const auto& s : stages_)
    x = run(s, x);
  return torch::relu(x).flatten(1);
}

torch::Tensor torso_implementation::forward(const torch::Tensor& pictures) {
  // Bytes in rows of pixels are the layout that convolutions like best already.
  auto x = pictures.permute({0, 3, 1, 2}).to(torch::kFloat).div(255).sub(0.5);
  x = output_->forward(convolve(x));
  return torch::relu(norm_ ? norm_->forward(x) : x);
}

} // namespace troupe
