#pragma once

#include "core/agent/network_file.hpp"
#include "core/learning/hyperparameters.hpp"
#include "core/learning/popart.hpp"
#include "core/learning/unroll_batch.hpp"
#include "core/learning/update_report.hpp"
#include "core/learning/vmpo.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// What learns inside of a `learner`: networks and optimiser, by V-MPO and auxiliary losses on
/// batches of tensors.
class student {
public:
  student(const network_shape& shape, const hyperparameters& how, std::uint64_t seed,
          torch::Device device = torch::kCPU);

  /// Learns nothing, and says so in the report, if a loss or the gradient is not finite.
  update_report update(const unroll_batch& batch, double distillation_weight = 0);

  /// The network that acts: refreshed from the one that learns every `target_update_period`
  /// updates.
  [[nodiscard]] network acting() const { return target_; }
  /// How to read its values.
  [[nodiscard]] const value_scale& acting_scale() const { return target_scale_; }
  /// How often it was refreshed.
  [[nodiscard]] std::int64_t version() const { return updates_ / how_.target_update_period; }
  /// The network that learns.
  [[nodiscard]] network online() const { return online_; }
  [[nodiscard]] std::int64_t updates() const { return updates_; }
  [[nodiscard]] const popart_statistics& returns_statistics() const { return statistics_; }

  /// Adds all of it to a checkpoint, and takes it from there.
  void save(tensor_collection& into) const;
  /// Throws `user_error`, and may have loaded a part, if the checkpoint is of another shape.
  void load(const tensor_collection& from);

private:
  /// Unnormalised returns, [T, B].
  [[nodiscard]] torch::Tensor returns_of(const unroll_batch& batch,
                                         const torch::Tensor& values) const;
  /// The target's policy at each step, [T, B, 24].
  [[nodiscard]] torch::Tensor ask_target(const unroll_batch& batch);
  /// Computes gradients and returns the length of the network's, shortened if it is too long.
  double backward(const torch::Tensor& loss);
  void meet_returns(const unroll_batch& batch);
  void move_statistics(const torch::Tensor& returns, double share);
  void refresh_target();

  hyperparameters how_;
  network online_;
  network target_;
  value_scale target_scale_;
  dual temperature_;
  dual alpha_;
  popart_statistics statistics_;
  std::unique_ptr<torch::optim::Adam> optimiser_;
  /// What the optimiser changes, by name.
  std::vector<std::pair<std::string, torch::Tensor>> learned_;
  std::int64_t updates_ = 0;
};

} // namespace troupe
