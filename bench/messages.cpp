// What does it cost to build, check and read an observation? Floor: copying the same bytes.

#include "messages/conversion.hpp"

#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

using namespace troupe;

namespace {

constexpr int height = 72;
constexpr int width = 96;
constexpr std::size_t pixel_bytes = std::size_t{height} * width * image::channels;

observation sample() {
  observation seen;
  seen.picture = image{width, height, {7, 7, 7}};
  seen.privileged.emplace();
  return seen;
}

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * pixel_bytes));
}

void floor_copy(benchmark::State& state) {
  auto seen = sample();
  std::vector<std::uint8_t> target(pixel_bytes);
  for (auto _ : state) {
    std::memcpy(target.data(), seen.picture.pixels.data(), pixel_bytes);
    benchmark::ClobberMemory();
  }
  count_bytes(state);
}
BENCHMARK(floor_copy);

/// The same, into memory that is new each time, as a message's is.
void floor_copy_into_new_memory(benchmark::State& state) {
  auto seen = sample();
  for (auto _ : state) {
    std::vector<std::uint8_t> target(pixel_bytes);
    std::memcpy(target.data(), seen.picture.pixels.data(), pixel_bytes);
    benchmark::DoNotOptimize(target.data());
    benchmark::ClobberMemory();
  }
  count_bytes(state);
}
BENCHMARK(floor_copy_into_new_memory);

void build(benchmark::State& state) {
  auto seen = sample();
  for (auto _ : state) {
    auto built = to_message(seen);
    benchmark::DoNotOptimize(built.bytes().data());
  }
  count_bytes(state);
}
BENCHMARK(build);

void read_in_process(benchmark::State& state) {
  auto built = to_message(sample());
  for (auto _ : state) {
    auto view = built.read();
    benchmark::DoNotOptimize(view->getPicture().getPixels().begin());
    benchmark::DoNotOptimize(view->getStep());
  }
}
BENCHMARK(read_in_process);

/// What the receiver of bytes from a socket does before it reads: take a copy, look at everything.
void accept_and_check(benchmark::State& state) {
  auto built = to_message(sample());
  for (auto _ : state) {
    auto arrived = message<schema::Observation>::from_bytes(built.bytes());
    benchmark::DoNotOptimize(arrived.check({}));
  }
  count_bytes(state);
}
BENCHMARK(accept_and_check);

void convert_to_value(benchmark::State& state) {
  auto built = to_message(sample());
  observation value;
  for (auto _ : state) {
    benchmark::DoNotOptimize(from_schema(*built.read(), value));
    benchmark::ClobberMemory();
  }
  count_bytes(state);
}
BENCHMARK(convert_to_value);

void build_action(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(to_message(action_message{}).bytes().data());
}
BENCHMARK(build_action);

} // namespace
