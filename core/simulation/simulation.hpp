#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/clock.hpp"
#include "core/simulation/state.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace troupe {

/// Is shown the moments between two environment steps.
using physics_watcher = std::function<void(const simulation_state&)>;

/// A world in motion: rigid bodies, players and what they do to them (paper, section "World
/// Space").
///
/// Deterministic: the same world and the same actions give the same states, to the bit, whatever
/// else runs. Owned by one actor; not to be used by two threads at once.
class simulation {
public:
  explicit simulation(const world& w, simulation_clock clock = {});
  ~simulation();
  simulation(simulation&&) noexcept;
  simulation& operator=(simulation&&) noexcept;

  /// One environment step: each player does its action for `physics_steps` steps of physics.
  /// `watch`, if any, is shown the state after each of them.
  void step(std::span<const action> actions, const physics_watcher& watch = {});

  /// As it is now. The reference stays valid and is updated by `step`.
  [[nodiscard]] const simulation_state& state() const;

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

/// A fingerprint of every bit of a state: equal for equal states, else different but for a chance
/// of 2^-64.
std::uint64_t hash_of(const simulation_state& state);

} // namespace troupe
