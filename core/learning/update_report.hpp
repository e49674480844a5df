#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

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
  /// Why nothing was learned: what was not a finite number. Empty if something was.
  std::string problem;
};

/// Everything that was measured, by name.
inline auto values_of(const update_report& r) {
  return std::to_array<std::pair<std::string_view, double>>({
      {"policy_loss", r.policy_loss},
      {"value_loss", r.value_loss},
      {"temperature_loss", r.temperature_loss},
      {"kl_loss", r.kl_loss},
      {"value_consistency", r.value_consistency},
      {"state_consistency", r.state_consistency},
      {"atom_prediction", r.atom_prediction},
      {"value_alignment", r.value_alignment},
      {"distillation", r.distillation},
      {"kl", r.kl},
      {"entropy", r.entropy},
      {"temperature", r.temperature},
      {"alpha", r.alpha},
      {"gradient_norm", r.gradient_norm},
      {"reward", r.reward},
  });
}

} // namespace troupe
