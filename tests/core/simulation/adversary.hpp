#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/state.hpp"
#include "core/support/random.hpp"
#include "core/world/world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace troupe {

/// A player that does what simulations like least: crowds, squeezes objects into corners and into
/// each other, throws them, and freezes and tags whatever it meets.
class adversary {
public:
  adversary(const world& w, std::size_t player, random_stream stream)
      : player_(player),
        east_(w.tiles.width() * w.tile_size.x),
        north_(w.tiles.height() * w.tile_size.y),
        stream_(stream) {}

  action act(const simulation_state& state) {
    if (steps_left_-- <= 0)
      change_mind(state);
    const auto& me = state.players[player_];
    switch (mood_) {
    case mood::random:
      return random_action(stream_);
    case mood::stubborn:
      return habit_;
    case mood::thrower: {
      auto result = habit_;
      set(result, 4, steps_left_ > 2 ? 1 : 0);
      if (!me.held)
        steer(result, me, target(state));
      return result;
    }
    case mood::crowd: {
      auto result = noop_action();
      steer(result, me, target(state));
      set(result, 0, 2);
      set(result, 4, grabs_ ? 1 : 0);
      return result;
    }
    case mood::press: {
      // Squeezes what it holds against the floor, or against itself.
      auto result = noop_action();
      set(result, 4, 1);
      if (!me.held)
        steer(result, me, target(state));
      else
        set(result, 3, grabs_ ? 0 : 4);
      set(result, 0, stream_.chance(0.7) ? 2 : 1);
      return result;
    }
    default: {
      auto result = noop_action();
      steer(result, me, target(state));
      set(result, 5, 1);
      set(result, 4, grabs_ ? 1 : 0);
      set(result, 0, stream_.chance(0.5) ? 2 : 1);
      return result;
    }
    }
  }

private:
  enum class mood { random, stubborn, thrower, crowd, press, gadgets };

  static void set(action& a, std::size_t group, int choice) {
    a.choices[group] = static_cast<std::uint8_t>(choice);
  }

  void change_mind(const simulation_state& state) {
    mood_ = static_cast<mood>(stream_.below(6));
    steps_left_ = static_cast<int>(stream_.between(3, 40));
    habit_ = random_action(stream_);
    grabs_ = stream_.chance(0.5);
    auto count = state.objects.size() + state.players.size();
    target_ = stream_.below(count + 2);
    corner_ = {stream_.chance(0.5) ? 0 : east_, stream_.chance(0.5) ? 0 : north_, 0};
  }

  [[nodiscard]] vector3 target(const simulation_state& state) const {
    if (target_ < state.objects.size())
      return state.objects[target_].position;
    if (auto p = target_ - state.objects.size(); p < state.players.size() && p != player_)
      return state.players[p].position + vector3{0, 0, 0.8};
    return corner_;
  }

  /// Turns towards a point.
  static void steer(action& a, const player_state& me, vector3 point) {
    auto way = point - eyes_of(me);
    auto turn = std::remainder(std::atan2(way.y, way.x) - me.heading, 2 * std::numbers::pi);
    auto rise = std::atan2(way.z, std::hypot(way.x, way.y)) - me.pitch;
    auto size = std::abs(turn);
    auto left = size > 0.3 ? 0 : size > 0.06 ? 1 : size > 0.013 ? 2 : 3;
    set(a, 2, turn > 0 ? left : 6 - left);
    set(a, 3,
        std::abs(rise) < 0.006  ? 2
        : std::abs(rise) > 0.13 ? (rise > 0 ? 4 : 0)
        : rise > 0              ? 3
                                : 1);
  }

  std::size_t player_;
  double east_;
  double north_;
  random_stream stream_;
  mood mood_ = mood::random;
  int steps_left_ = 0;
  action habit_ = noop_action();
  bool grabs_ = false;
  std::size_t target_ = 0;
  vector3 corner_;
};

} // namespace troupe
