#include "core/tasks/demonstrations.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/world/terrain.hpp"

#include <numbers>
#include <string>

namespace troupe {

namespace {

constexpr int side = 9;
constexpr std::size_t letters_per_tile = 2;

/// The tiles of a world, north first, each a level after a space or an arrow up a ramp.
using map = std::array<std::string_view, side>;

tile tile_of(std::string_view letters) {
  constexpr std::string_view arrows = "^>v<";
  auto level = static_cast<std::uint8_t>(letters[1] - '0');
  auto facing = arrows.find(letters[0]);
  if (facing == std::string_view::npos)
    return {tile_kind::flat, level, direction::north};
  return {tile_kind::ramp, level, sides[facing]};
}

world world_of(const map& rows) {
  world w;
  w.tiles = topology({side, side});
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      w.tiles[{x, y}] = tile_of(rows[static_cast<std::size_t>(side - 1 - y)].substr(
          letters_per_tile * static_cast<std::size_t>(x), letters_per_tile));
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  w.lighting.position = {0.5 * side * w.tile_size.x, 0.5 * side * w.tile_size.y, 20};
  return w;
}

constexpr double east = 0;
constexpr double west = std::numbers::pi;

void add_player(world& w, player_colour colour, gadget tool, cell at, double heading) {
  w.players.push_back({colour, tool, centre_of(w, {at, tile_part::whole}), heading, {}});
}

void add_object(world& w, object_colour colour, object_shape shape, double size, cell at) {
  auto position = centre_of(w, {at, tile_part::whole});
  position.z += object_extents(shape, size).z / 2;
  w.objects.push_back({shape, colour, position, {}, size, {}});
}

void paint(world& w, floor_colour colour, cell low, cell high) {
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x)
      w.floor_colours[{x, y}] = colour;
}

/// A game for two, and anybody as the co-player.
task task_of(world place, std::string_view first, std::string_view second) {
  return {std::move(place), game{parse_goal(first), parse_goal(second)}, {""}};
}

/// The paper's one-flag game ("Game Diversity") with grey for red.
task capture_the_cube() {
  auto w = world_of({
      " 0 0 0 0 0 0 0 0 0",
      " 0 0 0 0 2 0 0 0 0",
      " 0v0 0 1 0 1 0v0 0",
      " 1 1 0 0 0 0 0 1 1",
      " 1 1<0 0 0 0>0 1 1",
      " 1 1 0 0 0 0 0 1 1",
      " 0^0 0 1 0 1 0^0 0",
      " 0 0 0 0 2 0 0 0 0",
      " 0 0 0 0 0 0 0 0 0",
  });
  paint(w, floor_colour::blue, {0, 3}, {1, 5});
  paint(w, floor_colour::grey, {7, 3}, {8, 5});
  add_player(w, player_colour::blue, gadget::tag, {0, 4}, east);
  add_player(w, player_colour::red, gadget::tag, {8, 4}, west);
  add_object(w, object_colour::black, object_shape::cube, 0.6, {4, 4});
  return task_of(std::move(w), "on(black cube, blue floor) & !on(black cube, grey floor)",
                 "on(black cube, grey floor) & !on(black cube, blue floor)");
}

task hide_and_seek() {
  auto w = world_of({
      " 0 0 0 0 0 0 0 0 0",
      " 0 3 3 0 0 0 3 3 0",
      " 0 3 0 0 3 0 0 3 0",
      " 0 0 0 0 3 0 0 0 0",
      " 0 3 0>0 1<0 0 3 0",
      " 0 0 0 0 3 0 0 0 0",
      " 0 3 0 0 3 0 0 3 0",
      " 0 3 3 0 0 0 3 3 0",
      " 0 0 0 0 0 0 0 0 0",
  });
  add_player(w, player_colour::red, gadget::freeze, {2, 4}, east);
  add_player(w, player_colour::green, gadget::freeze, {6, 4}, east);
  add_object(w, object_colour::purple, object_shape::cube, 0.7, {6, 2});
  add_object(w, object_colour::yellow, object_shape::sphere, 0.6, {2, 6});
  return task_of(std::move(w), "see(me, opponent)", "!see(opponent, me)");
}

/// The paper's "Tag Fiesta 2p" (table of hand-authored tasks) in a world of two floor colours.
task tag_fiesta() {
  auto w = world_of({
      " 0 0 0 0 0 0 0 0 0",
      " 0 1 1<0 0 0 0 3 0",
      " 0 1 1 0 0 3 0 3 0",
      " 0^0 0 0 0 0 0 0 0",
      " 0 0 0 3 0 3 0 0 0",
      " 0 0 0 0 0 0 0v0 0",
      " 0 3 0 3 0 0 1 1 0",
      " 0 3 0 0 0>0 1 1 0",
      " 0 0 0 0 0 0 0 0 0",
  });
  add_player(w, player_colour::blue, gadget::tag, {2, 6}, east);
  add_player(w, player_colour::red, gadget::tag, {6, 2}, west);
  add_object(w, object_colour::yellow, object_shape::pyramid, 0.6, {4, 4});
  constexpr auto* no_floor = "!on(opponent, brown floor) & !on(opponent, olive floor)";
  return task_of(std::move(w), no_floor, no_floor);
}

} // namespace

const std::array<demonstration, demonstration_count> demonstrations{{
    {"capture-the-cube", "bring the cube to your own base and keep it there", capture_the_cube},
    {"hide-and-seek", "the red player seeks, the green one hides", hide_and_seek},
    {"tag-fiesta", "tag the other player before it tags you", tag_fiesta},
}};

task demonstration_task(std::string_view name) {
  std::string names;
  for (const auto& each : demonstrations) {
    if (each.name == name)
      return each.make();
    names += names.empty() ? "" : ", ";
    names += each.name;
  }
  throw user_error("There is no demonstration called " + std::string(name) + "; choose one of "
                   + names + ".");
}

} // namespace troupe
