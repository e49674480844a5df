#include "core/agent/action_distribution.hpp"
#include "core/simulation/action.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace troupe;

namespace {

constexpr double rounding = 1e-10;

using distribution = std::vector<std::vector<double>>;

/// The probabilities of each group, by the definition of softmax.
distribution probabilities(const torch::Tensor& logits) {
  distribution groups;
  std::int64_t next = 0;
  for (const auto& group : action_groups) {
    auto& values = groups.emplace_back();
    double sum = 0;
    for (std::size_t i = 0; i < group.values.size(); ++i)
      sum += values.emplace_back(std::exp(logits[next++].item<double>()));
    for (auto& value : values)
      value /= sum;
  }
  return groups;
}

torch::Tensor random_logits(std::int64_t rows, torch::Dtype type = torch::kFloat64) {
  return 2 * torch::randn({rows, static_cast<std::int64_t>(action_encoding_size)}, type);
}

std::vector<std::int64_t> numbers(const torch::Tensor& row) {
  return {row.data_ptr<std::int64_t>(), row.data_ptr<std::int64_t>() + row.numel()};
}

/// All 2100 actions, [2100, 6].
torch::Tensor all_actions() {
  auto choices =
      torch::empty({action_count, static_cast<std::int64_t>(action_groups.size())}, torch::kInt64);
  auto rows = choices.accessor<std::int64_t, 2>();
  for (std::uint32_t index = 0; index < action_count; ++index)
    for (std::size_t group = 0; group < action_groups.size(); ++group)
      rows[index][static_cast<std::int64_t>(group)] = action_at(index).choices[group];
  return choices;
}

} // namespace

BOOST_AUTO_TEST_SUITE(action_distribution_test)

BOOST_AUTO_TEST_CASE(the_probability_of_an_action_is_the_product_of_its_choices) {
  at::manual_seed(1);
  auto logits = random_logits(1)[0];
  auto groups = probabilities(logits);
  auto choices = all_actions();
  auto logs = log_probability(logits.expand({action_count, -1}), choices);
  BOOST_TEST(logs.numel() == action_count);
  BOOST_TEST(logs.exp().sum().item<double>() == 1, boost::test_tools::tolerance(rounding));
  for (std::uint32_t index = 0; index < action_count; index += 7) {
    double product = 1;
    for (std::size_t group = 0; group < groups.size(); ++group)
      product *= groups[group][action_at(index).choices[group]];
    BOOST_TEST(logs[index].item<double>() == std::log(product),
               boost::test_tools::tolerance(rounding));
  }
}

BOOST_AUTO_TEST_CASE(equal_logits_make_all_actions_alike) {
  auto logits = torch::full({2, 3, 24}, 7., torch::kFloat64);
  auto choices = torch::zeros({2, 3, 6}, torch::kInt64);
  auto expected = torch::full({2, 3}, std::log(2100.), torch::kFloat64);
  BOOST_TEST(log_probability(logits, choices).allclose(-expected));
  BOOST_TEST(entropy(logits).allclose(expected));
}

BOOST_AUTO_TEST_CASE(entropy_is_the_sum_over_the_groups) {
  at::manual_seed(2);
  auto logits = random_logits(20);
  auto entropies = entropy(logits);
  for (std::int64_t row = 0; row < 20; ++row) {
    double expected = 0;
    for (const auto& group : probabilities(logits[row]))
      for (auto p : group)
        expected -= p * std::log(p);
    BOOST_TEST(entropies[row].item<double>() == expected, boost::test_tools::tolerance(rounding));
  }
}

BOOST_AUTO_TEST_CASE(divergence_is_the_sum_over_the_groups_and_has_a_direction) {
  at::manual_seed(3);
  auto p_logits = random_logits(20);
  auto q_logits = random_logits(20);
  auto divergences = kl_divergence(p_logits, q_logits);
  for (std::int64_t row = 0; row < 20; ++row) {
    auto p = probabilities(p_logits[row]);
    auto q = probabilities(q_logits[row]);
    double expected = 0;
    for (std::size_t group = 0; group < p.size(); ++group)
      for (std::size_t i = 0; i < p[group].size(); ++i)
        expected += p[group][i] * std::log(p[group][i] / q[group][i]);
    BOOST_TEST(divergences[row].item<double>() == expected, boost::test_tools::tolerance(rounding));
  }
  BOOST_TEST(!divergences.allclose(kl_divergence(q_logits, p_logits)));
  BOOST_TEST(kl_divergence(p_logits, p_logits + 3).abs().max().item<double>() < rounding);
}

BOOST_AUTO_TEST_CASE(every_group_adds_its_gradient) {
  at::manual_seed(4);
  auto logits = random_logits(1).requires_grad_();
  auto choices = torch::tensor({{2, 0, 6, 1, 1, 0}}, torch::kInt64);
  log_probability(logits, choices).sum().backward();
  auto groups = probabilities(logits.detach()[0]);
  std::int64_t next = 0;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    auto chosen = choices[0][static_cast<std::int64_t>(group)].item<std::int64_t>();
    for (std::size_t i = 0; i < groups[group].size(); ++i) {
      auto expected = (static_cast<std::int64_t>(i) == chosen ? 1 : 0) - groups[group][i];
      BOOST_TEST(std::abs(logits.grad()[0][next++].item<double>() - expected) < rounding);
    }
  }
}

BOOST_AUTO_TEST_CASE(sampling_inverts_the_distribution_function) {
  at::manual_seed(5);
  auto logits = random_logits(200);
  auto uniforms = torch::rand({200, 6}, torch::kFloat64);
  auto choices = sample(logits, uniforms);
  BOOST_TEST((choices.dtype() == torch::kInt64));
  for (std::int64_t row = 0; row < 200; ++row) {
    auto groups = probabilities(logits[row]);
    for (std::int64_t group = 0; group < 6; ++group) {
      auto left = uniforms[row][group].item<double>();
      std::int64_t expected = 0;
      for (auto p : groups[static_cast<std::size_t>(group)]) {
        if (left < p)
          break;
        left -= p;
        ++expected;
      }
      BOOST_TEST(choices[row][group].item<std::int64_t>() == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(evenly_spread_numbers_sample_each_value_by_its_probability) {
  at::manual_seed(6);
  constexpr std::int64_t draws = 10'000;
  auto logits = random_logits(1)[0];
  auto uniforms = ((torch::arange(draws, torch::kFloat64) + 0.5) / draws).unsqueeze(-1);
  auto choices = sample(logits.expand({draws, -1}), uniforms.expand({draws, 6}));
  auto groups = probabilities(logits);
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (std::size_t i = 0; i < groups[group].size(); ++i) {
      auto share =
          (choices.select(-1, static_cast<std::int64_t>(group)) == static_cast<std::int64_t>(i))
              .sum()
              .item<double>()
          / draws;
      BOOST_TEST(std::abs(share - groups[group][i]) <= 1.001 / draws);
    }
}

BOOST_AUTO_TEST_CASE(the_extreme_numbers_choose_no_impossible_value) {
  at::manual_seed(7);
  auto logits = random_logits(1000, torch::kFloat32);
  auto impossible = torch::rand({1000, 24}) < 0.3;
  // One value of each group stays possible.
  for (std::int64_t possible : {1, 4, 11, 17, 20, 23})
    impossible.select(-1, possible).fill_(false);
  logits.masked_fill_(impossible, -1e4);
  auto last = std::nextafter(1.f, 0.f);
  for (auto uniform : {0.f, last}) {
    auto choices = sample(logits, torch::full({1000, 6}, uniform));
    BOOST_TEST(log_probability(logits, choices).min().item<float>() > -1000);
  }
}

BOOST_AUTO_TEST_CASE(the_most_likely_choices_are_the_most_likely_action) {
  at::manual_seed(8);
  auto actions = all_actions();
  for (int trial = 0; trial < 20; ++trial) {
    auto logits = random_logits(1)[0];
    auto best = log_probability(logits.expand({action_count, -1}), actions).argmax();
    BOOST_TEST(numbers(most_likely(logits)) == numbers(actions[best.item<std::int64_t>()]),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()
