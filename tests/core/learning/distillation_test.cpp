#include "core/agent/action_distribution.hpp"
#include "core/learning/distillation.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>

using namespace troupe;

namespace {

struct lesson {
  torch::Tensor teacher = 2 * torch::randn({7, 3, 24}, torch::kFloat64);
  torch::Tensor student = 2 * torch::randn({7, 3, 24}, torch::kFloat64);
  torch::Tensor rewards = (torch::rand({7, 3}) < 0.4).to(torch::kFloat64);
};

lesson random_lesson() {
  at::manual_seed(1);
  lesson drawn;
  drawn.teacher.requires_grad_();
  drawn.student.requires_grad_();
  return drawn;
}

} // namespace

BOOST_AUTO_TEST_SUITE(distillation_test)

BOOST_AUTO_TEST_CASE(the_loss_is_the_mean_divergence_with_rewarded_steps_left_out) {
  auto drawn = random_lesson();
  double sum = 0;
  for (std::int64_t t = 0; t < 7; ++t)
    for (std::int64_t b = 0; b < 3; ++b)
      if (drawn.rewards[t][b].item<double>() == 0)
        sum += kl_divergence(drawn.teacher[t][b], drawn.student[t][b]).item<double>();
  auto loss = exploration_distillation(drawn.teacher, drawn.student, drawn.rewards);
  BOOST_TEST(loss.item<double>() == sum / 21, boost::test_tools::tolerance(1e-10));
}

BOOST_AUTO_TEST_CASE(only_the_student_learns_and_only_on_steps_without_reward) {
  auto drawn = random_lesson();
  drawn.rewards.requires_grad_();
  exploration_distillation(drawn.teacher, drawn.student, drawn.rewards).backward();
  BOOST_TEST(!drawn.teacher.grad().defined());
  BOOST_TEST(!drawn.rewards.grad().defined());
  auto moved = drawn.student.grad().abs().sum(-1) > 0;
  BOOST_TEST(moved.equal(drawn.rewards.detach() == 0));
}

BOOST_AUTO_TEST_CASE(the_gradient_leads_to_the_teachers_probabilities) {
  auto drawn = random_lesson();
  exploration_distillation(drawn.teacher, drawn.student, torch::zeros({7, 3})).backward();
  // Of the first group; a softmax's gradient is the difference of the probabilities.
  auto first = [](const torch::Tensor& logits) {
    return logits.detach().narrow(-1, 0, 3).softmax(-1);
  };
  auto expected = (first(drawn.student) - first(drawn.teacher)) / 21;
  BOOST_TEST(drawn.student.grad().narrow(-1, 0, 3).allclose(expected));
}

BOOST_AUTO_TEST_CASE(a_batch_of_nothing_but_reward_teaches_nothing) {
  auto drawn = random_lesson();
  auto loss = exploration_distillation(drawn.teacher, drawn.student, torch::ones({7, 3}));
  loss.backward();
  BOOST_TEST(loss.item<double>() == 0);
  BOOST_TEST(drawn.student.grad().abs().max().item<double>() == 0);
}

BOOST_AUTO_TEST_CASE(a_student_that_equals_its_teacher_has_no_loss) {
  auto drawn = random_lesson();
  auto loss = exploration_distillation(drawn.teacher, drawn.teacher, drawn.rewards);
  BOOST_TEST(std::abs(loss.item<double>()) < 1e-12);
}

BOOST_AUTO_TEST_CASE(rewards_of_another_shape_are_refused) {
  auto drawn = random_lesson();
  BOOST_CHECK_THROW(
      exploration_distillation(drawn.teacher, drawn.student, drawn.rewards.unsqueeze(-1)),
      c10::Error);
}

BOOST_AUTO_TEST_SUITE_END()
