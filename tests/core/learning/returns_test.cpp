#include "core/learning/returns.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace troupe;

namespace {

torch::Tensor column(std::vector<double> values) {
  return torch::tensor(values, torch::kFloat64).unsqueeze(-1);
}

struct unroll {
  torch::Tensor rewards;
  torch::Tensor discounts;
  torch::Tensor values;
  torch::Tensor bootstrap;
};

/// Episodes end inside it, at different times in different environments.
unroll random_unroll() {
  at::manual_seed(1);
  auto ended = torch::rand({20, 5}) < 0.1;
  return {.rewards = torch::randn({20, 5}, torch::kFloat64),
          .discounts = torch::rand({20, 5}, torch::kFloat64).masked_fill(ended, 0),
          .values = torch::randn({20, 5}, torch::kFloat64),
          .bootstrap = torch::randn({5}, torch::kFloat64)};
}

/// By the definition as a mixture: the λ-weighted sum of the k-step returns from step t on.
double mixture(const unroll& steps, std::int64_t t, std::int64_t b, double lambda) {
  auto length = steps.rewards.size(0);
  double result = 0;
  double reward_sum = 0;
  double discount = 1;
  double share = 1;
  for (auto last = t; last < length; ++last) {
    reward_sum += discount * steps.rewards[last][b].item<double>();
    discount *= steps.discounts[last][b].item<double>();
    bool end = last + 1 == length;
    auto value = end ? steps.bootstrap[b] : steps.values[last + 1][b];
    auto k_step = reward_sum + discount * value.item<double>();
    result += share * (end ? 1 : 1 - lambda) * k_step;
    share *= lambda;
  }
  return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(returns_test)

BOOST_AUTO_TEST_CASE(returns_add_discounted_rewards_and_the_value_at_the_end) {
  auto result =
      returns(column({1, 0, 2}), column({0.5, 0.5, 0.5}), torch::tensor({8.}, torch::kFloat64));
  BOOST_TEST(result.allclose(column({2.5, 3, 6})));
}

BOOST_AUTO_TEST_CASE(nothing_after_an_episodes_end_counts) {
  auto result =
      returns(column({1, 3, 2}), column({0.5, 0, 0.5}), torch::tensor({8.}, torch::kFloat64));
  BOOST_TEST(result.allclose(column({2.5, 3, 6})));
}

BOOST_AUTO_TEST_CASE(lambda_returns_mix_the_returns_of_all_lengths) {
  auto steps = random_unroll();
  for (auto lambda : {0., 0.3, 0.95, 1.}) {
    auto result =
        lambda_returns(steps.rewards, steps.discounts, steps.values, steps.bootstrap, lambda);
    for (std::int64_t t = 0; t < 20; ++t)
      for (std::int64_t b = 0; b < 5; ++b)
        BOOST_TEST(std::abs(result[t][b].item<double>() - mixture(steps, t, b, lambda)) < 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(lambda_1_gives_n_step_returns_whatever_the_values) {
  auto steps = random_unroll();
  auto result = lambda_returns(steps.rewards, steps.discounts, steps.values, steps.bootstrap, 1);
  BOOST_TEST(result.equal(returns(steps.rewards, steps.discounts, steps.bootstrap)));
}

BOOST_AUTO_TEST_CASE(lambda_0_gives_one_step_targets) {
  auto steps = random_unroll();
  auto next = torch::cat({steps.values.narrow(0, 1, 19), steps.bootstrap.unsqueeze(0)});
  auto result = lambda_returns(steps.rewards, steps.discounts, steps.values, steps.bootstrap, 0);
  BOOST_TEST(result.allclose(steps.rewards + steps.discounts * next));
}

BOOST_AUTO_TEST_CASE(returns_carry_no_gradient) {
  auto steps = random_unroll();
  steps.values.requires_grad_();
  steps.bootstrap.requires_grad_();
  auto result = lambda_returns(steps.rewards, steps.discounts, steps.values, steps.bootstrap, 0.9);
  BOOST_TEST(!result.requires_grad());
}

BOOST_AUTO_TEST_CASE(play_rewards_every_change_and_ends_the_chase_there) {
  auto firsts = torch::zeros({6, 1});
  auto play =
      self_reward_play(column({0, 0, 1, 1, 0, 0}), firsts, column({0.9, 0.9, 0.9, 0.9, 0.9}));
  BOOST_TEST(play.rewards.equal(column({0, 1, 0, 1, 0})));
  BOOST_TEST(play.discounts.equal(column({0.9, 0, 0.9, 0, 0.9})));
}

BOOST_AUTO_TEST_CASE(a_new_episodes_reward_is_no_change) {
  // Observation 2 ends an episode that was rewarded, 3 begins one that is not.
  auto firsts = torch::tensor({0, 0, 0, 1, 0}).unsqueeze(-1).to(torch::kBool);
  auto play = self_reward_play(column({0, 1, 1, 0, 1}), firsts, column({0.9, 0, 0, 0.9}));
  BOOST_TEST(play.rewards.equal(column({1, 0, 0, 1})));
  BOOST_TEST(play.discounts.equal(column({0, 0, 0, 0})));
}

BOOST_AUTO_TEST_CASE(an_unroll_that_begins_an_episode_still_rewards_its_first_step) {
  auto firsts = torch::tensor({1., 0.}).unsqueeze(-1);
  auto play = self_reward_play(column({0, 1}), firsts, column({0.9}));
  BOOST_TEST(play.rewards.equal(column({1})));
  BOOST_TEST(play.discounts.equal(column({0})));
}

BOOST_AUTO_TEST_CASE(play_leaves_its_inputs_as_they_were) {
  auto rewards = column({0, 1});
  auto discounts = column({0.9});
  self_reward_play(rewards, torch::zeros({2, 1}), discounts);
  BOOST_TEST(rewards.equal(column({0, 1})));
  BOOST_TEST(discounts.equal(column({0.9})));
}

BOOST_AUTO_TEST_SUITE_END()
