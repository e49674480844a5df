#pragma once

#include "core/simulation/simulation.hpp"
#include "core/world/generation.hpp"
#include "tests/core/simulation/adversary.hpp"
#include "tests/core/simulation/body_probe.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace troupe {

/// Overlaps deeper than this, in metres, are too deep after any sequence of actions.
inline constexpr double max_depth = 0.05;

/// What a long run of episodes with adversaries has seen.
struct soak_result {
  std::uint64_t episodes = 0;
  std::uint64_t steps = 0;
  /// Steps after which something was outside of the world, or too deep in something else.
  std::uint64_t outside = 0;
  std::uint64_t too_deep = 0;
  double deepest = 0;
  std::uint64_t deepest_episode = 0;
};

inline quaternion any_rotation(random_stream& draw) {
  quaternion q{draw.normal(), draw.normal(), draw.normal(), draw.normal()};
  auto size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

/// The world of an episode: crowded, with large or tiny objects now and then, or with objects that
/// begin high in the air, askew.
inline world soak_world(std::uint64_t episode) {
  random_stream draw(episode);
  world_parameters parameters;
  parameters.width = parameters.height = {4, 9};
  parameters.levels = {1, 6};
  parameters.players = {3, 3};
  parameters.objects = {6, 16};
  auto kind = draw.below(6);
  switch (kind) {
  case 0:
    parameters.object_size = {0.2, 1.2};
    break;
  case 1:
    parameters.object_size = {0.1, 0.4};
    break;
  case 2:
    parameters.width = parameters.height = {3, 4};
    parameters.objects = {10, 14};
    break;
  default:
    break;
  }
  auto w = generate_world(parameters, episode);
  if (kind == 3)
    for (auto& object : w.objects) {
      object.position.z = w.tile_size.z * (level_count + draw.uniform(0, 9));
      object.orientation = any_rotation(draw);
    }
  return w;
}

/// Plays one episode, and adds what it saw.
inline void soak(std::uint64_t episode, soak_result& result) {
  constexpr int episode_steps = 450;
  auto w = soak_world(episode);
  simulation sim(w);
  body_probe probe(w);
  std::vector<adversary> players;
  for (std::size_t p = 0; p < w.players.size(); ++p)
    players.emplace_back(w, p, random_stream(episode).split(p));
  std::vector<action> actions(players.size());
  for (int i = 0; i < episode_steps; ++i) {
    for (std::size_t p = 0; p < players.size(); ++p)
      actions[p] = players[p].act(sim.state());
    sim.step(actions);
    ++result.steps;
    if (!probe.all_inside(sim.state()))
      ++result.outside;
    auto depth = probe.deepest(sim.state()).depth;
    if (depth > max_depth)
      ++result.too_deep;
    if (depth > result.deepest) {
      result.deepest = depth;
      result.deepest_episode = episode;
    }
  }
  ++result.episodes;
}

struct rest_state {
  double depth = 0;
  double speed = 0;
};

/// What a generated world is like two seconds after everything in it was dropped a little. Spheres
/// are left out, since they roll down ramps for longer.
inline rest_state settle(std::uint64_t episode) {
  world_parameters parameters;
  parameters.objects = {8, 16};
  auto w = generate_world(parameters, episode);
  for (auto& object : w.objects) {
    if (object.shape == object_shape::sphere)
      object.shape = object_shape::slab;
    object.position.z += 0.2;
  }
  w.players.clear();
  simulation sim(w);
  for (int i = 0; i < 15; ++i)
    sim.step({});
  rest_state rest;
  rest.depth = body_probe(w).deepest(sim.state()).depth;
  for (const auto& object : sim.state().objects)
    rest.speed = std::max({rest.speed, length(object.velocity), length(object.spin)});
  return rest;
}

} // namespace troupe
