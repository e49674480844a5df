#pragma once

#include "core/simulation/episode.hpp"

#include <cstdint>

namespace troupe {

/// Plays a recorded episode again, step by step, and checks every state against the record.
///
/// Owned by one thread.
class replay {
public:
  /// Throws `user_error` if the record cannot be used, or begins in another state.
  explicit replay(episode_record record);

  /// The next step of the record. Throws `user_error` that names the step if the state after it is
  /// not the recorded one. Must not be over.
  void step(const physics_watcher& watch = {});

  /// The steps of the record.
  [[nodiscard]] std::uint32_t steps() const { return record_.steps(); }
  [[nodiscard]] bool over() const { return again_.steps() == steps(); }

  /// As it was after the steps done so far; goes on as it did if it is given the same actions.
  [[nodiscard]] const episode& now() const { return again_; }
  [[nodiscard]] episode take() && { return std::move(again_); }

private:
  void check_state() const;
  void change_goals();

  episode_record record_;
  episode again_;
  /// The next goal change of the record.
  std::size_t change_ = 0;
};

/// The episode of a record as it was after its first `steps` steps. Throws like `replay`.
episode resimulate(const episode_record& record, std::uint32_t steps);

} // namespace troupe
