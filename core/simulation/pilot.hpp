#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/clock.hpp"
#include "core/simulation/state.hpp"
#include "core/simulation/wayfinder.hpp"

#include <optional>

namespace troupe {

/// What a player wants to do with its body now.
struct intent {
  /// Where to go, and how close on the map is close enough, in metres.
  std::optional<vector3> destination;
  double within = 0.3;
  /// What to look at; without it a player looks where it goes.
  std::optional<vector3> focus;
  /// Radians up from the horizon, whatever it looks at.
  std::optional<double> pitch;
  bool grab = false;
  bool use_gadget = false;

  friend bool operator==(const intent&, const intent&) = default;
};

/// Where somebody must look to see a point in the middle of its view, in radians.
double heading_towards(vector3 from, vector3 to);
double pitch_towards(vector3 from, vector3 to);

/// Radians between where a player looks and a point.
double aiming_error(const player_state& player, vector3 point);

/// Turns intents into the actions of one player: finds the way, steers, keeps off ledges that the
/// way does not lead down, and gets free where something blocks it.
class pilot {
public:
  explicit pilot(const world& w, simulation_clock clock = {});

  action steer(const player_state& player, const intent& wanted);

  [[nodiscard]] const wayfinder& ways() const { return ways_; }

private:
  /// How a player moves: the values of the first two action groups.
  struct gait {
    int forward = 0;
    int right = 0;
  };

  /// Whether it should stand still, since what it holds is not where it looks.
  bool waits_for_load(const player_state& player);
  [[nodiscard]] std::optional<waypoint> way_to(const player_state& player, const intent& wanted);
  void turn(const player_state& player, double heading, double pitch, action& act) const;
  [[nodiscard]] gait gait_towards(const player_state& player, double heading, double direction,
                                  bool may_drop) const;
  [[nodiscard]] bool leads_off_a_ledge(const player_state& player, vector3 direction) const;
  void notice_progress(const player_state& player, bool walks);

  wayfinder ways_;
  double seconds_per_step_;
  /// Where it was when it last got on, and for how many steps it has tried to since.
  vector3 last_progress_;
  int steps_without_progress_ = 0;
  int steps_waited_ = 0;
  /// While it gets free: for how many more steps, and in which direction it walks.
  int steps_to_get_free_ = 0;
  double way_out_ = 0;
  /// How often in a row it had to get free, and where the first time.
  int attempts_ = 0;
  vector3 stuck_at_;
};

} // namespace troupe
