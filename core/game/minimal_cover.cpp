#include "core/game/minimal_cover.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace troupe {

namespace {

/// Cubes (options as sets of states) are numbered in base 3, the first variable's digit first:
/// 0 required, 1 forbidden, 2 not mentioned. The order of numbers is the order of options.
constexpr std::size_t cube_count = 729;

constexpr std::array<std::uint16_t, truth_table_variables> digit_values{243, 81, 27, 9, 3, 1};

struct cube_info {
  truth_table states = 0;
  option literals;
  std::uint8_t literal_count = 0;
};

constexpr std::array<cube_info, cube_count> make_cubes() {
  std::array<cube_info, cube_count> cubes{};
  for (std::size_t index = 0; index < cube_count; ++index) {
    auto& cube = cubes[index];
    for (std::size_t i = 0; i < truth_table_variables; ++i) {
      auto digit = index / digit_values[i] % 3;
      auto bit = static_cast<std::uint8_t>(1U << i);
      if (digit == 0)
        cube.literals.required |= bit;
      if (digit == 1)
        cube.literals.forbidden |= bit;
      cube.literal_count += digit != 2;
    }
    cube.states = table_of(cube.literals);
  }
  return cubes;
}

constexpr auto cubes = make_cubes();

/// No function of six variables has more prime implicants (it has at most 92).
constexpr std::size_t max_primes = 92;

using cube_list = boost::container::static_vector<std::uint16_t, max_primes>;

/// The largest cubes inside the function.
cube_list prime_implicants(truth_table table, std::size_t variables) {
  std::array<bool, cube_count> inside{};
  auto step = variables == 0 ? cube_count : digit_values[variables - 1];
  for (std::size_t index = step - 1; index < cube_count; index += step)
    inside[index] = (cubes[index].states & ~table) == 0;
  auto can_grow = [&](std::size_t index) {
    for (std::size_t i = 0; i < variables; ++i) {
      auto digit = index / digit_values[i] % 3;
      if (digit != 2 && inside[index + (2 - digit) * digit_values[i]])
        return true;
    }
    return false;
  };
  cube_list primes;
  for (std::size_t index = step - 1; index < cube_count; index += step)
    if (inside[index] && !can_grow(index))
      primes.push_back(static_cast<std::uint16_t>(index));
  return primes;
}

/// Finds the best set of primes that covers a function, by branching on an uncovered state.
class cover_search {
public:
  cover_search(truth_table table, const cube_list& primes) : primes_(primes) {
    for (auto prime : primes)
      largest_ = std::max(largest_, std::popcount(cubes[prime].states));
    count_choices(table);
    extend(table, 0);
  }

  [[nodiscard]] std::optional<option_list> best() const {
    if (!found_)
      return std::nullopt;
    option_list options;
    for (auto cube : best_)
      options.push_back(cubes[cube].literals);
    return options;
  }

private:
  using cover = boost::container::static_vector<std::uint16_t, goal_encoding::max_options>;

  void count_choices(truth_table table) {
    for (auto rest = table; rest != 0; rest &= rest - 1) {
      auto state = std::countr_zero(rest);
      for (auto prime : primes_)
        choices_[state] += cubes[prime].states >> state & 1;
    }
  }

  /// States that few primes cover leave the fewest branches; a state with one choice leaves none.
  [[nodiscard]] int hardest_state(truth_table uncovered) const {
    auto hardest = std::countr_zero(uncovered);
    for (auto rest = uncovered; rest != 0 && choices_[hardest] > 1; rest &= rest - 1)
      if (auto state = std::countr_zero(rest); choices_[state] < choices_[hardest])
        hardest = state;
    return hardest;
  }

  void extend(truth_table uncovered, std::size_t literals) {
    if (uncovered == 0) {
      keep_if_better(literals);
      return;
    }
    auto limit = found_ ? best_.size() : best_.max_size();
    auto still_needed = (std::popcount(uncovered) + largest_ - 1) / largest_;
    if (chosen_.size() + static_cast<std::size_t>(still_needed) > limit)
      return;
    auto state = hardest_state(uncovered);
    for (auto prime : primes_) {
      if ((cubes[prime].states >> state & 1) == 0)
        continue;
      chosen_.push_back(prime);
      extend(uncovered & ~cubes[prime].states, literals + cubes[prime].literal_count);
      chosen_.pop_back();
    }
  }

  void keep_if_better(std::size_t literals) {
    auto candidate = chosen_;
    std::sort(candidate.begin(), candidate.end());
    auto size = candidate.size();
    auto best_size = best_.size();
    if (!found_
        || std::tie(size, literals, candidate) < std::tie(best_size, best_literals_, best_)) {
      best_ = candidate;
      best_literals_ = literals;
      found_ = true;
    }
  }

  const cube_list& primes_;
  int largest_ = 1;
  std::array<std::uint8_t, 64> choices_{};
  cover chosen_;
  cover best_;
  std::size_t best_literals_ = 0;
  bool found_ = false;
};

} // namespace

std::optional<option_list> minimal_cover(truth_table table, std::size_t variables) {
  return cover_search(table, prime_implicants(table, variables)).best();
}

} // namespace troupe
