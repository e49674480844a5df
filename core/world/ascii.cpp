#include "core/world/ascii.hpp"

#include "core/world/terrain.hpp"

#include <array>
#include <iomanip>
#include <sstream>

namespace troupe {

namespace {

/// Per tile: its shape and level, whether it is playable, and what stands on it.
constexpr int letters_per_tile = 4;

/// The level after an arrow up a ramp, or in the lower half of a diagonal.
std::string shape_letters(tile t) {
  auto level = std::to_string(t.level);
  switch (t.kind) {
  case tile_kind::flat:
    return ' ' + level;
  case tile_kind::ramp:
    return "^>v<"[static_cast<std::size_t>(t.facing)] + level;
  default:
    auto falls = t.facing == direction::northeast || t.facing == direction::southwest;
    auto line = std::string(1, falls ? '\\' : '/');
    return upper_half_touches(t.facing, direction::east) ? level + line : line + level;
  }
}

/// What stands on each tile: the initial of a player, `o` for objects, else a space.
grid<char> mark_entities(const world& w) {
  grid<char> marks(w.tiles.size(), ' ');
  for (const auto& object : w.objects)
    marks[cell_at(w, object.position.x, object.position.y)] = 'o';
  for (const auto& player : w.players) {
    constexpr std::array initials{'B', 'R', 'G'};
    marks[cell_at(w, player.position.x, player.position.y)] =
        initials[static_cast<std::size_t>(player.colour)];
  }
  return marks;
}

void list_position(std::ostream& out, const vector3& position) {
  out << " at (" << position.x << ", " << position.y << ", " << position.z << ")\n";
}

} // namespace

std::string draw_ascii(const world& w) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1);
  auto marks = mark_entities(w);
  auto border =
      '+' + std::string(static_cast<std::size_t>(letters_per_tile * w.tiles.width()), '-') + "+\n";
  out << border;
  for (int y = w.tiles.height() - 1; y >= 0; --y) {
    out << '|';
    for (int x = 0; x < w.tiles.width(); ++x) {
      auto t = w.tiles[{x, y}];
      out << shape_letters(t) << (w.playable[{x, y}] != 0 ? ' ' : '#') << marks[{x, y}];
    }
    out << "|\n";
  }
  out << border;
  for (const auto& player : w.players) {
    out << to_string(player.colour) << " player with the " << to_string(player.gadget) << " gadget";
    list_position(out, player.position);
  }
  for (const auto& object : w.objects) {
    out << to_string(object.colour) << ' ' << to_string(object.shape);
    list_position(out, object.position);
  }
  return out.str();
}

} // namespace troupe
