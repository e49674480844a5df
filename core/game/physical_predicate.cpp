#include "core/game/physical_predicate.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace troupe {

namespace {

struct predicate_row {
  troupe::relation how;
  physical_entity first;
  physical_entity second;

  friend bool operator==(const predicate_row&, const predicate_row&) = default;
};

physical_entity place(const entity& thing, std::uint8_t viewer, std::uint8_t opponent) {
  if (const auto* player = std::get_if<player_reference>(&thing))
    return physical_player{*player == player_reference::me ? viewer : opponent};
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return *floor;
  return std::get<object_kind>(thing);
}

bool mentions_opponent(atom predicate) {
  return predicate.first() == entity{player_reference::opponent}
         || predicate.second() == entity{player_reference::opponent};
}

class meaning_table {
public:
  meaning_table() {
    for (std::size_t players = 1; players <= max_players; ++players)
      for (std::size_t viewer = 0; viewer < players; ++viewer)
        for (std::size_t index = 0; index < atom::count; ++index)
          meanings_[players - 1][viewer][index] = interpret(atom::at(index), viewer, players);
  }

  [[nodiscard]] const predicate_row& row(std::size_t index) const { return rows_[index]; }

  [[nodiscard]] const atom_meaning& of(atom predicate, std::size_t viewer,
                                       std::size_t players) const {
    return meanings_[players - 1][viewer][predicate.index()];
  }

private:
  atom_meaning interpret(atom predicate, std::size_t viewer, std::size_t players) {
    auto me = static_cast<std::uint8_t>(viewer);
    if (!mentions_opponent(predicate))
      return {number(predicate, me, me)};
    atom_meaning result;
    for (std::uint8_t opponent = 0; opponent < players; ++opponent)
      if (opponent != me)
        result.push_back(number(predicate, me, opponent));
    return result;
  }

  physical_predicate number(atom predicate, std::uint8_t me, std::uint8_t opponent) {
    predicate_row row{predicate.relation(), place(predicate.first(), me, opponent),
                      place(predicate.second(), me, opponent)};
    auto found = std::find(rows_.begin(), rows_.end(), row);
    if (found == rows_.end())
      found = rows_.insert(rows_.end(), row);
    return physical_predicate::at(static_cast<std::size_t>(found - rows_.begin()));
  }

  std::vector<predicate_row> rows_;
  std::array<std::array<std::array<atom_meaning, atom::count>, max_players>, max_players> meanings_;
};

const meaning_table& table() {
  static const meaning_table instance;
  return instance;
}

} // namespace

relation physical_predicate::relation() const {
  return table().row(index_).how;
}

const physical_entity& physical_predicate::first() const {
  return table().row(index_).first;
}

const physical_entity& physical_predicate::second() const {
  return table().row(index_).second;
}

const atom_meaning& meaning(atom predicate, std::size_t viewer, std::size_t players) {
  return table().of(predicate, viewer, players);
}

std::uint8_t atom_truths(const goal& aim, std::size_t viewer, std::size_t players,
                         const predicate_state& state) {
  unsigned truths = 0;
  for (std::size_t i = 0; i < aim.atoms().size(); ++i)
    for (auto predicate : meaning(aim.atoms()[i], viewer, players))
      truths |= static_cast<unsigned>(state[predicate.index()]) << i;
  return static_cast<std::uint8_t>(truths);
}

std::array<float, max_players> rewards(const game& played, const predicate_state& state) {
  std::array<float, max_players> earned{};
  for (std::size_t player = 0; player < played.players(); ++player) {
    const auto& aim = played.goals()[player];
    earned[player] = aim.rewards(atom_truths(aim, player, played.players(), state)) ? 1.F : 0.F;
  }
  return earned;
}

} // namespace troupe
