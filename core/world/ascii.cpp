#include "core/world/ascii.hpp"

#include "core/world/terrain.hpp"

#include <array>
#include <iomanip>
#include <sstream>

namespace troupe {

namespace {

/// Per tile: how it rises, its level, whether it is playable, and what stands on it.
constexpr int tile_letters = 4;

char rise_letter(tile t) {
  switch (t.kind) {
  case tile_kind::flat:
    return ' ';
  case tile_kind::ramp:
    return std::string_view("^>v<")[static_cast<std::size_t>(t.facing)];
  default:
    return t.facing == direction::northeast || t.facing == direction::southwest ? '\\' : '/';
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
      '+' + std::string(static_cast<std::size_t>(tile_letters * w.tiles.width()), '-') + "+\n";
  out << border;
  for (int y = w.tiles.height() - 1; y >= 0; --y) {
    out << '|';
    for (int x = 0; x < w.tiles.width(); ++x) {
      auto t = w.tiles[{x, y}];
      out << rise_letter(t) << static_cast<int>(t.level) << (w.playable[{x, y}] != 0 ? ' ' : '#')
          << marks[{x, y}];
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
