#include "core/world/archive.hpp"

#include "core/world/generation.hpp"
#include "core/world/placement.hpp"
#include "core/world/reflection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace troupe {

namespace {

/// How often objects that found no room are put anew before they stay where they were.
constexpr int max_placements = 16;

const archived_world& draw_over_time(std::span<const archived_world> archive,
                                     random_stream& stream) {
  auto [first, last] =
      std::minmax_element(archive.begin(), archive.end(),
                          [](const auto& a, const auto& b) { return a.created < b.created; });
  auto moment =
      stream.uniform(static_cast<double>(first->created), static_cast<double>(last->created));
  std::vector<const archived_world*> closest;
  auto least = std::numeric_limits<double>::infinity();
  for (const auto& each : archive) {
    auto distance = std::abs(static_cast<double>(each.created) - moment);
    if (distance < least)
      closest.clear();
    if (distance <= least)
      closest.push_back(&each);
    least = std::min(least, distance);
  }
  return *closest[stream.below(closest.size())];
}

/// Draws other positions for all objects; false if they found no room.
bool put_elsewhere(world& w, random_stream& stream) {
  entity_placer placer(w);
  for (const auto& player : w.players)
    placer.avoid(player);
  return std::all_of(w.objects.begin(), w.objects.end(), [&](world_object& object) {
    object.latent = draw_latent(stream);
    return placer.put(object, object.size, stream);
  });
}

} // namespace

world draw_evaluation_world(std::span<const archived_world> archive, random_stream& stream) {
  auto w = draw_over_time(archive, stream).place;
  if (stream.chance(0.5))
    w = mirrored_east_west(w);
  if (stream.chance(0.5))
    w = mirrored_north_south(w);
  for (int i = 0; i < max_placements; ++i) {
    auto again = w;
    if (put_elsewhere(again, stream))
      return again;
  }
  return w;
}

} // namespace troupe
