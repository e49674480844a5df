#include "core/agent/network.hpp"

#include "core/game/goal_encoding.hpp"
#include "core/simulation/action.hpp"

#include <ATen/CPUGeneratorImpl.h>

namespace troupe {

namespace {

network_shape checked(const network_shape& shape) {
  validate(shape);
  return shape;
}

/// [T, B, …] to [T · B, …].
torch::Tensor flat(const torch::Tensor& x) {
  return x.flatten(0, 1);
}

} // namespace

network_implementation::network_implementation(const network_shape& shape, std::uint64_t seed)
    : shape_(checked(shape)) {
  auto draws = at::make_generator<at::CPUGeneratorImpl>(seed);
  torso_ = register_module("torso", torso(shape, draws));
  auto inputs = shape.torso_output + network_input::body_features
                + static_cast<std::int64_t>(action_encoding_size);
  core_ = register_module("core", recurrent_core(shape, inputs, draws));
  goal_embedding_ = register_module("goal_embedding", goal_embedding(shape, draws));
  atom_predictor_ =
      register_module("atom_predictor", mlp(shape.core_output() + shape.predicate_embedding,
                                            shape.atom_predictor, 1, draws));
  if (shape.goat)
    goat_ = register_module("goat", goal_attention(shape, draws));
  else
    plain_ = register_module("plain", plain_goal_conditioning(shape, draws));
  using sizes = std::vector<std::int64_t>;
  policy_ = register_module("policy", mlp(shape.goal_state(), sizes{shape.policy_hidden},
                                          static_cast<std::int64_t>(action_encoding_size), draws));
  value_ = register_module("value", mlp(shape.goal_state() + 1,
                                        sizes{shape.value_hidden, shape.popart_hidden}, 1, draws));
}

torch::Tensor network_implementation::perceive(const network_input& input) {
  auto seen = torso_->forward(flat(input.pictures));
  return torch::cat({seen.view({input.pictures.size(0), input.pictures.size(1), -1}), input.bodies,
                     input.last_actions},
                    -1);
}

network_output network_implementation::forward(const network_input& input,
                                               const recurrent_state& begin) {
  auto [outputs, state] = core_->forward(perceive(input), input.firsts, begin);
  auto core = flat(outputs);
  goal_tensors aims{flat(input.goal_matrices), flat(input.goal_atoms)};
  auto embedded = goal_embedding_->forward(aims);

  auto repeated = core.unsqueeze(1).expand({-1, embedded.atoms.size(1), -1});
  auto atom_logits =
      atom_predictor_->forward(torch::cat({repeated, embedded.atoms}, -1)).squeeze(-1);
  // Predicting shapes what is remembered; acting does not shape the predictions.
  auto predictions = torch::constant_pad_nd(
      torch::sigmoid(atom_logits).detach() * aims.has_atom(),
      {0, static_cast<std::int64_t>(goal_encoding::max_atoms) - atom_logits.size(-1)});
  auto read = goat_ ? goat_->forward(core, predictions, embedded.goals, aims.has_option())
                    : plain_->forward(core, predictions, embedded.goals);

  auto by_step = [&](const torch::Tensor& x) {
    auto sizes = x.sizes().vec();
    sizes[0] = input.firsts.size(1);
    sizes.insert(sizes.begin(), input.firsts.size(0));
    return x.view(sizes);
  };
  return {outputs,
          by_step(atom_logits),
          by_step(embedded.goals),
          by_step(read.states),
          by_step(read.values),
          by_step(read.weights),
          by_step(read.state),
          by_step(read.value),
          by_step(policy_->forward(read.state)),
          state};
}

torch::Tensor network_implementation::external_value(const torch::Tensor& goal_state,
                                                     const torch::Tensor& rewards) {
  return value_->forward(torch::cat({goal_state, rewards.unsqueeze(-1)}, -1)).squeeze(-1);
}

std::vector<torch::nn::Linear> network_implementation::value_layers() const {
  return {value_->last(), goat_ ? goat_->value_layer() : plain_->value_layer()};
}

} // namespace troupe
