#pragma once

#include "core/agent/network_shape.hpp"
#include "core/learning/hyperparameters.hpp"
#include "core/learning/unroll.hpp"
#include "core/learning/update_report.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// One agent that learns from unrolls: network, target network, optimiser, statistics and teacher.
/// Owned by one actor.
class learner {
public:
  /// The same shape, hyperparameters and seed learn the same from the same unrolls, on one thread.
  /// Throws `user_error` if there is no such network or device.
  learner(const network_shape& shape, const hyperparameters& how, std::uint64_t seed,
          const std::string& device = "cpu");
  ~learner();
  learner(learner&&) noexcept;
  learner& operator=(learner&&) noexcept;

  /// One update. `distillation_weight` says how much the teacher counts, if there is one. Learns
  /// nothing, and the report says why, if a loss or the gradient is not finite. Throws
  /// `user_error`, and learns nothing, if the unrolls do not fit.
  update_report update(std::span<const unroll> unrolls, double distillation_weight = 0);

  /// Updates so far.
  [[nodiscard]] std::int64_t updates() const;

  /// The network that acts, as a `.safetensors` file for `network_policy`. It changes with its
  /// version.
  [[nodiscard]] std::vector<std::byte> acting_network() const;
  /// Counts the changes of the network that acts.
  [[nodiscard]] std::int64_t version() const;

  /// Another agent's acting network, to learn from.
  void set_teacher(std::span<const std::byte> network_file);

  /// All that makes learning go on exactly as if nothing had happened, as a `.safetensors` file:
  /// weights of both networks, optimiser, duals, statistics, counters, what the teacher remembers.
  /// The teacher itself is a file of its own. An update draws no random numbers, so there are none
  /// to keep.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// For a learner of the same shape, with the same teacher or none. Throws `user_error` if the
  /// file is not of such a one.
  void load(std::span<const std::byte> checkpoint);

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace troupe
