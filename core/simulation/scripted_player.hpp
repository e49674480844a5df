#pragma once

#include "core/simulation/pilot.hpp"
#include "core/simulation/script.hpp"
#include "core/simulation/situation.hpp"
#include "core/support/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// Plays one player of a world by a script. Sees the whole state, remembers little, and acts with
/// the same actions as everybody. The same script, stream and states give the same actions.
class scripted_player {
public:
  /// Keeps what it needs of the world. Whatever is left to chance is drawn from `draws`.
  scripted_player(const world& w, std::size_t player, script part,
                  random_stream draws = random_stream{0}, simulation_clock clock = {});

  /// Does something else from now on.
  void change_script(script part);

  /// What to do in the present state; to be asked once for every step.
  action act(const simulation_state& state);

private:
  /// An object on its way to where its wish comes true.
  struct delivery {
    wish purpose;
    /// Known once the object is in the player's hands.
    std::optional<vector3> destination;
  };

  /// What it remembers from step to step, as long as its script stays the same.
  struct memory {
    /// Steps since the script began.
    std::uint32_t step = 0;
    /// Where it goes, unless that is clear from what it does; and until which step it thinks so.
    std::optional<vector3> station;
    std::uint32_t station_until = 0;
    /// Whether no place is such that all wishes about where it stands come true.
    bool no_station_fits = false;
    /// The plan it pursues, until which step it does not think of others, and for how many steps
    /// the plan has not come true.
    std::size_t plan = 0;
    std::uint32_t plan_until = 0;
    std::uint32_t steps_in_vain = 0;
    /// How often each plan was given up.
    std::vector<int> failures;
    std::optional<delivery> under_way;
    /// How often in a row it tried to grab something or to use its gadget, and nothing came of it.
    int vain_attempts = 0;
  };

  intent follow_script(const situation& now, const stand_still&);
  intent follow_script(const situation& now, const pursue& part);
  intent follow_script(const situation& now, const wander&);
  intent follow_script(const situation& now, const flee& part);
  intent follow_script(const situation& now, const tag_on_sight&);

  void come_closer_if_in_vain(const situation& now, intent& wanted);
  [[nodiscard]] double effort(const situation& now, const plan& wishes) const;
  void choose_plan(const situation& now, const pursue& part);
  void count_failure(const situation& now, const plan& wishes);

  intent carry_out(const situation& now, const plan& wishes);
  std::optional<intent> hunt_offender(const situation& now, const plan& wishes) const;
  std::optional<intent> deliver_something(const situation& now, const plan& wishes);
  std::optional<intent> deliver(const situation& now, const plan& wishes, const wish& purpose,
                                individual object);
  std::optional<object_kind> wanted_in_hand(const situation& now, const plan& wishes) const;
  /// Keeps what it holds on the floor, or near things, if that is wished for.
  void hold_low(const situation& now, const plan& wishes, object_kind what, intent& wanted) const;
  void take_position(const situation& now, const plan& wishes, intent& wanted);
  void look_around(const situation& now, const plan& wishes, intent& wanted) const;

  pilot pilot_;
  std::size_t player_;
  script script_;
  random_stream draws_;
  memory memory_;
};

} // namespace troupe
