#include "core/agent/goal_embedding.hpp"

#include "core/game/goal_codec.hpp"

#include <array>

namespace troupe {

namespace {

constexpr std::array<std::int64_t, goal_encoding::atom_parts> part_categories{
    relation_categories, colour_categories, shape_categories, colour_categories, shape_categories};

std::int64_t category_count() {
  std::int64_t count = 0;
  for (auto categories : part_categories)
    count += categories;
  return count;
}

/// [N, atoms, 5] categories to [N, atoms, category_count()] zeros and five ones.
torch::Tensor five_hot(const torch::Tensor& atoms) {
  std::vector<torch::Tensor> parts;
  for (std::size_t i = 0; i < part_categories.size(); ++i)
    parts.push_back(torch::one_hot(atoms.select(-1, static_cast<std::int64_t>(i)).to(torch::kLong),
                                   part_categories[i]));
  return torch::cat(parts, -1);
}

} // namespace

torch::Tensor goal_tensors::has_option() const {
  return matrix.abs().amax(-1);
}

torch::Tensor goal_tensors::has_atom() const {
  return matrix.abs().amax(-2);
}

goal_embedding_implementation::goal_embedding_implementation(const network_shape& shape,
                                                             torch::Generator& draws) {
  predicate_ =
      register_module("predicate", make_linear(category_count(), shape.predicate_embedding, draws));
  // An option is a sum of what this gives, so it is as wide as what reads options.
  auto option_size = shape.option_mlp.empty() ? shape.goal_embedding : shape.option_mlp.front();
  atom_ = register_module("atom",
                          mlp(shape.predicate_embedding + 1, shape.atom_mlp, option_size, draws));
  option_ =
      register_module("option", mlp(option_size, shape.option_mlp, shape.goal_embedding, draws));
}

goal_embedding_implementation::result
goal_embedding_implementation::forward(const goal_tensors& goals) {
  auto matrix = goals.matrix.to(predicate_->weight.dtype());
  auto atoms = predicate_->forward(five_hot(goals.atoms).to(predicate_->weight.dtype()));
  // An atom is wanted or not wanted: two vectors serve all options that mention it.
  auto labelled = [&](double sign) {
    auto label = torch::full_like(atoms.slice(-1, 0, 1), sign);
    return atom_->forward(torch::cat({atoms, label}, -1));
  };
  auto sums = torch::bmm(matrix.clamp_min(0), labelled(1))
              + torch::bmm((-matrix).clamp_min(0), labelled(-1));
  auto options = option_->forward(sums) * goals.has_option().to(matrix.dtype()).unsqueeze(-1);
  return {atoms, torch::cat({options.sum(1, true), options}, 1)};
}

} // namespace troupe
