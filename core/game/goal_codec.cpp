#include "core/game/goal_codec.hpp"

#include "core/support/error.hpp"

#include <algorithm>
#include <string>

namespace troupe {

namespace {

constexpr std::size_t first_floor_colour = 1 + object_colour_count;
constexpr std::size_t first_player_colour = first_floor_colour + floor_colour_count;
constexpr std::size_t floor_shape = 1 + goal_shape_count;
constexpr std::size_t player_shape = floor_shape + 1;

struct encoded_entity {
  std::uint8_t colour = 0;
  std::uint8_t shape = 0;
};

encoded_entity encode(const entity& thing) {
  auto pack = [](std::size_t first_colour, auto colour, std::size_t shape) {
    return encoded_entity{
        static_cast<std::uint8_t>(first_colour + static_cast<std::size_t>(colour)),
        static_cast<std::uint8_t>(shape)};
  };
  if (const auto* player = std::get_if<player_reference>(&thing))
    return pack(first_player_colour, *player, player_shape);
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return pack(first_floor_colour, *floor, floor_shape);
  auto object = std::get<object_kind>(thing);
  return pack(1, object.colour, 1 + static_cast<std::size_t>(object.shape));
}

std::optional<entity> decode(encoded_entity thing) {
  auto [colour, shape] = thing;
  if (shape == player_shape && colour >= first_player_colour && colour < colour_categories)
    return static_cast<player_reference>(colour - first_player_colour);
  if (shape == floor_shape && colour >= first_floor_colour && colour < first_player_colour)
    return static_cast<floor_colour>(colour - first_floor_colour);
  if (shape >= 1 && shape < floor_shape && colour >= 1 && colour < first_floor_colour)
    return object_kind{static_cast<object_colour>(colour - 1),
                       static_cast<object_shape>(shape - 1)};
  return std::nullopt;
}

using encoded_atom = std::array<std::uint8_t, goal_encoding::atom_parts>;

atom decode(const encoded_atom& parts, std::size_t column) {
  if (parts[0] >= 1 && parts[0] < relation_categories) {
    auto first = decode(encoded_entity{parts[1], parts[2]});
    auto second = decode(encoded_entity{parts[3], parts[4]});
    if (first && second)
      if (auto found = find_atom(static_cast<relation>(parts[0] - 1), *first, *second))
        return *found;
  }
  throw user_error("encoded goal: column " + std::to_string(column) + " is none of the "
                   + std::to_string(atom::count) + " atoms");
}

option decode_option(const goal_encoding& encoded, std::size_t row, std::size_t atoms) {
  option way;
  for (std::size_t column = 0; column < goal_encoding::max_atoms; ++column) {
    auto sign = encoded.matrix[row][column];
    if (sign == 0)
      continue;
    if (column >= atoms || sign < -1 || sign > 1)
      throw user_error("encoded goal: entry " + std::to_string(sign) + " in row "
                       + std::to_string(row) + ", column " + std::to_string(column)
                       + "; expected -1, 0 or 1, and 0 where there is no atom");
    auto bit = static_cast<std::uint8_t>(1U << column);
    (sign > 0 ? way.required : way.forbidden) |= bit;
  }
  return way;
}

} // namespace

goal_encoding encode(const goal& aim) {
  goal_encoding encoded;
  for (std::size_t column = 0; column < aim.atoms().size(); ++column) {
    auto predicate = aim.atoms()[column];
    auto first = encode(predicate.first());
    auto second = encode(predicate.second());
    encoded.atoms[column] = {
        static_cast<std::uint8_t>(1 + static_cast<std::size_t>(predicate.relation())), first.colour,
        first.shape, second.colour, second.shape};
    for (std::size_t row = 0; row < aim.options().size(); ++row) {
      auto way = aim.options()[row];
      encoded.matrix[row][column] =
          static_cast<std::int8_t>((way.required >> column & 1) - (way.forbidden >> column & 1));
    }
  }
  return encoded;
}

goal decode(const goal_encoding& encoded) {
  auto end = std::find(encoded.atoms.begin(), encoded.atoms.end(), encoded_atom{});
  if (std::any_of(end, encoded.atoms.end(),
                  [](const auto& parts) { return parts != encoded_atom{}; }))
    throw user_error("encoded goal: an atom follows an empty column; atoms come first");
  goal::atom_list atoms;
  for (auto parts = encoded.atoms.begin(); parts != end; ++parts)
    atoms.push_back(decode(*parts, atoms.size()));
  option_list options;
  for (std::size_t row = 0; row < goal_encoding::max_options; ++row)
    if (auto way = decode_option(encoded, row, atoms.size()); way != option{})
      options.push_back(way);
  return {atoms, options};
}

} // namespace troupe
