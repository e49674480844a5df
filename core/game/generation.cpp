#include "core/game/generation.hpp"

#include "core/game/balance.hpp"
#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "core/support/error.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

namespace {

/// How often the whole search is repeated, the best game being kept (the paper's number).
constexpr int restarts = 10;
/// Steps of one local search, and how many in a row may find nothing before it ends.
constexpr int max_steps = 100;
constexpr int max_idle_steps = 12;
/// Draws of a goal, of a recolouring or of a game before giving up on it.
constexpr int max_draws = 200;
/// Third goals tried for each game of two players.
constexpr int max_mixes = 8;
/// Options and conjunctions are drawn up to this where the target does not say.
constexpr std::size_t max_drawn_number = 3;

using pool = goal::atom_list;

/// The target with everything drawn that was absent.
struct settled_target {
  std::size_t players;
  std::size_t options;
  std::size_t conjunctions;
  std::size_t pool_size;
  bool all_of_pool;
  interval<double> competitiveness;
  interval<double> balance;
};

/// What goals of `options` options, none longer than `conjunctions`, can be made of `predicates`
/// atoms: a minimal form has at most 2^(n−1) options, and as many as atoms if they are single ones.
bool fits(std::size_t options, std::size_t conjunctions, std::size_t predicates) {
  return conjunctions <= predicates && (conjunctions > 1 || options <= predicates)
         && options <= std::size_t{1} << (predicates - 1);
}

std::string in_words(const game_target& target) {
  auto text = std::to_string(target.players) + " players";
  auto add = [&](std::optional<std::size_t> number, const char* name) {
    if (number)
      text += ", " + std::to_string(*number) + " " + name;
  };
  add(target.options, "options");
  add(target.conjunctions, "conjunctions");
  add(target.predicates, "predicates");
  return text;
}

struct goal_numbers {
  std::size_t options;
  std::size_t conjunctions;
};

/// The numbers of options and conjunctions that the target allows.
std::vector<goal_numbers> possible_numbers(const game_target& target) {
  auto predicates = target.predicates.value_or(goal_encoding::max_atoms);
  std::vector<goal_numbers> numbers;
  for (auto options = target.options.value_or(1);
       options <= target.options.value_or(max_drawn_number); ++options)
    for (auto conjunctions = target.conjunctions.value_or(1);
         conjunctions <= target.conjunctions.value_or(max_drawn_number); ++conjunctions)
      if (fits(options, conjunctions, predicates)
          && (!target.predicates || predicates <= target.players * options * conjunctions))
        numbers.push_back({options, conjunctions});
  return numbers;
}

settled_target settle(const game_target& target, std::span<const goal_numbers> numbers,
                      random_stream& stream) {
  auto [options, conjunctions] = numbers[stream.below(numbers.size())];
  return {
      .players = target.players,
      .options = options,
      .conjunctions = conjunctions,
      .pool_size = target.predicates.value_or(goal_encoding::max_atoms),
      .all_of_pool = target.predicates.has_value(),
      .competitiveness = target.competitiveness,
      .balance = target.balance,
  };
}

bool has_opponent(atom predicate) {
  auto roles = structure(predicate).roles;
  return roles != player_roles::nobody && roles != player_roles::me;
}

/// Half of the atoms are drawn, the others are their images under one recolouring: alike in
/// difficulty, so that games can be competitive and balanced at once.
std::optional<pool> try_draw_pool(const settled_target& target, random_stream& stream) {
  pool atoms;
  auto drawn = (target.pool_size + 1) / 2;
  while (atoms.size() < drawn) {
    auto candidate = atom::at(stream.below(atom::count));
    bool absurd = target.players == 1 && has_opponent(candidate);
    if (!absurd && std::find(atoms.begin(), atoms.end(), candidate) == atoms.end())
      atoms.push_back(candidate);
  }
  for (int draw = 0; draw < max_draws; ++draw) {
    auto change = random_recolouring(stream);
    auto all = atoms;
    while (all.size() < target.pool_size)
      all.push_back(recolour(all[all.size() - drawn], change));
    std::sort(all.begin(), all.end());
    if (std::adjacent_find(all.begin(), all.end()) == all.end())
      return all;
  }
  return std::nullopt;
}

/// Atoms like see(me, opponent) have no other image, so a pool may have to be drawn again.
pool draw_pool(const settled_target& target, random_stream& stream) {
  for (;;)
    if (auto atoms = try_draw_pool(target, stream))
      return *atoms;
}

/// One of the bits of `among`, which must have some.
std::uint8_t random_bit(unsigned among, random_stream& stream) {
  for (auto skip = stream.below(static_cast<std::uint64_t>(std::popcount(among))); skip > 0; --skip)
    among &= among - 1;
  return static_cast<std::uint8_t>(among & -among);
}

void add_literal(option& way, std::size_t pool_size, random_stream& stream) {
  auto free = ((1U << pool_size) - 1) & ~unsigned{way.mentioned()};
  auto bit = random_bit(free, stream);
  (stream.chance(0.5) ? way.required : way.forbidden) |= bit;
}

option negated(option way) {
  return {way.forbidden, way.required};
}

option& random_option(option_list& rows, random_stream& stream) {
  return rows[stream.below(rows.size())];
}

/// Whether a goal has the wanted numbers in canonical form and is not trivial.
bool suits(const goal& aim, std::size_t player, const settled_target& target) {
  return aim.options().size() == target.options && aim.conjunctions() <= target.conjunctions
         && !is_trivial(aim, player, target.players);
}

/// The matrix of a random goal that suits; after too many draws one that does not.
option_list draw_rows(const pool& atoms, std::size_t player, const settled_target& target,
                      random_stream& stream) {
  option_list rows;
  for (int draw = 0; draw < max_draws; ++draw) {
    rows.assign(target.options, {});
    for (auto& way : rows)
      for (std::size_t i = 0; i < target.conjunctions; ++i)
        add_literal(way, target.pool_size, stream);
    if (suits({atoms, rows}, player, target))
      break;
  }
  return rows;
}

/// The matrices of a game's goals over a pool of atoms.
using game_rows = boost::container::static_vector<option_list, max_players>;

/// A game as the search sees it.
struct draft {
  game_rows rows;
  game played;
  double competitiveness;
  double balance = 0;

  [[nodiscard]] generated_game finished(const settled_target& target) const {
    return {played, competitiveness, balance,
            std::max(target.competitiveness.distance(competitiveness),
                     target.balance.distance(balance))};
  }
};

/// The game of the rows, its balance still open; nothing if a goal does not suit or the game has
/// not the wanted numbers.
std::optional<draft> build(const game_rows& rows, const pool& atoms, const settled_target& target) {
  game::goal_list goals;
  for (std::size_t player = 0; player < rows.size(); ++player) {
    goals.emplace_back(atoms, rows[player]);
    if (!suits(goals[player], player, target))
      return std::nullopt;
  }
  game played{{goals.data(), goals.size()}};
  if (played.conjunctions() != target.conjunctions
      || (target.all_of_pool && played.predicates() != target.pool_size))
    return std::nullopt;
  return draft{rows, played, properties(played).competitiveness};
}

/// A random game of one or two players with the wanted numbers; nothing if none was drawn.
std::optional<draft> draw_game(const pool& atoms, const settled_target& target,
                               random_stream& stream) {
  for (int draw = 0; draw < max_draws; ++draw) {
    game_rows rows;
    for (std::size_t player = 0; player < target.players; ++player)
      rows.push_back(draw_rows(atoms, player, target, stream));
    if (auto drawn = build(rows, atoms, target)) {
      drawn->balance = balance(drawn->played);
      return drawn;
    }
  }
  return std::nullopt;
}

/// The local modifications of the paper, one random instance of each kind, to `rows` of one goal;
/// `other` are the rows of the other.
boost::container::static_vector<option_list, 5> modifications(const option_list& rows,
                                                              const option_list& other,
                                                              const settled_target& target,
                                                              random_stream& stream) {
  boost::container::static_vector<option_list, 5> all(5, rows);
  auto& flipped = random_option(all[0], stream);
  auto bit = random_bit(flipped.mentioned(), stream);
  flipped.required ^= bit;
  flipped.forbidden ^= bit;
  auto& longer = random_option(all[1], stream);
  if (static_cast<std::size_t>(std::popcount(longer.mentioned()))
      < std::min(target.conjunctions, target.pool_size))
    add_literal(longer, target.pool_size, stream);
  auto& shorter = random_option(all[2], stream);
  if (std::popcount(shorter.mentioned()) > 1) {
    auto removed = random_bit(shorter.mentioned(), stream);
    shorter.required &= static_cast<std::uint8_t>(~removed);
    shorter.forbidden &= static_cast<std::uint8_t>(~removed);
  }
  random_option(all[3], stream) = other[stream.below(other.size())];
  random_option(all[4], stream) = negated(other[stream.below(other.size())]);
  return all;
}

/// The paper's local search from a game of two players towards the target.
class local_search {
public:
  local_search(const pool& atoms, const settled_target& target, draft first, random_stream& stream)
      : atoms_(atoms), target_(target), now_(std::move(first)), stream_(stream) {}

  draft run() {
    int idle = 0;
    for (int step = 0; step < max_steps && idle < max_idle_steps && !on_target(); ++step)
      idle = improve() ? 0 : idle + 1;
    return now_;
  }

private:
  [[nodiscard]] bool on_target() const { return now_.finished(target_).miss == 0; }

  /// Takes the best modification of a random goal; false if all make something worse.
  bool improve() {
    auto player = stream_.below(2);
    std::optional<draft> best;
    improvement most{0, 0};
    for (const auto& modified :
         modifications(now_.rows[player], now_.rows[1 - player], target_, stream_)) {
      if (modified == now_.rows[player])
        continue;
      auto rows = now_.rows;
      rows[player] = modified;
      auto candidate = build(rows, atoms_, target_);
      if (!candidate)
        continue;
      if (auto gain = evaluate(*candidate); gain >= most) {
        most = gain;
        best = std::move(candidate);
      }
    }
    if (!best)
      return false;
    now_ = *std::move(best);
    return true;
  }

  /// How much nearer to the target competitiveness and balance come: the lesser gain, which must
  /// not be negative (the paper's improvement), and to tell equals apart the greater.
  using improvement = std::pair<double, double>;

  improvement evaluate(draft& candidate) const {
    auto gain = target_.competitiveness.distance(now_.competitiveness)
                - target_.competitiveness.distance(candidate.competitiveness);
    if (gain < 0)
      return {gain, gain};
    candidate.balance = balance(candidate.played);
    return std::minmax({gain, target_.balance.distance(now_.balance)
                                  - target_.balance.distance(candidate.balance)});
  }

  const pool& atoms_;
  const settled_target& target_;
  draft now_;
  random_stream& stream_;
};

std::optional<draft> search_for_two(const pool& atoms, const settled_target& target,
                                    random_stream& stream) {
  if (auto first = draw_game(atoms, target, stream))
    return local_search{atoms, target, *std::move(first), stream}.run();
  return std::nullopt;
}

/// The third goal's options come from both others, half of them negated; then players change
/// places.
game_rows mix(game_rows rows, random_stream& stream) {
  boost::container::static_vector<option, 2 * goal_encoding::max_options> choice;
  for (const auto& of_goal : rows)
    choice.insert(choice.end(), of_goal.begin(), of_goal.end());
  stream.shuffle(std::span{choice.data(), choice.size()});
  option_list third;
  for (std::size_t i = 0; i < rows[0].size(); ++i)
    third.push_back(stream.chance(0.5) ? negated(choice[i]) : choice[i]);
  rows.push_back(third);
  stream.shuffle(std::span{rows.data(), rows.size()});
  return rows;
}

/// The mix that misses the target the least, and by less than `worst_miss`. The balance of three
/// players takes long: it is found for the best in competitiveness first, and only as long and as
/// far as they can win.
std::optional<draft> best_of_mixes(std::vector<draft> mixes, const settled_target& target,
                                   double worst_miss) {
  std::stable_sort(mixes.begin(), mixes.end(), [&](const draft& a, const draft& b) {
    return target.competitiveness.distance(a.competitiveness)
           < target.competitiveness.distance(b.competitiveness);
  });
  std::optional<draft> best;
  for (auto& mixed : mixes) {
    if (target.competitiveness.distance(mixed.competitiveness) >= worst_miss)
      break;
    mixed.balance = balance(mixed.played, target.balance.low - worst_miss);
    if (auto miss = mixed.finished(target).miss; miss < worst_miss) {
      worst_miss = miss;
      best = std::move(mixed);
    }
  }
  return best;
}

std::optional<draft> search_for_three(const pool& atoms, const settled_target& target,
                                      double worst_miss, random_stream& stream) {
  // Three goals never cooperate more than two of them, so these are necessary; that the two are as
  // competitive as all should be is not, but often helps.
  auto of_two_target = target;
  of_two_target.players = 2;
  of_two_target.all_of_pool = false;
  if (stream.chance(0.5))
    of_two_target.competitiveness.low = 0;
  of_two_target.balance.high = 1;
  auto of_two = search_for_two(atoms, of_two_target, stream);
  std::vector<draft> mixes;
  for (int tries = 0; of_two && tries < max_mixes; ++tries)
    if (auto mixed = build(mix(of_two->rows, stream), atoms, target))
      mixes.push_back(*std::move(mixed));
  return best_of_mixes(std::move(mixes), target, worst_miss);
}

std::optional<draft> search_once(const settled_target& target, double worst_miss,
                                 random_stream& stream) {
  auto atoms = draw_pool(target, stream);
  switch (target.players) {
  case 1:
    return draw_game(atoms, target, stream);
  case 2:
    return search_for_two(atoms, target, stream);
  default:
    return search_for_three(atoms, target, worst_miss, stream);
  }
}

/// What is wrong with a target; empty if nothing is.
std::string contradiction(const game_target& target) {
  auto number = [](std::size_t value, std::size_t most, const char* name) {
    return value >= 1 && value <= most ? std::string{}
                                       : std::string{name} + " must be 1 to " + std::to_string(most)
                                             + ", not " + std::to_string(value);
  };
  auto fraction = [](const interval<double>& wanted, const char* name) {
    return wanted.low >= 0 && wanted.low <= wanted.high && wanted.high <= 1
               ? std::string{}
               : std::string{name} + " must lie between 0 and 1";
  };
  for (const auto& problem :
       {number(target.players, max_players, "players"),
        number(target.options.value_or(1), goal_encoding::max_options, "options"),
        number(target.conjunctions.value_or(1), goal_encoding::max_atoms, "conjunctions"),
        number(target.predicates.value_or(1), goal_encoding::max_atoms, "predicates"),
        fraction(target.competitiveness, "competitiveness"), fraction(target.balance, "balance")})
    if (!problem.empty())
      return problem;
  if (possible_numbers(target).empty())
    return "no game has " + in_words(target) + "; ask for other numbers";
  if (target.players == 1 && (target.competitiveness.low > 0 || target.balance.high < 1))
    return "a game of one player has competitiveness 0 and balance 1";
  constexpr double rounding = 1e-9;
  if (target.competitiveness.high + target.balance.high < 1 - rounding)
    return "balance is never less than 1 - competitiveness; raise one of them";
  return {};
}

} // namespace

bool is_possible(const game_target& target) {
  return contradiction(target).empty();
}

std::optional<generated_game> search_game(const game_target& target, random_stream& stream,
                                          double worst_miss) {
  auto numbers = possible_numbers(target);
  std::optional<generated_game> best;
  for (int restart = 0; restart < restarts && worst_miss > 0; ++restart) {
    auto settled = settle(target, numbers, stream);
    if (auto found = search_once(settled, worst_miss, stream))
      if (auto candidate = found->finished(settled); candidate.miss < worst_miss) {
        worst_miss = candidate.miss;
        best = std::move(candidate);
      }
  }
  return best;
}

generated_game generate_game(const game_target& target, random_stream& stream) {
  if (auto problem = contradiction(target); !problem.empty())
    throw user_error(problem);
  if (auto found = search_game(target, stream))
    return *std::move(found);
  throw user_error("no game found with " + in_words(target) + "; ask for other numbers");
}

std::optional<game> alike_game(const game& played, random_stream& stream) {
  constexpr int max_tries = 100;
  for (int tries = 0; tries < max_tries; ++tries)
    if (auto other = recolour(played, random_object_recolouring(stream)); other != played)
      return other;
  return std::nullopt;
}

} // namespace troupe
