#pragma once

namespace troupe {

/// How time passes in a simulation.
struct simulation_clock {
  /// Physics steps in one environment step: how long an action lasts.
  int physics_steps = 4;
  /// Physics steps in a second.
  double physics_rate = 30;

  friend bool operator==(const simulation_clock&, const simulation_clock&) = default;
};

} // namespace troupe
