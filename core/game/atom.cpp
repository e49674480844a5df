#include "core/game/atom.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace troupe {

namespace {

constexpr std::size_t relation_count = words<relation>.size();
constexpr std::size_t entity_count =
    words<player_reference>.size() + object_colour_count * goal_shape_count + floor_colour_count;

std::vector<entity> all_entities() {
  std::vector<entity> all{player_reference::me, player_reference::opponent};
  for (std::size_t colour = 0; colour < object_colour_count; ++colour)
    for (std::size_t shape = 0; shape < goal_shape_count; ++shape)
      all.emplace_back(
          object_kind{static_cast<object_colour>(colour), static_cast<object_shape>(shape)});
  for (std::size_t colour = 0; colour < floor_colour_count; ++colour)
    all.emplace_back(static_cast<floor_colour>(colour));
  return all;
}

/// The position of `thing` in `all_entities`, past its end if no atom names it.
std::size_t entity_index(const entity& thing) {
  if (const auto* player = std::get_if<player_reference>(&thing))
    return static_cast<std::size_t>(*player);
  constexpr auto first_object = words<player_reference>.size();
  constexpr auto first_floor = first_object + object_colour_count * goal_shape_count;
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return first_floor + static_cast<std::size_t>(*floor);
  auto [colour, shape] = std::get<object_kind>(thing);
  if (shape == object_shape::slab)
    return entity_count;
  return first_object + static_cast<std::size_t>(colour) * goal_shape_count
         + static_cast<std::size_t>(shape);
}

/// Whether `how(a, b)` is an atom in canonical order.
bool is_canonical(relation how, const entity& a, const entity& b) {
  auto is_player = [](const entity& x) { return std::holds_alternative<player_reference>(x); };
  auto is_object = [](const entity& x) { return std::holds_alternative<object_kind>(x); };
  auto is_floor = [](const entity& x) { return std::holds_alternative<floor_colour>(x); };
  if (how == relation::on)
    return !is_floor(a) && is_floor(b);
  if (is_floor(a) || is_floor(b) || a == b)
    return false;
  switch (how) {
  case relation::hold:
    return is_player(a) && is_object(b);
  case relation::near:
    return !(is_player(a) && is_player(b)) && to_string(a) < to_string(b);
  default: // see: directed as soon as a player takes part
    return !(is_object(a) && is_object(b)) || to_string(a) < to_string(b);
  }
}

struct atom_table {
  struct row {
    troupe::relation how;
    entity first;
    entity second;
  };

  static constexpr std::uint8_t none = 255;
  static_assert(atom::count <= none);

  std::vector<row> rows;
  std::uint8_t lookup[relation_count][entity_count][entity_count];

  atom_table() {
    auto all = all_entities();
    for (auto& by_first : lookup)
      for (auto& by_second : by_first)
        std::fill(std::begin(by_second), std::end(by_second), none);
    for (std::size_t how = 0; how < relation_count; ++how)
      for (std::size_t a = 0; a < entity_count; ++a)
        for (std::size_t b = 0; b < entity_count; ++b)
          if (is_canonical(static_cast<relation>(how), all[a], all[b])) {
            lookup[how][a][b] = static_cast<std::uint8_t>(rows.size());
            rows.push_back({static_cast<relation>(how), all[a], all[b]});
          }
    understand_other_order();
  }

private:
  void understand_other_order() {
    for (auto& table : lookup)
      for (std::size_t a = 0; a < entity_count; ++a)
        for (std::size_t b = 0; b < entity_count; ++b)
          if (table[a][b] == none)
            table[a][b] = table[b][a];
  }
};

const atom_table& table() {
  static const atom_table instance;
  return instance;
}

} // namespace

std::string to_string(const entity& thing) {
  if (const auto* player = std::get_if<player_reference>(&thing))
    return std::string{to_string(*player)};
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return std::string{to_string(*floor)} + " floor";
  auto [colour, shape] = std::get<object_kind>(thing);
  return std::string{to_string(colour)} + " " + std::string{to_string(shape)};
}

relation atom::relation() const {
  return table().rows[index_].how;
}

const entity& atom::first() const {
  return table().rows[index_].first;
}

const entity& atom::second() const {
  return table().rows[index_].second;
}

std::optional<atom> find_atom(relation how, const entity& a, const entity& b) {
  auto first = entity_index(a);
  auto second = entity_index(b);
  if (first == entity_count || second == entity_count)
    return std::nullopt;
  auto index = table().lookup[static_cast<std::size_t>(how)][first][second];
  if (index == atom_table::none)
    return std::nullopt;
  return atom::at(index);
}

std::string to_string(atom predicate) {
  return std::string{to_string(predicate.relation())} + "(" + to_string(predicate.first()) + ", "
         + to_string(predicate.second()) + ")";
}

} // namespace troupe
