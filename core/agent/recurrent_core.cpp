#include "core/agent/recurrent_core.hpp"

#include <string>

namespace troupe {

namespace {

/// Memories last from the beginning.
constexpr double forget_bias = 1;

} // namespace

recurrent_core_implementation::recurrent_core_implementation(const network_shape& shape,
                                                             std::int64_t inputs,
                                                             torch::Generator& draws)
    : size_(shape.lstm_size) {
  for (std::int64_t i = 0; i < shape.lstm_layers; ++i) {
    auto name = "layer_" + std::to_string(i);
    layer made;
    made.from_input = register_module(
        name + "_input", make_linear(i == 0 ? inputs : inputs + size_, 4 * size_, draws));
    made.from_hidden =
        register_module(name + "_hidden",
                        torch::nn::Linear(torch::nn::LinearOptions(size_, 4 * size_).bias(false)));
    draw_weights(made.from_hidden->weight, size_, draws);
    torch::NoGradGuard no_gradients;
    made.from_input->bias.slice(0, size_, 2 * size_).fill_(forget_bias);
    layers_.push_back(made);
  }
}

recurrent_state recurrent_core_implementation::initial(std::int64_t players) const {
  auto nothing = torch::zeros({static_cast<std::int64_t>(layers_.size()), players, size_},
                              layers_[0].from_hidden->weight.options().requires_grad(false));
  return {nothing, nothing.clone()};
}

recurrent_core_implementation::result
recurrent_core_implementation::forward(const torch::Tensor& inputs, const torch::Tensor& firsts,
                                       const recurrent_state& begin) {
  auto keeps = (1 - firsts).unsqueeze(-1);
  std::vector<torch::Tensor> outputs;
  std::vector<torch::Tensor> last_hidden;
  std::vector<torch::Tensor> last_cell;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    auto& [from_input, from_hidden] = layers_[i];
    // What does not wait for the step before is done for all steps at once.
    auto gates = from_input->forward(i == 0 ? inputs : torch::cat({inputs, outputs.back()}, -1));
    auto hidden = begin.hidden[static_cast<std::int64_t>(i)];
    auto cell = begin.cell[static_cast<std::int64_t>(i)];
    std::vector<torch::Tensor> steps;
    for (std::int64_t t = 0; t < inputs.size(0); ++t) {
      auto parts = (gates[t] + from_hidden->forward(hidden * keeps[t])).chunk(4, -1);
      cell = torch::sigmoid(parts[1]) * (cell * keeps[t])
             + torch::sigmoid(parts[0]) * torch::tanh(parts[2]);
      hidden = torch::sigmoid(parts[3]) * torch::tanh(cell);
      steps.push_back(hidden);
    }
    outputs.push_back(torch::stack(steps));
    last_hidden.push_back(hidden);
    last_cell.push_back(cell);
  }
  return {torch::cat(outputs, -1), {torch::stack(last_hidden), torch::stack(last_cell)}};
}

} // namespace troupe
