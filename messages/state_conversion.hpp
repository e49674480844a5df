#pragma once

#include "core/simulation/clock.hpp"
#include "core/simulation/observation.hpp"
#include "core/simulation/state.hpp"
#include "core/tasks/task.hpp"
#include "messages/message.hpp"
#include "messages/observation.capnp.h"
#include "messages/state.capnp.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace troupe {

// What players are shown who see everything; see conversion.hpp for the form.

void write(const simulation_state& value, schema::State::Builder builder);
message<schema::State> to_message(const simulation_state& value);
/// Only numbers that a simulation can have are accepted.
arrival_problem from_schema(schema::State::Reader reader, simulation_state& value);

/// Everything that there is to see.
struct whole_scene {
  simulation_state state;
  /// With the goals as they are now. On an episode's first observation, and whenever goals have
  /// changed since the one before.
  std::optional<task> played;
  simulation_clock clock;

  friend bool operator==(const whole_scene&, const whole_scene&) = default;
};

void write(const whole_scene& value, schema::Scene::Builder builder);
message<schema::Scene> to_message(const whole_scene& value);
/// Objects and players are as many as the task has, if there is one.
arrival_problem from_schema(schema::Scene::Reader reader, whole_scene& value);
/// How many bytes to reserve for a scene.
std::size_t payload_of(const whole_scene& value);

/// What a player that follows a script reads of an observation.
struct scripted_view {
  player_moment when;
  std::uint64_t policy_seed = 0;
  whole_scene scene;
};

/// An observation without a scene is nonsense to such a player, and so is one of a player that the
/// scene lacks.
arrival_problem from_schema(schema::Observation::Reader reader, scripted_view& value);

} // namespace troupe
