#include "core/learning/learner.hpp"

#include "core/agent/action_distribution.hpp"
#include "core/learning/auxiliary_losses.hpp"
#include "core/learning/distillation.hpp"
#include "core/learning/returns.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace troupe {

namespace {

std::unique_ptr<torch::optim::Adam> make_optimiser(const hyperparameters& how,
                                                   const network& learning,
                                                   const std::vector<torch::Tensor>& duals) {
  auto rate = how.evolving.learning_rate;
  auto dual_rate = how.dual_learning_rate > 0 ? how.dual_learning_rate : rate;
  auto options = [](double learning_rate) {
    return std::make_unique<torch::optim::AdamOptions>(learning_rate);
  };
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.emplace_back(learning->parameters(), options(rate));
  groups.emplace_back(duals, options(dual_rate));
  return std::make_unique<torch::optim::Adam>(std::move(groups));
}

/// All but the last, and all but the first, of T + 1 observations.
torch::Tensor before(const torch::Tensor& x) {
  return x.narrow(0, 0, x.size(0) - 1);
}
torch::Tensor after(const torch::Tensor& x) {
  return x.narrow(0, 1, x.size(0) - 1);
}

double number(const torch::Tensor& x) {
  return x.item<double>();
}

} // namespace

learner::learner(const network_shape& shape, const hyperparameters& how, std::uint64_t seed)
    : how_(how),
      online_(shape, seed),
      target_(shape, seed),
      temperature_(how.init_temp),
      alpha_(how.init_alpha),
      optimiser_(make_optimiser(how, online_, {temperature_.parameter(), alpha_.parameter()})) {
  for (auto& parameter : target_->parameters())
    parameter.set_requires_grad(false);
}

torch::Tensor learner::returns_of(const unroll_batch& batch, const torch::Tensor& values) const {
  auto rewards = after(batch.rewards);
  auto discounts = after(batch.discounts);
  if (how_.self_reward_play) {
    auto play = self_reward_play(batch.rewards, batch.observed.firsts, discounts);
    rewards = play.rewards;
    discounts = play.discounts;
  }
  auto worth = unnormalise(statistics_, values.detach());
  return lambda_returns(rewards, discounts * how_.discount, before(worth), worth[-1],
                        how_.return_lambda);
}

update_report learner::update(const unroll_batch& batch, double distillation_weight) {
  auto seen = online_->forward(batch.observed, batch.begin);
  torch::Tensor target_logits;
  {
    torch::NoGradGuard no_gradients;
    target_logits = target_->forward(batch.observed, batch.begin).policy_logits;
  }
  auto values = online_->external_value(seen.goal_state, batch.rewards);
  auto returns = returns_of(batch, values);

  // Between the last observation of an episode and the first of the next nobody acts.
  auto counts = (1 - after(batch.observed.firsts)).to(torch::kBool);
  auto picked = [&](const torch::Tensor& x) { return x.masked_select(counts); };
  auto logits = before(seen.policy_logits);
  auto targets = normalise(statistics_, picked(returns));
  auto chosen_values = picked(before(values));
  vmpo_batch samples{.log_probabilities = picked(log_probability(logits, batch.actions)),
                     .kl = picked(kl_divergence(before(target_logits), logits)),
                     .advantages = targets - chosen_values.detach(),
                     .values = chosen_values,
                     .returns = targets};
  auto temperature = temperature_.value();
  auto alpha = alpha_.value();
  auto rl =
      compute_vmpo_losses(samples, temperature, alpha,
                          {how_.epsilon_temp, how_.evolving.epsilon_alpha, how_.top_k_fraction});
  auto policy_entropy = entropy(seen.policy_logits).mean();

  auto has_atom = batch.observed.goal_matrices.abs().amax(-2);
  auto value_gap = value_consistency(seen.internal_value, seen.option_values.select(-1, 0));
  auto state_gap = state_consistency(seen.goal_state, seen.option_states.select(-2, 0));
  auto atoms = atom_prediction(seen.atom_logits, batch.atom_truths, has_atom);
  auto alignment = value_alignment(values, seen.internal_value);
  auto distillation = torch::zeros({});
  if (batch.teacher_logits && distillation_weight > 0)
    distillation =
        exploration_distillation(*batch.teacher_logits, seen.policy_logits, batch.rewards);

  update_report report;
  report.gradient_norm = step(rl.policy + rl.temperature + rl.kl + how_.baseline_cost * rl.value
                              - how_.entropy_cost * policy_entropy + value_gap + state_gap + atoms
                              + alignment + distillation_weight * distillation);
  move_statistics(picked(returns));
  if (++updates_ % how_.target_update_period == 0)
    refresh_target();

  report.policy_loss = number(rl.policy);
  report.value_loss = number(rl.value);
  report.temperature_loss = number(rl.temperature);
  report.kl_loss = number(rl.kl);
  report.value_consistency = number(value_gap);
  report.state_consistency = number(state_gap);
  report.atom_prediction = number(atoms);
  report.value_alignment = number(alignment);
  report.distillation = number(distillation);
  report.kl = rl.mean_kl;
  report.entropy = number(policy_entropy);
  report.temperature = number(temperature);
  report.alpha = number(alpha);
  report.reward = number(picked(after(batch.rewards)).mean());
  return report;
}

/// Returns the length of the network's gradient.
double learner::step(const torch::Tensor& loss) {
  optimiser_->zero_grad();
  loss.backward();
  auto limit =
      how_.max_gradient_norm > 0 ? how_.max_gradient_norm : std::numeric_limits<double>::infinity();
  auto norm = torch::nn::utils::clip_grad_norm_(online_->parameters(), limit);
  optimiser_->step();
  return norm;
}

/// Values keep their meaning: what is normalised changes with the statistics, in both networks.
void learner::move_statistics(const torch::Tensor& returns) {
  auto moved = troupe::update(statistics_, returns, how_.popart_step);
  for (const auto& net : {online_, target_})
    for (const auto& layer : net->value_layers())
      rescale(layer->weight, layer->bias, statistics_, moved);
  statistics_ = moved;
}

void learner::refresh_target() {
  torch::NoGradGuard no_gradients;
  auto from = online_->parameters();
  auto to = target_->parameters();
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i].copy_(from[i]);
}

} // namespace troupe
