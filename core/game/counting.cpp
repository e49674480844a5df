#include "core/game/counting.hpp"

#include "core/support/error.hpp"

#include <cmath>

namespace troupe {

namespace {

double log10_factorial(std::size_t n) {
  double sum = 0;
  for (std::size_t i = 2; i <= n; ++i)
    sum += std::log10(static_cast<double>(i));
  return sum;
}

double log10_choose(std::size_t n, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i)
    sum += std::log10(static_cast<double>(n - i) / static_cast<double>(i + 1));
  return sum;
}

} // namespace

count_bounds log10_game_count(const game_space& space) {
  auto [atoms, options, conjunctions, players] = space;
  if (atoms == 0 || options == 0 || conjunctions == 0 || players == 0)
    throw user_error("counting games needs at least one atom, option, conjunction and player");
  // Divided rather than multiplied, so that huge numbers do not overflow.
  if (atoms / 2 / conjunctions < options + 1)
    throw user_error("counting games needs at least 2 x conjunctions x (options + 1) atoms");
  auto goals = -log10_factorial(options);
  for (std::size_t i = 1; i <= options; ++i)
    goals += log10_choose(atoms / 2 - i * conjunctions, conjunctions)
             + static_cast<double>(conjunctions) * std::log10(2.0);
  auto n = static_cast<double>(players);
  return {.lower = n * goals - log10_factorial(players),
          .upper = n * static_cast<double>(options) * log10_choose(atoms, conjunctions)};
}

} // namespace troupe
