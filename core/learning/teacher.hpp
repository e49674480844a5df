#pragma once

#include "core/agent/network_file.hpp"
#include "core/learning/unroll_batch.hpp"

#include <cstdint>
#include <map>
#include <span>

namespace troupe {

/// A network that does not learn any more and shows another what it would do (paper,
/// "Distillation"). It watches each player from unroll to unroll, so that it remembers an episode
/// as if it had played it.
class teacher {
public:
  teacher(const network_file& file, torch::Device device);

  /// What it would do at each of the T steps of a batch made of `unrolls`, [T, B, 24].
  torch::Tensor advise(std::span<const unroll> unrolls, const unroll_batch& batch);

  /// How often a player's unroll did not go on where the one before had ended, so that nothing
  /// was remembered.
  [[nodiscard]] std::int64_t gaps() const { return gaps_; }

  /// Adds what it remembers to a checkpoint, and takes it from there.
  void save(tensor_collection& into) const;
  void load(const tensor_collection& from);

private:
  struct watched {
    /// What it expects to see next.
    player_moment next;
    /// [layers, size] each.
    recurrent_state memory;
  };

  /// What it remembers before the first observations.
  recurrent_state recall(std::span<const unroll> unrolls);
  void remember(std::span<const unroll> unrolls, const recurrent_state& state);

  network net_;
  std::map<player_slot, watched> watched_;
  std::int64_t gaps_ = 0;
};

} // namespace troupe
