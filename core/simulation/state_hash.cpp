#include "core/simulation/simulation.hpp"

#include <bit>

namespace troupe {

namespace {

/// Takes in one word after the other; every bit of each changes about half of the result's.
class fingerprint {
public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) + 0x9e3779b97f4a7c15;
    value_ = (value_ ^ (value_ >> 30)) * 0xbf58476d1ce4e5b9;
    value_ = (value_ ^ (value_ >> 27)) * 0x94d049bb133111eb;
    value_ ^= value_ >> 31;
  }
  /// Zero has two signs, which compare equal.
  void add(double number) { add(std::bit_cast<std::uint64_t>(number + 0.0)); }
  void add(const vector3& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(const object_state& object) {
    add(object.position);
    add(object.orientation.w);
    add(vector3{object.orientation.x, object.orientation.y, object.orientation.z});
    add(object.velocity);
    add(object.spin);
    add(std::uint64_t{object.present});
    add(std::uint64_t{object.steps_left});
    add(std::uint64_t{object.floors.to_ulong()});
  }
  void add(const player_state& player) {
    add(player.position);
    add(player.heading);
    add(player.pitch);
    add(player.velocity);
    add(player.acceleration);
    add(std::uint64_t{player.present});
    add(std::uint64_t{player.steps_left});
    add(std::uint64_t{player.cool_down});
    add(std::uint64_t{player.held.has_value()});
    if (player.held) {
      add(std::uint64_t{player.held->object});
      add(player.held->grip);
      add(player.held->force);
    }
    add(std::uint64_t{player.gadget_hit.has_value()});
    if (player.gadget_hit)
      add(*player.gadget_hit);
    add(std::uint64_t{player.floors.to_ulong()});
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0;
};

} // namespace

std::uint64_t hash_of(const simulation_state& state) {
  fingerprint hash;
  hash.add(state.physics_step);
  hash.add(std::uint64_t{state.objects.size()});
  for (const auto& object : state.objects)
    hash.add(object);
  hash.add(std::uint64_t{state.players.size()});
  for (const auto& player : state.players)
    hash.add(player);
  return hash.value();
}

} // namespace troupe
