#include "core/learning/vmpo.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

using namespace troupe;

namespace {

constexpr double rounding = 1e-10;

torch::Tensor tensor(std::vector<double> values) {
  return torch::tensor(values, torch::kFloat64);
}

std::vector<double> numbers(const torch::Tensor& values) {
  auto flat = values.detach().contiguous();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

using loss_function = std::function<torch::Tensor(const torch::Tensor&)>;

/// Central differences.
torch::Tensor slope(const loss_function& loss, const torch::Tensor& at) {
  constexpr double step = 1e-5;
  auto slopes = torch::empty_like(at);
  for (std::int64_t i = 0; i < at.numel(); ++i) {
    auto ahead = at.detach().clone();
    auto behind = at.detach().clone();
    ahead[i] += step;
    behind[i] -= step;
    slopes[i] = (loss(ahead) - loss(behind)) / (2 * step);
  }
  return slopes;
}

torch::Tensor gradient(const loss_function& loss, const torch::Tensor& at) {
  auto variable = at.detach().clone().requires_grad_();
  loss(variable).backward();
  return variable.grad();
}

vmpo_batch random_batch(std::int64_t size) {
  auto draw = [size] { return torch::randn({size}, torch::kFloat64); };
  return {.log_probabilities = -draw().abs(),
          .kl = 0.1 * draw().square(),
          .advantages = draw(),
          .values = draw(),
          .returns = draw()};
}

struct expected_losses {
  double policy = 0;
  double temperature = 0;
  double kl = 0;
  double value = 0;
};

/// By the definitions, one sample after another.
expected_losses naive_losses(const vmpo_batch& batch, double eta, double alpha,
                             const vmpo_options& options) {
  auto advantages = numbers(batch.advantages);
  auto log_probabilities = numbers(batch.log_probabilities);
  std::vector<std::size_t> order(advantages.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](auto a, auto b) { return advantages[a] > advantages[b]; });
  auto size = static_cast<double>(order.size());
  order.resize(std::max<std::size_t>(1, static_cast<std::size_t>(size * options.top_k_fraction)));
  double sum = 0;
  for (auto i : order)
    sum += std::exp(advantages[i] / eta);
  expected_losses losses;
  for (auto i : order)
    losses.policy -= std::exp(advantages[i] / eta) / sum * log_probabilities[i];
  losses.temperature =
      eta * options.epsilon_temp + eta * std::log(sum / static_cast<double>(order.size()));
  for (auto kl : numbers(batch.kl))
    losses.kl += (alpha * (options.epsilon_alpha - kl) + alpha * kl) / size;
  for (auto error : numbers(batch.values - batch.returns))
    losses.value += 0.5 * error * error / size;
  return losses;
}

} // namespace

BOOST_AUTO_TEST_SUITE(vmpo_test)

BOOST_AUTO_TEST_CASE(the_largest_advantages_are_kept) {
  auto kept = top_k_indices(tensor({3, -1, 5, 0, 4}), 0.4);
  BOOST_TEST(std::get<0>(kept.sort()).equal(torch::tensor({2, 4}, torch::kInt64)));
}

BOOST_AUTO_TEST_CASE(the_number_kept_is_rounded_down_but_never_0) {
  BOOST_TEST(top_k_indices(tensor({1, 2, 3, 4, 5}), 0.5).numel() == 2);
  BOOST_TEST(top_k_indices(tensor({1, 2, 3, 4}), 0.5).numel() == 2);
  BOOST_TEST(top_k_indices(tensor({1, 2, 3}), 0.1).numel() == 1);
  BOOST_TEST(top_k_indices(tensor({1}), 0.5).numel() == 1);
  BOOST_TEST(top_k_indices(tensor({1, 2, 3}), 1).numel() == 3);
}

BOOST_AUTO_TEST_CASE(ties_do_not_make_it_keep_more) {
  auto kept = top_k_indices(torch::zeros({8}), 0.5);
  BOOST_TEST(kept.numel() == 4);
  BOOST_TEST(std::get<0>(torch::_unique(kept)).numel() == 4);
}

BOOST_AUTO_TEST_CASE(weights_are_a_softmax_at_the_temperature) {
  auto temperature = tensor({0.5}).requires_grad_();
  auto advantages = tensor({0, std::log(3.) / 2}).requires_grad_();
  auto weights = sample_weights(advantages, temperature);
  BOOST_TEST(weights.allclose(tensor({0.25, 0.75})));
  BOOST_TEST(!weights.requires_grad());
}

BOOST_AUTO_TEST_CASE(equal_advantages_weigh_alike_at_any_temperature) {
  for (auto eta : {1e-8, 1., 1e6}) {
    auto weights = sample_weights(tensor({7, 7, 7, 7}), tensor({eta}));
    BOOST_TEST(weights.allclose(tensor({0.25, 0.25, 0.25, 0.25})));
  }
}

BOOST_AUTO_TEST_CASE(losses_equal_their_definitions) {
  at::manual_seed(1);
  for (std::int64_t size : {1, 2, 7, 64}) {
    auto batch = random_batch(size);
    vmpo_options options{.epsilon_temp = 0.1, .epsilon_alpha = 0.02, .top_k_fraction = 0.5};
    auto losses = compute_vmpo_losses(batch, tensor({0.7}), tensor({5}), options);
    auto expected = naive_losses(batch, 0.7, 5, options);
    auto near = boost::test_tools::tolerance(rounding);
    BOOST_TEST(losses.policy.item<double>() == expected.policy, near);
    BOOST_TEST(losses.temperature.item<double>() == expected.temperature, near);
    BOOST_TEST(losses.kl.item<double>() == expected.kl, near);
    BOOST_TEST(losses.value.item<double>() == expected.value, near);
    BOOST_TEST(losses.mean_kl == batch.kl.mean().item<double>(), near);
    BOOST_TEST(losses.total().dim() == 0);
  }
}

BOOST_AUTO_TEST_CASE(a_single_sample_has_the_whole_weight) {
  vmpo_batch batch{.log_probabilities = tensor({-2}),
                   .kl = tensor({0.3}),
                   .advantages = tensor({4}),
                   .values = tensor({1}),
                   .returns = tensor({5})};
  auto losses = compute_vmpo_losses(batch, tensor({2}), tensor({5}), {.epsilon_temp = 0.1});
  auto near = boost::test_tools::tolerance(rounding);
  BOOST_TEST(losses.policy.item<double>() == 2, near);
  BOOST_TEST(losses.temperature.item<double>() == 2 * 0.1 + 4, near);
  BOOST_TEST(losses.value.item<double>() == 8, near);
  BOOST_TEST(losses.effective_samples == 1, near);
}

BOOST_AUTO_TEST_CASE(equal_advantages_use_all_kept_samples_and_only_lower_the_temperature) {
  auto temperature = tensor({0.7}).requires_grad_();
  auto loss = temperature_loss(tensor({3, 3, 3}), temperature, 0.1);
  loss.backward();
  BOOST_TEST(loss.item<double>() == 0.07 + 3, boost::test_tools::tolerance(rounding));
  BOOST_TEST(temperature.grad().item<double>() == 0.1, boost::test_tools::tolerance(rounding));
  at::manual_seed(2);
  auto batch = random_batch(10);
  batch.advantages.fill_(3);
  auto losses = compute_vmpo_losses(batch, tensor({0.7}), tensor({5}), {});
  BOOST_TEST(losses.effective_samples == 5, boost::test_tools::tolerance(rounding));
}

BOOST_AUTO_TEST_CASE(tiny_temperatures_and_large_advantages_do_not_overflow) {
  auto temperature = torch::full({1}, 1e-6f).requires_grad_();
  auto loss = temperature_loss(torch::tensor({1000.f, -1000.f}), temperature, 0.1);
  loss.backward();
  BOOST_TEST(loss.item<float>() == 1000.f, boost::test_tools::tolerance(1e-5f));
  BOOST_TEST(std::isfinite(temperature.grad().item<float>()));
}

BOOST_AUTO_TEST_CASE(the_temperature_loss_has_the_slope_it_says) {
  at::manual_seed(3);
  auto advantages = torch::randn({30}, torch::kFloat64);
  auto loss = [&](const torch::Tensor& eta) { return temperature_loss(advantages, eta, 0.1); };
  for (auto eta : {0.2, 1., 10.}) {
    auto at = tensor({eta});
    BOOST_TEST(gradient(loss, at).allclose(slope(loss, at), 1e-6, 1e-8));
  }
}

BOOST_AUTO_TEST_CASE(the_policy_loss_has_the_slope_it_says) {
  at::manual_seed(4);
  auto batch = random_batch(12);
  auto loss = [&](const torch::Tensor& log_probabilities) {
    auto changed = batch;
    changed.log_probabilities = log_probabilities;
    return compute_vmpo_losses(changed, tensor({0.7}), tensor({5}), {}).policy;
  };
  auto found = gradient(loss, batch.log_probabilities);
  BOOST_TEST(found.allclose(slope(loss, batch.log_probabilities), 1e-6, 1e-8));
  BOOST_TEST((found < 0).sum().item<std::int64_t>() == 6);
}

BOOST_AUTO_TEST_CASE(the_kl_loss_has_for_each_input_the_slope_with_the_other_part_fixed) {
  at::manual_seed(5);
  auto kl = 0.1 * torch::randn({9}, torch::kFloat64).square();
  auto alpha = tensor({3});
  auto of_kl = [&](const torch::Tensor& x) { return kl_loss(x, alpha, 0.02); };
  auto moved_policy = [&](const torch::Tensor& x) { return (alpha * x).mean(); };
  BOOST_TEST(gradient(of_kl, kl).allclose(slope(moved_policy, kl), 1e-6, 1e-8));
  auto of_alpha = [&](const torch::Tensor& x) { return kl_loss(kl, x, 0.02); };
  auto moved_alpha = [&](const torch::Tensor& x) { return (x * (0.02 - kl)).mean(); };
  BOOST_TEST(gradient(of_alpha, alpha).allclose(slope(moved_alpha, alpha), 1e-6, 1e-8));
}

BOOST_AUTO_TEST_CASE(alpha_grows_where_the_policy_has_moved_too_far_and_shrinks_elsewhere) {
  auto loss = [](double kl) {
    return [kl](const torch::Tensor& alpha) { return kl_loss(tensor({kl}), alpha, 0.02); };
  };
  BOOST_TEST(gradient(loss(0.03), tensor({1})).item<double>() < 0);
  BOOST_TEST(gradient(loss(0.01), tensor({1})).item<double>() > 0);
}

BOOST_AUTO_TEST_CASE(each_loss_moves_only_what_it_is_for) {
  at::manual_seed(6);
  auto batch = random_batch(10);
  auto temperature = tensor({0.7}).requires_grad_();
  auto alpha = tensor({5}).requires_grad_();
  std::vector<torch::Tensor> inputs{
      batch.log_probabilities, batch.kl,     batch.values, temperature, alpha,
      batch.advantages,        batch.returns};
  for (auto& input : inputs)
    input.requires_grad_();
  auto moved = [&](const torch::Tensor& loss) {
    std::vector<bool> found;
    for (const auto& slope : torch::autograd::grad({loss}, inputs, {}, true, false, true))
      found.push_back(slope.defined());
    return found;
  };
  auto losses = compute_vmpo_losses(batch, temperature, alpha, {});
  BOOST_TEST((moved(losses.policy) == std::vector<bool>{1, 0, 0, 0, 0, 0, 0}));
  BOOST_TEST((moved(losses.kl) == std::vector<bool>{0, 1, 0, 0, 1, 0, 0}));
  BOOST_TEST((moved(losses.value) == std::vector<bool>{0, 0, 1, 0, 0, 0, 0}));
  BOOST_TEST((moved(losses.temperature) == std::vector<bool>{0, 0, 0, 1, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(the_value_loss_leads_to_the_returns) {
  auto values = tensor({1, 4}).requires_grad_();
  auto loss = value_loss(values, tensor({3, 4}));
  loss.backward();
  BOOST_TEST(loss.item<double>() == 1, boost::test_tools::tolerance(rounding));
  BOOST_TEST(values.grad().allclose(tensor({-1, 0})));
}

BOOST_AUTO_TEST_CASE(values_of_another_shape_than_returns_are_refused) {
  BOOST_CHECK_THROW(value_loss(torch::zeros({3, 1}), torch::zeros({3})), c10::Error);
}

BOOST_AUTO_TEST_CASE(a_dual_starts_where_it_is_told) {
  for (auto initial : {1e-4, 0.1, 1., 5., 100.})
    BOOST_TEST(dual{initial}.value().item<float>() == initial, boost::test_tools::tolerance(1e-5));
  BOOST_CHECK_THROW(dual{0.}, c10::Error);
}

BOOST_AUTO_TEST_CASE(a_dual_stays_positive_however_far_its_parameter_is_moved) {
  dual multiplier{1};
  {
    torch::NoGradGuard no_grad;
    torch::Tensor parameter = multiplier.parameter();
    parameter.fill_(-1000);
  }
  BOOST_TEST(multiplier.value().item<float>() > 0);
}

BOOST_AUTO_TEST_CASE(a_dual_finds_the_temperature_at_which_the_bound_is_met) {
  at::manual_seed(7);
  auto advantages = torch::randn({50});
  dual temperature{1};
  torch::optim::Adam optimiser({temperature.parameter()}, torch::optim::AdamOptions(0.05));
  for (int i = 0; i < 1000; ++i) {
    optimiser.zero_grad();
    temperature_loss(advantages, temperature.value(), 0.1).backward();
    optimiser.step();
  }
  // Where the slope is 0, ψ is ε_temp away from equal weights in KL.
  auto weights = sample_weights(advantages, temperature.value());
  auto distance = (weights * (weights * 50).log()).sum().item<float>();
  BOOST_TEST(distance == 0.1f, boost::test_tools::tolerance(0.01f));
}

BOOST_AUTO_TEST_SUITE_END()
