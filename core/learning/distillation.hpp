#pragma once

#include <torch/torch.h>

namespace troupe {

/// Exploration distillation (paper, "Distillation"): the mean over all steps of
/// (1 − r_{t−1}) KL(teacher ‖ student). The teacher helps only from states without reward; where
/// there is some the student is on its own. Logits are [..., 24], `previous_rewards` [...]; only
/// the student receives gradient.
torch::Tensor exploration_distillation(const torch::Tensor& teacher_logits,
                                       const torch::Tensor& student_logits,
                                       const torch::Tensor& previous_rewards);

} // namespace troupe
