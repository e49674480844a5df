#include "core/tasks/hold_out.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/hash.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace troupe {

namespace {

/// A tile after a quarter turn of the world, counter-clockwise.
tile turned(tile t) {
  using enum direction;
  constexpr std::array<direction, 8> turns{west,      north,     east,      south,
                                           northwest, southwest, northeast, southeast};
  if (t.kind != tile_kind::flat)
    t.facing = turns[static_cast<std::size_t>(t.facing)];
  return t;
}

topology turned(const topology& tiles) {
  topology result({tiles.height(), tiles.width()});
  for (std::size_t i = 0; i < tiles.values().size(); ++i) {
    auto at = tiles.cell_of(i);
    result[{tiles.height() - 1 - at.y, at.x}] = turned(tiles.values()[i]);
  }
  return result;
}

std::vector<std::uint8_t> bytes_of(const topology& tiles) {
  std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(tiles.width()),
                                  static_cast<std::uint8_t>(tiles.height())};
  for (auto t : tiles.values())
    bytes.push_back(static_cast<std::uint8_t>(tile_index(t)));
  return bytes;
}

/// A third of everything is for testing, roughly the paper's 1678 of 4578 pairs.
template <class Bytes>
task_split split_by_hash(const Bytes& bytes) {
  auto hash = fnv_1a(std::as_bytes(std::span{bytes}));
  return (hash >> 32) % 3 == 0 ? task_split::test : task_split::validation;
}

} // namespace

std::vector<std::uint8_t> canonical_topology(const topology& tiles) {
  auto smallest = bytes_of(tiles);
  auto image = tiles;
  for (int quarter = 0; quarter < 4; ++quarter) {
    smallest = std::min({smallest, bytes_of(image), bytes_of(mirrored_east_west(image))});
    image = turned(image);
  }
  return smallest;
}

task_split evaluation_split_of(const canonical_game& played) {
  std::string text;
  for (const auto& aim : played.value().goals())
    text += to_string(aim) + '\n';
  return split_by_hash(text);
}

task_split evaluation_split_of(const world& place) {
  return split_by_hash(canonical_topology(place.tiles));
}

void hold_out::add(const task_set& tasks) {
  for (const auto& each : tasks.tasks)
    add(each);
}

void hold_out::add(const task& t) {
  games_.insert(t.played);
  worlds_.insert(canonical_topology(t.place.tiles));
}

bool hold_out::contains(const canonical_game& played) const {
  return games_.contains(played);
}

bool hold_out::contains(const world& place) const {
  return !worlds_.empty() && worlds_.contains(canonical_topology(place.tiles));
}

} // namespace troupe
