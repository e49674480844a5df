#include "core/learning/distillation.hpp"

#include "core/agent/action_distribution.hpp"

namespace troupe {

torch::Tensor exploration_distillation(const torch::Tensor& teacher_logits,
                                       const torch::Tensor& student_logits,
                                       const torch::Tensor& previous_rewards) {
  auto divergence = kl_divergence(teacher_logits.detach(), student_logits);
  TORCH_CHECK(divergence.sizes() == previous_rewards.sizes(),
              "distillation needs one reward a step");
  return ((1 - previous_rewards.detach()) * divergence).mean();
}

} // namespace troupe
