#include "core/game/properties.hpp"

#include "core/game/outcomes.hpp"
#include "core/support/error.hpp"

#include <string>

namespace troupe {

namespace {

double fraction(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

double distance(const grounded_goal& a, const grounded_goal& b) {
  auto counts = count_outcomes(std::array{a, b});
  return fraction(counts.any() - counts.all, counts.states);
}

} // namespace

game_properties properties(const game& played) {
  boost::container::static_vector<grounded_goal, max_players> goals;
  for (std::size_t player = 0; player < played.players(); ++player)
    goals.push_back(ground(played.goals()[player], player, played.players()));
  auto counts = count_outcomes({goals.data(), goals.size()});
  return {
      .exploration_difficulty = fraction(counts.none, counts.states),
      .cooperativeness = counts.cooperativeness(),
      .competitiveness = counts.any() == 0 ? 0 : fraction(counts.any() - counts.all, counts.any()),
      .options = played.options(),
      .predicates = played.predicates(),
      .trivial = is_trivial(played.goals()[0], 0, played.players()),
  };
}

bool is_trivial(const goal& aim, std::size_t viewer, std::size_t players) {
  if (players > 1) // atoms are independent of each other, so only the constants are trivial
    return aim.table() == 0 || aim.table() == ~truth_table{0};
  auto counts = count_outcomes(std::array{ground(aim, viewer, players)});
  return counts.none == 0 || counts.all == 0;
}

double distance(const goal& a, const goal& b) {
  return distance(ground(a, 0, 2), ground(b, 0, 2));
}

double distance(const game& a, const game& b) {
  if (a.players() != b.players())
    throw user_error("the distance between games needs the same number of players, not "
                     + std::to_string(a.players()) + " and " + std::to_string(b.players()));
  double sum = 0;
  for (std::size_t player = 0; player < a.players(); ++player)
    sum += distance(ground(a.goals()[player], player, a.players()),
                    ground(b.goals()[player], player, b.players()));
  return sum / static_cast<double>(a.players());
}

bool equivalent(const game& a, const game& b) {
  return a.players() == b.players() && distance(a, b) == 0;
}

} // namespace troupe
