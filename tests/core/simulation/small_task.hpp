#pragma once

#include "core/game/goal_text.hpp"
#include "core/simulation/episode.hpp"
#include "core/tasks/generation.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <string>
#include <vector>

namespace troupe {

/// Two players on a floor with a black cube in front of the first, and a yellow sphere far away.
inline task small_task(const std::string& first = "near(me, black cube)",
                       const std::string& second = "see(me, opponent)") {
  auto w = empty_world({"0 0 0 0", "0 0 0 0", "0 0 1 1"});
  add_object(w, object_colour::black, object_shape::cube, {3, 6, 0.25});
  add_object(w, object_colour::yellow, object_shape::sphere, {11, 8, 0.2}, 0.4);
  add_player(w, {1.5, 6, 0});
  add_player(w, {6, 4, 0}, 3);
  return {w, game{parse_goal(first), parse_goal(second)}, {""}};
}

/// A generated task with two players, or more.
inline task any_task(std::uint64_t seed) {
  auto set = draw_task_set({.count = 1, .seed = seed}, {});
  return set.tasks[0];
}

inline std::vector<action> random_actions(std::size_t players, random_stream& draw) {
  std::vector<action> actions;
  while (actions.size() < players)
    actions.push_back(random_action(draw));
  return actions;
}

inline void play_on(episode& played, std::uint32_t steps, random_stream& draw) {
  for (std::uint32_t i = 0; i < steps; ++i)
    played.step(random_actions(played.players(), draw));
}

} // namespace troupe
