#include "core/simulation/appearance.hpp"

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

/// Of the camera of the third person, in metres and radians.
namespace third_person {
constexpr double field_of_view = 1.45;
/// It hangs behind a point above the player's eyes.
constexpr double pivot_above_eyes = 0.2;
constexpr double distance = 3.8;
/// It looks down, and up and down less than the player does.
constexpr double pitch = -0.4;
constexpr double share_of_pitch = 0.3;
/// It looks at a point this far in front of the pivot and below: the feet are in the picture.
constexpr double aim_ahead = 1.5;
constexpr double aim_below = 0.4;
/// How much higher it gets while it comes closer.
constexpr double rise = 1;
/// Keeps off walls and floors by this.
constexpr double clearance = 0.25;
/// Obstacles count within these angles around its direction, in so many rays to each side.
constexpr double fan_aside = 0.7;
constexpr double fan_above = 0.4;
constexpr int rays_aside = 24;
constexpr int rays_above = 16;
} // namespace third_person

/// How far behind the pivot there is room. Obstacles beside the direct way count the less the
/// farther they are off, so that none comes into the way all of a sudden.
double room_behind(const height_field& ground, vector3 pivot, double heading, double slant) {
  using namespace third_person;
  auto room = distance;
  for (int up = -rays_above; up <= rays_above; ++up)
    for (int aside = -rays_aside; aside <= rays_aside; ++aside) {
      auto turn = static_cast<double>(aside) / rays_aside;
      auto lift = static_cast<double>(up) / rays_above;
      auto allowance = std::hypot(turn, lift) * distance;
      if (allowance >= room)
        continue;
      auto backwards = -direction_of(heading + turn * fan_aside, slant + lift * fan_above);
      auto whole = distance + clearance;
      auto share = ground.free_share(pivot, pivot + backwards * whole);
      room = std::min(room, share * whole - clearance + allowance);
    }
  return std::max(room, 0.0);
}

void add_beams(const world_player& looks, const player_state& player, scene& moving) {
  auto hand = hand_of(player);
  if (player.held)
    moving.beams.push_back({hand, player.held->grip, looks.colour});
  if (player.gadget_hit)
    moving.beams.push_back({hand, *player.gadget_hit, looks.colour});
}

} // namespace

vector3 hand_of(const player_state& player) {
  constexpr double to_the_right = 0.2;
  constexpr double below = 0.2;
  constexpr double ahead = 0.1;
  auto [eyes, forward, right, up] = view_of(player);
  return eyes + right * to_the_right - up * below + forward * ahead;
}

scene scene_of(const world& w, const simulation_state& state) {
  scene moving;
  for (std::size_t i = 0; i < state.objects.size(); ++i) {
    const auto& looks = w.objects[i];
    const auto& object = state.objects[i];
    if (object.present)
      moving.objects.push_back({looks.shape, looks.colour, object.position, object.orientation,
                                looks.size, object.frozen()});
  }
  for (std::size_t i = 0; i < state.players.size(); ++i) {
    const auto& looks = w.players[i];
    const auto& player = state.players[i];
    if (!player.present)
      continue;
    moving.players.push_back({looks.colour, player.position, player.heading, player.pitch,
                              static_cast<std::uint8_t>(i)});
    add_beams(looks, player, moving);
  }
  return moving;
}

camera first_person_view(const simulation_state& state, std::size_t player) {
  const auto& viewer = state.players[player];
  return {eyes_of(viewer), viewer.heading, viewer.pitch, horizontal_field_of_view,
          static_cast<std::uint8_t>(player)};
}

camera third_person_view(const world& w, const simulation_state& state, std::size_t player) {
  using namespace third_person;
  const auto& shown = state.players[player];
  auto pivot = eyes_of(shown) + vector3{0, 0, pivot_above_eyes};
  auto slant = pitch + share_of_pitch * shown.pitch;
  auto room = room_behind(height_field{w}, pivot, shown.heading, slant);
  // There are no ceilings: above a free place everything is free.
  auto position = pivot - direction_of(shown.heading, slant) * room
                  + vector3{0, 0, rise * (1 - room / distance)};
  auto aim = pivot + direction_of(shown.heading, share_of_pitch * shown.pitch) * aim_ahead
             - vector3{0, 0, aim_below};
  auto line = aim - position;
  return {position, shown.heading, std::atan2(line.z, std::hypot(line.x, line.y)), field_of_view,
          std::nullopt};
}

} // namespace troupe
