#include "core/game/balance.hpp"
#include "core/game/evaluation_games.hpp"
#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <vector>

// How long do the properties, the canonical forms and the generation of games take?
// Budgets on one core: properties of a two-player game of up to six atoms 1 µs, with balance 20 µs;
// a targeted game 10 ms (median).

namespace {

using namespace troupe;

/// Games as the generator makes them: six atoms, up to three options of up to three predicates.
std::vector<game> games_of(std::size_t players, std::size_t count) {
  std::vector<game> games;
  game_target target;
  target.players = players;
  random_stream stream{1, {.use = purpose::test}};
  while (games.size() < count)
    games.push_back(generate_game(target, stream).played);
  return games;
}

/// Calls `measure` with one game after another.
template <class Measure>
void over_games(benchmark::State& state, std::size_t count, Measure&& measure) {
  auto games = games_of(static_cast<std::size_t>(state.range(0)), count);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(measure(games[next]));
    next = (next + 1) % games.size();
  }
}

/// The floor: copying a game.
void copying(benchmark::State& state) {
  over_games(state, 1000, [](const game& played) { return played; });
}
BENCHMARK(copying)->DenseRange(1, 3)->ArgName("players");

void properties_without_balance(benchmark::State& state) {
  over_games(state, 1000, [](const game& played) { return properties(played); });
}
BENCHMARK(properties_without_balance)->DenseRange(1, 3)->ArgName("players");

void balance_alone(benchmark::State& state) {
  over_games(state, state.range(0) == 3 ? 100 : 1000,
             [](const game& played) { return balance(played); });
}
BENCHMARK(balance_alone)->DenseRange(1, 3)->ArgName("players");

void properties_with_balance(benchmark::State& state) {
  over_games(state, state.range(0) == 3 ? 100 : 1000, [](const game& played) {
    return properties(played).competitiveness + balance(played);
  });
}
BENCHMARK(properties_with_balance)->DenseRange(1, 3)->ArgName("players");

void distance_between_games(benchmark::State& state) {
  over_games(state, 1000, [](const game& played) { return distance(played, played); });
}
BENCHMARK(distance_between_games)->DenseRange(1, 3)->ArgName("players");

void hold_out_key(benchmark::State& state) {
  over_games(state, 1000, [](const game& played) { return canonical_recolouring(played); });
}
BENCHMARK(hold_out_key)->DenseRange(1, 3)->ArgName("players");

void reading_a_goal(benchmark::State& state) {
  auto text = to_string(games_of(2, 1)[0].goals()[0]);
  for (auto _ : state)
    benchmark::DoNotOptimize(parse_goal(text));
}
BENCHMARK(reading_a_goal);

void encoding_a_goal(benchmark::State& state) {
  over_games(state, 1000, [](const game& played) { return encode(played.goals()[0]); });
}
BENCHMARK(encoding_a_goal)->Arg(2)->ArgName("players");

/// Targets all over the possible values of competitiveness and balance, one after another.
void a_targeted_game(benchmark::State& state) {
  std::vector<std::pair<double, double>> targets{{0, 1},     {0.25, 0.75}, {0.5, 0.5}, {0.5, 1},
                                                 {0.8, 0.6}, {1, 0.25},    {1, 0.5},   {1, 1}};
  random_stream stream{2, {.use = purpose::test}};
  std::vector<double> milliseconds;
  std::size_t next = 0;
  for (auto _ : state) {
    auto [competitiveness, balanced] = targets[next++ % targets.size()];
    game_target target;
    target.players = static_cast<std::size_t>(state.range(0));
    target.competitiveness = {competitiveness, competitiveness};
    target.balance = {balanced, balanced};
    auto before = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(generate_game(target, stream));
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - before;
    milliseconds.push_back(took.count());
  }
  auto middle = milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 2);
  std::nth_element(milliseconds.begin(), middle, milliseconds.end());
  state.counters["median_ms"] = *middle;
}
BENCHMARK(a_targeted_game)
    ->Arg(2)
    ->Arg(3)
    ->ArgName("players")
    ->Iterations(200)
    ->Unit(benchmark::kMillisecond);

void evaluation_games_from_scratch(benchmark::State& state) {
  for (auto _ : state) {
    std::set<game> taken;
    benchmark::DoNotOptimize(evaluation_games(
        static_cast<std::size_t>(state.range(1)), static_cast<std::size_t>(state.range(0)),
        random_stream{3}, [&](const game& found) {
          return taken.insert(canonical_recolouring(found)).second ? take_answer::taken
                                                                   : take_answer::known;
        }));
  }
}
BENCHMARK(evaluation_games_from_scratch)
    ->Args({2, 100})
    ->Args({3, 100})
    ->ArgNames({"players", "games"})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

} // namespace
