#include "core/simulation/pilot.hpp"

#include "core/simulation/walking.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace troupe {

namespace {

/// The action groups by name.
enum group : std::size_t {
  move_forward_back,
  move_left_right,
  look_left_right,
  look_up_down,
  grab,
  use_gadget
};

/// Steps in which a player that walks freely gets on by `progress` metres many times over.
constexpr int patience = 8;
constexpr double progress = 0.4;
/// How many steps a player walks some other way when something blocks it.
constexpr int steps_to_get_free = 7;
/// How far from where it was stuck a player is free, in metres.
constexpr double free_distance = 2;

/// A player waits for what it carries when that lags behind by this angle, in radians.
constexpr double max_lag = 0.7;

/// How fast a player surely can lose speed, in m/s².
constexpr double braking = 15;

/// A floor that is so much lower, in metres, lies below a ledge.
constexpr double ledge = 0.4;

/// The same angle in [-π, π].
double wrapped(double angle) {
  return std::remainder(angle, 2 * std::numbers::pi);
}

/// The choice of a group's value that comes closest to `wanted`.
std::uint8_t closest_choice(group which, double wanted) {
  const auto& values = action_groups[which].values;
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (std::abs(values[i] - wanted) < std::abs(values[best] - wanted))
      best = i;
  return static_cast<std::uint8_t>(best);
}

} // namespace

double heading_towards(vector3 from, vector3 to) {
  return std::atan2(to.y - from.y, to.x - from.x);
}

double pitch_towards(vector3 from, vector3 to) {
  return std::atan2(to.z - from.z, horizontal_distance(from, to));
}

double aiming_error(const player_state& player, vector3 point) {
  auto wanted = point - eyes_of(player);
  auto cosine = dot(direction_of(player.heading, player.pitch), wanted) / length(wanted);
  return std::acos(std::clamp(cosine, -1.0, 1.0));
}

pilot::pilot(const world& w, simulation_clock clock)
    : ways_(w), seconds_per_step_(clock.physics_steps / clock.physics_rate) {}

action pilot::steer(const player_state& player, const intent& wanted) {
  auto act = noop_action();
  act.choices[grab] = wanted.grab ? 1 : 0;
  act.choices[use_gadget] = wanted.use_gadget ? 1 : 0;

  if (waits_for_load(player))
    return act;
  auto next = way_to(player, wanted);
  notice_progress(player, next.has_value());
  auto eyes = eyes_of(player);
  auto heading = player.heading;
  if (wanted.focus)
    heading = heading_towards(eyes, *wanted.focus);
  else if (next)
    heading = heading_towards(player.position, next->position);
  auto pitch = wanted.pitch ? *wanted.pitch : wanted.focus ? pitch_towards(eyes, *wanted.focus) : 0;
  turn(player, heading, pitch, act);

  if (next || steps_to_get_free_ > 0) {
    auto direction =
        steps_to_get_free_ > 0 ? way_out_ : heading_towards(player.position, next->position);
    auto turned = player.heading - act.value(look_left_right) * turning_speed * seconds_per_step_;
    auto [forward, right] =
        gait_towards(player, turned, direction, next && next->drops && steps_to_get_free_ == 0);
    act.choices[move_forward_back] = closest_choice(move_forward_back, forward);
    act.choices[move_left_right] = closest_choice(move_left_right, right);
  }
  return act;
}

bool pilot::waits_for_load(const player_state& player) {
  auto lags = player.held && aiming_error(player, player.held->grip) > max_lag;
  steps_waited_ = lags ? steps_waited_ + 1 : 0;
  return lags && steps_waited_ <= patience;
}

std::optional<waypoint> pilot::way_to(const player_state& player, const intent& wanted) {
  if (!wanted.destination)
    return std::nullopt;
  const auto& target = *wanted.destination;
  const auto& w = ways_.setting();
  auto speed = length(at_height(player.velocity, 0));
  auto braking_distance = speed * speed / (2 * braking);
  auto is_close = horizontal_distance(player.position, target) < wanted.within + braking_distance;
  // Feet that are higher than the floor stand on an object, or still on the edge of a ledge.
  auto step = floor_height(w, target.x, target.y) - player.position.z;
  if (is_close && std::abs(step) < ledge)
    return std::nullopt;
  return ways_.next_waypoint(player.position, target);
}

void pilot::turn(const player_state& player, double heading, double pitch, action& act) const {
  auto left = wrapped(heading - player.heading);
  act.choices[look_left_right] =
      closest_choice(look_left_right, -left / (turning_speed * seconds_per_step_));
  auto up = std::clamp(pitch, -max_pitch, max_pitch) - player.pitch;
  act.choices[look_up_down] =
      closest_choice(look_up_down, up / (pitching_speed * seconds_per_step_));
}

pilot::gait pilot::gait_towards(const player_state& player, double heading, double direction,
                                bool may_drop) const {
  gait best;
  auto best_fit = 0.3;
  for (int forward : {-1, 0, 1})
    for (int right : {-1, 0, 1}) {
      if (forward == 0 && right == 0)
        continue;
      auto taken = heading + std::atan2(-right, forward);
      auto fit = std::cos(taken - direction);
      if (fit <= best_fit || (!may_drop && leads_off_a_ledge(player, direction_of(taken, 0))))
        continue;
      best = {forward, right};
      best_fit = fit;
    }
  return best;
}

bool pilot::leads_off_a_ledge(const player_state& player, vector3 direction) const {
  const auto& w = ways_.setting();
  auto speed = std::max(0.0, dot(player.velocity, direction));
  auto reach = 0.2 + speed * seconds_per_step_ + speed * speed / (2 * braking);
  auto ahead = player.position + direction * reach;
  return floor_height(w, ahead.x, ahead.y)
         < floor_height(w, player.position.x, player.position.y) - ledge;
}

void pilot::notice_progress(const player_state& player, bool walks) {
  if (steps_to_get_free_ > 0) {
    --steps_to_get_free_;
    last_progress_ = player.position;
    return;
  }
  if (attempts_ > 0 && horizontal_distance(player.position, stuck_at_) > free_distance)
    attempts_ = 0;
  if (!walks || horizontal_distance(player.position, last_progress_) > progress) {
    last_progress_ = player.position;
    steps_without_progress_ = 0;
  } else if (++steps_without_progress_ == patience) {
    if (attempts_++ == 0)
      stuck_at_ = player.position;
    // Right, left, then ever more backwards.
    auto side = attempts_ % 2 == 0 ? 1 : -1;
    way_out_ = player.heading + side * std::min(1.3 + 0.3 * attempts_, std::numbers::pi);
    steps_to_get_free_ = steps_to_get_free;
    steps_without_progress_ = 0;
  }
}

} // namespace troupe
