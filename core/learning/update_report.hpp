#pragma once

namespace troupe {

/// What an update was like.
struct update_report {
  double policy_loss = 0;
  double value_loss = 0;
  double temperature_loss = 0;
  double kl_loss = 0;
  double value_consistency = 0;
  double state_consistency = 0;
  double atom_prediction = 0;
  double value_alignment = 0;
  double distillation = 0;
  /// Of the target's policy from the online one, in nats.
  double kl = 0;
  double entropy = 0;
  double temperature = 0;
  double alpha = 0;
  double gradient_norm = 0;
  /// The environment's, the mean over the steps.
  double reward = 0;
};

} // namespace troupe
