#pragma once

#include "core/agent/network_shape.hpp"
#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/simulation/observation.hpp"
#include "core/support/random.hpp"

#include <string>

namespace troupe {

/// What a player might see at a moment, drawn by that moment alone.
inline observation
random_observation(const network_shape& shape, const player_moment& when,
                   const std::string& aim =
                       "hold(me, yellow sphere) & !near(me, black cube) | see(me, opponent)") {
  auto draws =
      random_stream{when.environment}.split(when.episode).split(when.player).split(when.step);
  observation seen;
  seen.when = when;
  seen.policy_seed = 100 * when.environment + when.episode;
  seen.picture = image(shape.picture_width, shape.picture_height, {});
  for (auto& pixel : seen.picture.pixels)
    for (auto& channel : pixel)
      channel = static_cast<std::uint8_t>(draws.below(256));
  for (auto& axis : seen.body.acceleration)
    axis = static_cast<float>(10 * draws.normal());
  seen.last_action = random_action(draws);
  seen.goal = encode(parse_goal(aim));
  auto& known = seen.privileged.emplace();
  known.reward = draws.chance(0.5) ? 1.f : 0.f;
  for (auto& truth : known.atom_truths)
    truth = draws.chance(0.5);
  known.first = when.step == 0;
  return seen;
}

} // namespace troupe
