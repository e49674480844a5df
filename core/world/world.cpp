#include "core/world/world.hpp"

#include "core/support/error.hpp"
#include "core/world/parameters.hpp"

#include <cmath>
#include <sstream>
#include <string>

namespace troupe {

grid<floor_colour> default_floor_colours(const topology& tiles) {
  grid<floor_colour> colours(tiles.size());
  for (std::size_t i = 0; i < tiles.values().size(); ++i)
    colours.values()[i] = colour_of_level(tiles.values()[i].level);
  return colours;
}

namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw user_error("The world cannot be used: " + text);
}

std::string where(cell at) {
  return "column " + std::to_string(at.x) + ", row " + std::to_string(at.y);
}

/// Written so that NaN is refused too.
void check_between(const std::string& what, double value, double low, double high) {
  if (value >= low && value <= high)
    return;
  std::ostringstream text;
  text << what << " is " << value << "; it must lie within " << low << " … " << high << ".";
  refuse(text.str());
}

template <class Word>
void check_word(const std::string& what, Word word) {
  if (static_cast<std::size_t>(word) >= words<Word>.size())
    refuse(what + " has the unknown number " + std::to_string(static_cast<int>(word)) + ".");
}

void check_tiles(const topology& tiles) {
  check_world_size(tiles.size());
  for (std::size_t i = 0; i < tiles.values().size(); ++i)
    if (!is_valid(tiles.values()[i]))
      refuse(
          "the tile at " + where(tiles.cell_of(i))
          + " is impossible. Flat tiles have levels 0 … 5 and face north, ramps levels 0 … 4 and "
            "face a side, diagonal tiles levels 0 … 4 and face a corner.");
}

void check_maps(const world& w) {
  if (w.floor_colours.size() != w.tiles.size())
    refuse("the floor colours are not as many as the tiles.");
  if (w.playable.size() != w.tiles.size())
    refuse("the map of the playable area is not as large as that of the tiles.");
  for (std::size_t i = 0; i < w.tiles.values().size(); ++i) {
    check_word("the floor colour at " + where(w.tiles.cell_of(i)), w.floor_colours.values()[i]);
    if (w.playable.values()[i] > 1)
      refuse("the playable area at " + where(w.tiles.cell_of(i)) + " is neither 0 nor 1.");
  }
}

void check_tile_size(const vector3& size) {
  check_between("the width of tiles in metres", size.x, 0.5, 100);
  check_between("the depth of tiles in metres", size.y, 0.5, 100);
  check_between("the height of levels in metres", size.z, 0.1, 100);
}

/// Entities may be in the air, where hand-made worlds stack them, but not outside of the walls.
void check_position(const std::string& who, const vector3& position, const world& w) {
  check_between("the x of " + who, position.x, 0, w.tiles.width() * w.tile_size.x);
  check_between("the y of " + who, position.y, 0, w.tiles.height() * w.tile_size.y);
  check_between("the z of " + who, position.z, 0, (level_count + 10) * w.tile_size.z);
}

void check_latent(const std::string& who, const entity_latent& latent) {
  for (auto value : latent)
    check_between("a latent of " + who, value, -1e6, 1e6);
}

void check_object(const std::string& who, const world_object& object, const world& w) {
  check_word("the shape of " + who, object.shape);
  check_word("the colour of " + who, object.colour);
  check_between("the size of " + who, object.size, 0.01, 10);
  check_position(who, object.position, w);
  auto [qw, qx, qy, qz] = object.orientation;
  check_between("the length of the orientation of " + who,
                std::sqrt(qw * qw + qx * qx + qy * qy + qz * qz), 1 - 1e-6, 1 + 1e-6);
  check_latent(who, object.latent);
}

void check_player(const std::string& who, const world_player& player, const world& w) {
  check_word("the colour of " + who, player.colour);
  check_word("the gadget of " + who, player.gadget);
  check_position(who, player.position, w);
  check_between("the heading of " + who, player.heading, -100, 100);
  check_latent(who, player.latent);
}

void check_entities(const world& w) {
  if (w.objects.size() > max_world_objects)
    refuse("it has " + std::to_string(w.objects.size()) + " objects; at most "
           + std::to_string(max_world_objects) + " are allowed.");
  for (std::size_t i = 0; i < w.objects.size(); ++i)
    check_object("object " + std::to_string(i), w.objects[i], w);
  for (std::size_t i = 0; i < w.players.size(); ++i) {
    check_player("player " + std::to_string(i), w.players[i], w);
    for (std::size_t j = 0; j < i; ++j)
      if (w.players[i].colour == w.players[j].colour)
        refuse("players " + std::to_string(j) + " and " + std::to_string(i) + " are both "
               + std::string(to_string(w.players[i].colour)) + ".");
  }
}

void check_lighting(const world_lighting& light) {
  for (auto coordinate : {light.position.x, light.position.y, light.position.z})
    check_between("the position of the light", coordinate, -1e6, 1e6);
  auto [x, y, z] = light.direction;
  check_between("the length of the light's direction", std::sqrt(x * x + y * y + z * z), 1 - 1e-6,
                1 + 1e-6);
  check_between("the light's intensity", light.intensity, 0, 100);
  check_between("the light's hue", light.hue, 0, 360);
  if (light.hue == 360)
    refuse("the light's hue is 360, which is written 0.");
}

} // namespace

void check_world_size(grid_size size) {
  auto fits = [](int side) { return side >= min_world_side && side <= max_world_side; };
  if (!fits(size.width) || !fits(size.height))
    refuse("it is " + std::to_string(size.width) + "x" + std::to_string(size.height)
           + " tiles; both sides must lie within " + std::to_string(min_world_side) + " … "
           + std::to_string(max_world_side) + ".");
}

void validate(const world& w) {
  check_tiles(w.tiles);
  check_maps(w);
  check_tile_size(w.tile_size);
  check_entities(w);
  check_lighting(w.lighting);
}

} // namespace troupe
