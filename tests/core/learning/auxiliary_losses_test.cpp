#include "core/learning/auxiliary_losses.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace troupe;

namespace {

torch::Tensor tensor(std::vector<double> values) {
  return torch::tensor(values, torch::kFloat64);
}

} // namespace

BOOST_AUTO_TEST_SUITE(auxiliary_losses_test)

BOOST_AUTO_TEST_CASE(only_the_goals_value_follows_the_mixture) {
  auto mixed = tensor({1, 2, 4}).requires_grad_();
  auto goal = tensor({0, 2, 6}).requires_grad_();
  auto loss = value_consistency(mixed, goal);
  loss.backward();
  BOOST_TEST(loss.item<double>() == 5. / 3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!mixed.grad().defined());
  BOOST_TEST(goal.grad().allclose(tensor({-2. / 3, 0, 4. / 3})));
}

BOOST_AUTO_TEST_CASE(the_distance_of_states_sums_over_features_and_averages_over_steps) {
  auto mixed = tensor({1, 2, 3, 4, 5, 6}).view({2, 1, 3}).requires_grad_();
  auto goal = tensor({1, 0, 3, 3, 5, 9}).view({2, 1, 3}).requires_grad_();
  auto loss = state_consistency(mixed, goal);
  loss.backward();
  BOOST_TEST(loss.item<double>() == (4 + 10) / 2., boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!mixed.grad().defined());
  BOOST_TEST(goal.grad().allclose(tensor({0, -2, 0, -1, 0, 3}).view({2, 1, 3})));
}

BOOST_AUTO_TEST_CASE(both_values_are_aligned) {
  auto external = tensor({1, 2}).requires_grad_();
  auto internal = tensor({3, 1}).requires_grad_();
  auto loss = value_alignment(external, internal);
  loss.backward();
  BOOST_TEST(loss.item<double>() == 2.5, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(external.grad().allclose(tensor({-2, 1})));
  BOOST_TEST(internal.grad().allclose(tensor({2, -1})));
}

BOOST_AUTO_TEST_CASE(atom_prediction_is_the_mean_cross_entropy_of_the_atoms_that_exist) {
  at::manual_seed(1);
  auto logits = (3 * torch::randn({5, 2, 6}, torch::kFloat64)).requires_grad_();
  auto truths = torch::rand({5, 2, 6}) < 0.5;
  auto exist = torch::rand({5, 2, 6}) < 0.6;
  double sum = 0;
  int count = 0;
  for (std::int64_t i = 0; i < 60; ++i)
    if (exist.view(-1)[i].item<bool>()) {
      auto p = 1 / (1 + std::exp(-logits.view(-1)[i].item<double>()));
      sum -= std::log(truths.view(-1)[i].item<bool>() ? p : 1 - p);
      ++count;
    }
  auto loss = atom_prediction(logits, truths, exist);
  loss.backward();
  BOOST_TEST(loss.item<double>() == sum / count, boost::test_tools::tolerance(1e-10));
  auto expected = (logits.detach().sigmoid() - truths.to(torch::kFloat64)) * exist / count;
  BOOST_TEST(logits.grad().allclose(expected));
}

BOOST_AUTO_TEST_CASE(what_is_predicted_of_absent_atoms_does_not_matter) {
  auto logits = tensor({0, std::numeric_limits<double>::quiet_NaN()}).requires_grad_();
  auto loss = atom_prediction(logits, tensor({1, 0}), tensor({1, 0}));
  loss.backward();
  BOOST_TEST(loss.item<double>() == std::log(2), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(logits.grad().allclose(tensor({-0.5, 0})));
}

BOOST_AUTO_TEST_CASE(without_atoms_there_is_nothing_to_predict) {
  auto logits = torch::randn({3, 6}, torch::kFloat64).requires_grad_();
  auto loss = atom_prediction(logits, torch::ones({3, 6}), torch::zeros({3, 6}, torch::kBool));
  loss.backward();
  BOOST_TEST(loss.item<double>() == 0);
  BOOST_TEST(logits.grad().abs().max().item<double>() == 0);
}

BOOST_AUTO_TEST_CASE(confident_predictions_have_a_finite_loss) {
  auto loss = atom_prediction(tensor({1000, -1000}), tensor({0, 0}), tensor({1, 1}));
  BOOST_TEST(loss.item<double>() == 500, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(values_of_another_shape_are_refused) {
  auto values = torch::zeros({4, 2});
  BOOST_CHECK_THROW(value_alignment(values, values.unsqueeze(-1)), c10::Error);
  BOOST_CHECK_THROW(value_consistency(values, values[0]), c10::Error);
  BOOST_CHECK_THROW(state_consistency(values, values[0]), c10::Error);
  BOOST_CHECK_THROW(atom_prediction(values, values, values[0]), c10::Error);
}

BOOST_AUTO_TEST_SUITE_END()
