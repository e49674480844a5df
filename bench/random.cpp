// How fast are the random streams? Peer: the standard library's Mersenne Twister.

#include "core/support/random.hpp"

#include "core/simulation/action.hpp"

#include <benchmark/benchmark.h>

#include <random>

using namespace troupe;

namespace {

void peer_mersenne_twister(benchmark::State& state) {
  std::mt19937_64 engine{1};
  for (auto _ : state)
    benchmark::DoNotOptimize(engine());
}
BENCHMARK(peer_mersenne_twister);

void peer_mersenne_twister_begun_anew(benchmark::State& state) {
  std::uint64_t seed = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(std::mt19937_64{seed++}());
}
BENCHMARK(peer_mersenne_twister_begun_anew);

void draw(benchmark::State& state) {
  random_stream stream{1};
  for (auto _ : state)
    benchmark::DoNotOptimize(stream());
}
BENCHMARK(draw);

void draw_below(benchmark::State& state) {
  random_stream stream{1};
  for (auto _ : state)
    benchmark::DoNotOptimize(stream.below(1000));
}
BENCHMARK(draw_below);

void draw_normal(benchmark::State& state) {
  random_stream stream{1};
  for (auto _ : state)
    benchmark::DoNotOptimize(stream.normal());
}
BENCHMARK(draw_normal);

void draw_action(benchmark::State& state) {
  random_stream stream{1};
  for (auto _ : state)
    benchmark::DoNotOptimize(random_action(stream));
}
BENCHMARK(draw_action);

/// A stream by its full name, and its first value.
void begin_stream(benchmark::State& state) {
  stream_path path;
  for (auto _ : state) {
    ++path.episode;
    benchmark::DoNotOptimize(random_stream{1, path}());
  }
}
BENCHMARK(begin_stream);

} // namespace
