#include "core/game/evaluation_games.hpp"

#include "core/support/error.hpp"

#include <string>

namespace troupe {

namespace {

constexpr std::size_t max_options = 3;
/// A kind is given up when so many searches for its next game found none, or known ones; and after
/// so many in all, whatever they found. With these numbers large sets are even over buckets but for
/// one: three players, competitiveness 1, balance from 2/3 up to 1. Mixing the options of two goals
/// hardly ever makes a third that is nearly, but not quite, like both after recolouring, and yet
/// never rewarded with both.
constexpr int max_vain_searches = 14;
constexpr int max_searches = 100;

/// Properties are fractions with denominators below 2^36: none lies this close to 0, 1/3, 2/3 or 1
/// without being equal to it.
constexpr double just = 1e-12;
constexpr interval<double> low_third{0, 1.0 / 3 - just};
constexpr interval<double> middle_third{1.0 / 3, 2.0 / 3 - just};
constexpr interval<double> high_third{2.0 / 3, 1 - just};
constexpr interval<double> none{0, 0};
constexpr interval<double> full{1, 1};

/// A bucket of competitiveness and balance with the numbers of options and predicates of which
/// games still turn up.
struct open_bucket {
  struct open_cell {
    evaluation_cell kind;
    random_stream stream;
  };

  std::vector<open_cell> cells;
  std::size_t next = 0;
};

std::vector<open_bucket> open_buckets(const random_stream& stream) {
  std::vector<open_bucket> buckets;
  const evaluation_cell* last = nullptr;
  auto cells = evaluation_cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (last == nullptr || last->competitiveness != cells[i].competitiveness
        || last->balance != cells[i].balance)
      buckets.emplace_back();
    last = &cells[i];
    buckets.back().cells.push_back({cells[i], stream.split(i)});
  }
  return buckets;
}

std::optional<game> new_game(open_bucket::open_cell& cell, std::size_t players,
                             const take_function& take) {
  int vain = 0;
  for (int search = 0; search < max_searches && vain < max_vain_searches; ++search) {
    auto found = evaluation_game(cell.kind, players, cell.stream);
    auto answer = found ? take(*found) : take_answer::known;
    if (answer == take_answer::taken)
      return found;
    vain += answer == take_answer::known ? 1 : 0;
  }
  return std::nullopt;
}

/// A game of the next kind of the bucket that still has one.
std::optional<game> new_game(open_bucket& bucket, std::size_t players, const take_function& take) {
  while (!bucket.cells.empty()) {
    bucket.next %= bucket.cells.size();
    if (auto found = new_game(bucket.cells[bucket.next], players, take)) {
      ++bucket.next;
      return found;
    }
    bucket.cells.erase(bucket.cells.begin() + static_cast<std::ptrdiff_t>(bucket.next));
  }
  return std::nullopt;
}

} // namespace

std::vector<evaluation_cell> evaluation_cells() {
  std::vector<evaluation_cell> cells;
  for (auto competitiveness :
       {none, interval<double>{just, low_third.high}, middle_third, high_third, full})
    for (auto balance : {low_third, middle_third, high_third, full}) {
      // Balance is at least 1 − competitiveness, and equal goals are balanced.
      if (balance.high + competitiveness.high < 1 || (competitiveness == none && balance != full))
        continue;
      for (std::size_t options = 1; options <= max_options; ++options)
        for (std::size_t predicates = 1; predicates <= goal_encoding::max_atoms; ++predicates)
          cells.push_back({competitiveness, balance, options, predicates});
    }
  return cells;
}

std::optional<game> evaluation_game(const evaluation_cell& cell, std::size_t players,
                                    random_stream& stream) {
  // The number of conjunctions stays open: it is drawn from 1 to 3.
  game_target target{players,         cell.options,         std::nullopt,
                     cell.predicates, cell.competitiveness, cell.balance};
  if (!is_possible(target))
    return std::nullopt;
  // A game that is not on target misses it by about `just` at least.
  auto found = search_game(target, stream, just / 2);
  return found ? std::optional{std::move(found->played)} : std::nullopt;
}

std::vector<game> evaluation_games(std::size_t count, std::size_t players,
                                   const random_stream& stream, const take_function& take) {
  auto open = open_buckets(stream);
  std::vector<game> games;
  while (games.size() < count) {
    if (open.empty())
      throw user_error("only " + std::to_string(games.size()) + " of " + std::to_string(count)
                       + " different games were found; ask for fewer");
    std::erase_if(open, [&](open_bucket& bucket) {
      if (games.size() == count)
        return false;
      auto found = new_game(bucket, players, take);
      if (found)
        games.push_back(*found);
      return !found;
    });
  }
  return games;
}

} // namespace troupe
