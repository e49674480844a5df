#pragma once

#include "core/simulation/simulation.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace troupe {

/// What a player may do, by name: `doing().walk(1).look(-1)`.
class doing {
public:
  /// In the paper's units: the nearest value of each group.
  doing& walk(float forward) { return choose(0, forward); }
  doing& strafe(float right) { return choose(1, right); }
  doing& turn(float right) { return choose(2, right); }
  doing& look(float up) { return choose(3, up); }
  doing& grab() { return choose(4, 1); }
  doing& use_gadget() { return choose(5, 1); }

  operator action() const { return act_; } // NOLINT: an action by another name

private:
  doing& choose(std::size_t group, float wanted) {
    auto values = action_groups[group].values;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::abs(values[i] - wanted) < std::abs(act_.value(group) - wanted))
        act_.choices[group] = static_cast<std::uint8_t>(i);
    return *this;
  }

  action act_ = noop_action();
};

/// Steps in which players do the same all the time; those who are not named do nothing.
inline void run(simulation& sim, int steps, std::vector<action> actions = {}) {
  actions.resize(sim.state().players.size(), noop_action());
  for (int i = 0; i < steps; ++i)
    sim.step(actions);
}

} // namespace troupe
