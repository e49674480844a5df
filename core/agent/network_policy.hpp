#pragma once

#include "core/agent/network_shape.hpp"
#include "core/agent/policy_backend.hpp"
#include "core/agent/recurrent_memory.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// What a network makes of an observation beside an action, for people and for analysis (the
/// paper's names in brackets).
struct insight {
  /// The state that does not depend on the goal (h).
  std::vector<float> core;
  /// The state that does (ĥ).
  std::vector<float> goal_state;
  /// The goal's embedding.
  std::vector<float> goal;
  /// How likely each atom of the goal holds (p), in the order of the goal's atoms.
  std::vector<float> atom_probabilities;
  /// The return that following the whole goal, then each of its options, would bring (v̂). Without
  /// goal attention the whole goal alone.
  std::vector<float> option_values;
  /// How much each of them counts; they add up to 1.
  std::vector<float> option_weights;
};

/// Decides by a network. Remembers for each player what happened in its episode; a step 0 begins
/// anew. What it draws depends on the observation's `policy_seed`, player and step alone.
class network_policy final : public policy_backend {
public:
  /// `network_file` is what `encode_network` gave. Throws `user_error` if it is not, or if there is
  /// no such device.
  explicit network_policy(std::span<const std::byte> network_file,
                          const std::string& device = "cpu");
  ~network_policy() override;

  /// Other weights of the same shape, from the next batch on; players keep their memories.
  void load(std::span<const std::byte> network_file);

  std::size_t add(const observation& seen) override;
  void run() override;
  [[nodiscard]] action read(std::size_t place) const override;

  /// The logits from which the action was drawn, `action_encoding_size` numbers.
  [[nodiscard]] std::span<const float> logits(std::size_t place) const;
  /// What was remembered before the batch.
  [[nodiscard]] recurrent_memory memory_before(std::size_t place) const;
  [[nodiscard]] insight look(std::size_t place) const;

  /// Forgets the players of an environment that is gone.
  void forget(std::uint64_t environment);

  [[nodiscard]] const network_shape& shape() const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace troupe
