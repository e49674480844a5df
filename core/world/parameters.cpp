#include "core/world/parameters.hpp"

#include "core/support/error.hpp"

#include <sstream>

namespace troupe {

world_parameters evaluation_world_parameters() {
  world_parameters parameters;
  parameters.one_object_of_each_kind = true;
  return parameters;
}

namespace {

/// Written so that NaN is refused too.
template <class T>
void check(const char* name, interval<T> given, T low, T high) {
  if (given.low >= low && given.low <= given.high && given.high <= high)
    return;
  std::ostringstream text;
  text << "World parameter '" << name << "' is " << given.low;
  if (given.low != given.high)
    text << " … " << given.high;
  text << ": it must lie within " << low << " … " << high;
  if (given.low > given.high)
    text << ", the lower end first";
  throw user_error(text.str() + ".");
}

void check(const char* name, double given, double low, double high) {
  check<double>(name, {given, given}, low, high);
}

} // namespace

void validate(const world_parameters& p) {
  check("width", p.width, min_world_side, max_world_side);
  check("height", p.height, min_world_side, max_world_side);
  check("levels", p.levels, 1, 6);
  check("ramp_weight", p.ramp_weight, 0.0, 10.0);
  check("diagonal_weight", p.diagonal_weight, 0.0, 10.0);
  check("coherence", p.coherence, 1.0, 1000.0);
  check("min_playable_fraction", p.min_playable_fraction, 0, 0.9);
  check("symmetry_chance", p.symmetry_chance, 0, 1);
  check("island_chance", p.island_chance, 0, 1);
  check("doors_chance", p.doors_chance, 0, 1 - p.island_chance);
  check("tile_width", p.tile_width, 1.0, 20.0);
  check("tile_depth", p.tile_depth, 1.0, 20.0);
  check("level_height", p.level_height, 0.5, 5.0);
  check("objects", p.objects, 0, max_world_objects);
  check("players", p.players, 0, 3);
  check("object_size", p.object_size, 0.1, 2.0);
  check("group_by_shape_chance", p.group_by_shape_chance, 0, 1);
  check("group_by_colour_chance", p.group_by_colour_chance, 0, 1 - p.group_by_shape_chance);
  check("likeness", p.likeness, 0, 0.999);
  check("latent_noise", p.latent_noise, 0, 10);
}

} // namespace troupe
