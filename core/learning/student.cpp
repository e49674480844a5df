#include "core/learning/student.hpp"

#include "core/agent/action_distribution.hpp"
#include "core/agent/stored_tensors.hpp"
#include "core/learning/auxiliary_losses.hpp"
#include "core/learning/distillation.hpp"
#include "core/learning/returns.hpp"

#include <algorithm>
#include <cmath>
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

/// Under which an optimiser keeps what it knows of a parameter.
std::string state_key(const torch::Tensor& parameter) {
  return c10::guts::to_string(parameter.unsafeGetTensorImpl());
}

double number(const torch::Tensor& x) {
  return x.item<double>();
}

/// Names everything in a report that is not a finite number; empty if there is nothing.
std::string what_is_not_finite(const update_report& report) {
  std::string names;
  for (const auto& [name, value] : values_of(report))
    if (!std::isfinite(value))
      names += (names.empty() ? "" : ", ") + std::string{name} + " is " + std::to_string(value);
  return names;
}

} // namespace

student::student(const network_shape& shape, const hyperparameters& how, std::uint64_t seed,
                 torch::Device device)
    : how_(how),
      online_(shape, seed),
      target_(shape, seed),
      temperature_(how.init_temp, device),
      alpha_(how.init_alpha, device) {
  online_->to(device);
  target_->to(device);
  for (auto& parameter : target_->parameters())
    parameter.set_requires_grad(false);
  optimiser_ = make_optimiser(how, online_, {temperature_.parameter(), alpha_.parameter()});
  for (const auto& named : online_->named_parameters())
    learned_.emplace_back("online." + named.key(), named.value());
  learned_.emplace_back("temperature", temperature_.parameter());
  learned_.emplace_back("alpha", alpha_.parameter());
}

torch::Tensor student::returns_of(const unroll_batch& batch, const torch::Tensor& values) const {
  auto rewards = after(batch.rewards);
  auto discounts = after(batch.discounts);
  if (how_.self_reward_play) {
    auto play = self_reward_play(batch.rewards, batch.observed.firsts, discounts);
    rewards = play.rewards;
    if (how_.zero_discount)
      discounts = play.discounts;
  }
  auto worth = unnormalise(statistics_, values.detach());
  return lambda_returns(rewards, discounts * how_.discount, before(worth), worth[-1],
                        how_.return_lambda);
}

update_report student::update(const unroll_batch& batch, double distillation_weight) {
  if (updates_ == 0)
    meet_returns(batch);
  auto seen = online_->forward(batch.observed, batch.begin);
  auto target_logits = batch.target_logits ? *batch.target_logits : ask_target(batch);
  auto values = online_->external_value(seen.goal_state, batch.rewards);
  auto returns = returns_of(batch, values);

  // Between the last observation of an episode and the first of the next nobody acts.
  auto counts = (1 - after(batch.observed.firsts)).to(torch::kBool);
  auto picked = [&](const torch::Tensor& x) { return x.masked_select(counts); };
  auto logits = before(seen.policy_logits);
  auto targets = normalise(statistics_, picked(returns));
  auto chosen_values = picked(before(values));
  vmpo_batch samples{.log_probabilities = picked(log_probability(logits, batch.actions)),
                     .kl = picked(kl_divergence(target_logits, logits)),
                     .advantages = targets - chosen_values.detach(),
                     .values = chosen_values,
                     .returns = targets};
  auto temperature = temperature_.value();
  auto alpha = alpha_.value();
  auto rl =
      compute_vmpo_losses(samples, temperature, alpha,
                          {how_.epsilon_temp, how_.evolving.epsilon_alpha, how_.top_k_fraction});
  auto policy_entropy = entropy(logits).mean();

  // The last observation is the first of the next unroll, and counts there.
  auto has_atom = before(batch.observed.goal_matrices.abs().amax(-2));
  auto internal = before(seen.internal_value);
  auto value_gap = value_consistency(internal, before(seen.option_values.select(-1, 0)));
  auto state_gap =
      state_consistency(before(seen.goal_state), before(seen.option_states.select(-2, 0)));
  auto atoms = atom_prediction(before(seen.atom_logits), before(batch.atom_truths), has_atom);
  auto alignment = value_alignment(before(values), internal);
  auto distillation = torch::zeros({}, values.options());
  if (batch.teacher_logits && distillation_weight > 0)
    distillation = exploration_distillation(*batch.teacher_logits, logits, before(batch.rewards));

  update_report report;
  report.gradient_norm = backward(rl.policy + rl.temperature + rl.kl + how_.baseline_cost * rl.value
                                  - how_.entropy_cost * policy_entropy + value_gap + state_gap
                                  + atoms + alignment + distillation_weight * distillation);
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
  report.problem = what_is_not_finite(report);
  if (!report.problem.empty())
    return report;

  optimiser_->step();
  // The first batches count as much as those before them together.
  move_statistics(picked(returns),
                  std::max(how_.popart_step, 1.0 / static_cast<double>(updates_ + 3)));
  if (++updates_ % how_.target_update_period == 0)
    refresh_target();
  return report;
}

double student::backward(const torch::Tensor& loss) {
  optimiser_->zero_grad();
  loss.backward();
  auto limit =
      how_.max_gradient_norm > 0 ? how_.max_gradient_norm : std::numeric_limits<double>::infinity();
  return torch::nn::utils::clip_grad_norm_(online_->parameters(), limit);
}

torch::Tensor student::ask_target(const unroll_batch& batch) {
  torch::NoGradGuard no_gradients;
  return before(target_->forward(batch.observed, batch.begin).policy_logits);
}

/// Returns may have any scale. Learning from a first batch in the wrong one would teach the
/// optimiser to expect gradients that never come again.
void student::meet_returns(const unroll_batch& batch) {
  torch::NoGradGuard no_gradients;
  auto seen = online_->forward(batch.observed, batch.begin);
  auto values = online_->external_value(seen.goal_state, batch.rewards);
  auto returns = returns_of(batch, values);
  if (returns.isfinite().all().item<bool>())
    move_statistics(returns, 0.5);
}

/// Values keep their meaning: what is normalised changes with the statistics. The target keeps the
/// scale that it was copied with, so that what it does stays the same too.
void student::move_statistics(const torch::Tensor& returns, double share) {
  auto moved = troupe::update(statistics_, returns, share);
  for (const auto& layer : online_->value_layers())
    rescale(layer->weight, layer->bias, statistics_, moved);
  statistics_ = moved;
}

void student::refresh_target() {
  torch::NoGradGuard no_gradients;
  auto from = online_->parameters();
  auto to = target_->parameters();
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i].copy_(from[i]);
  target_scale_ = {statistics_.mean, statistics_.standard_deviation()};
}

void student::save(tensor_collection& into) const {
  store(into, "target.", *target_);
  store(into, "target_scale.mean", target_scale_.mean);
  store(into, "target_scale.deviation", target_scale_.deviation);
  store(into, "returns.mean", statistics_.mean);
  store(into, "returns.second_moment", statistics_.second_moment);
  store(into, "updates", updates_);
  for (const auto& [name, parameter] : learned_) {
    store(into, name, parameter);
    auto found = optimiser_->state().find(state_key(parameter));
    if (found == optimiser_->state().end())
      continue;
    const auto& moments = static_cast<const torch::optim::AdamParamState&>(*found->second);
    store(into, "adam." + name + ".steps", moments.step());
    store(into, "adam." + name + ".mean", moments.exp_avg());
    store(into, "adam." + name + ".square", moments.exp_avg_sq());
  }
}

void student::load(const tensor_collection& from) {
  restore(from, "target.", *target_);
  restore(from, "target_scale.mean", target_scale_.mean);
  restore(from, "target_scale.deviation", target_scale_.deviation);
  restore(from, "returns.mean", statistics_.mean);
  restore(from, "returns.second_moment", statistics_.second_moment);
  restore(from, "updates", updates_);
  for (const auto& [name, parameter] : learned_) {
    restore(from, name, parameter);
    optimiser_->state().erase(state_key(parameter));
    if (!from.find("adam." + name + ".steps"))
      continue;
    auto moments = std::make_unique<torch::optim::AdamParamState>();
    std::int64_t steps = 0;
    restore(from, "adam." + name + ".steps", steps);
    moments->step(steps);
    moments->exp_avg(torch::zeros_like(parameter));
    moments->exp_avg_sq(torch::zeros_like(parameter));
    restore(from, "adam." + name + ".mean", moments->exp_avg());
    restore(from, "adam." + name + ".square", moments->exp_avg_sq());
    optimiser_->state()[state_key(parameter)] = std::move(moments);
  }
}

} // namespace troupe
