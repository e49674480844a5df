#include "core/game/atom_structure.hpp"

#include <algorithm>
#include <vector>

namespace troupe {

namespace {

/// Groups are numbered like shapes, and then floors.
static_assert(static_cast<std::size_t>(colour_group::floors) == goal_shape_count);
constexpr std::size_t player_kind = colour_group_count;
constexpr std::size_t kinds = colour_group_count + 1;

std::size_t kind_of(const entity& thing) {
  if (std::holds_alternative<player_reference>(thing))
    return player_kind;
  if (const auto* object = std::get_if<object_kind>(&thing))
    return static_cast<std::size_t>(object->shape);
  return static_cast<std::size_t>(colour_group::floors);
}

std::size_t colour_of(const entity& thing) {
  if (const auto* object = std::get_if<object_kind>(&thing))
    return static_cast<std::size_t>(object->colour);
  return static_cast<std::size_t>(std::get<floor_colour>(thing));
}

player_roles roles_of(const entity& first, const entity& second) {
  const auto* a = std::get_if<player_reference>(&first);
  const auto* b = std::get_if<player_reference>(&second);
  if (a != nullptr && b != nullptr)
    return *a == player_reference::me ? player_roles::me_opponent : player_roles::opponent_me;
  const auto* only = a != nullptr ? a : b;
  if (only == nullptr)
    return player_roles::nobody;
  return *only == player_reference::me ? player_roles::me : player_roles::opponent;
}

atom_structure take_apart(atom predicate) {
  atom_structure result;
  auto first = kind_of(predicate.first());
  auto second = kind_of(predicate.second());
  for (const auto& thing : {predicate.first(), predicate.second()})
    if (auto kind = kind_of(thing); kind != player_kind)
      result.colours[kind] |= static_cast<std::uint8_t>(1U << colour_of(thing));
  // The alphabetical order of symmetric arguments depends on colours, the skeleton does not.
  auto symmetric = find_atom(predicate.relation(), predicate.second(), predicate.first());
  if (symmetric == predicate && first > second)
    std::swap(first, second);
  result.skeleton = static_cast<std::uint8_t>(
      (static_cast<std::size_t>(predicate.relation()) * kinds + first) * kinds + second);
  result.roles = roles_of(predicate.first(), predicate.second());
  return result;
}

} // namespace

const atom_structure& structure(atom predicate) {
  static const auto all = [] {
    std::vector<atom_structure> structures;
    for (std::size_t index = 0; index < atom::count; ++index)
      structures.push_back(take_apart(atom::at(index)));
    return structures;
  }();
  return all[predicate.index()];
}

} // namespace troupe
