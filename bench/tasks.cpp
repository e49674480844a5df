// How long do whole sets of tasks take, and their files? On one core.

#include "core/tasks/generation.hpp"
#include "messages/json.hpp"
#include "messages/world_conversion.hpp"

#include <benchmark/benchmark.h>

using namespace troupe;

namespace {

void draw_set(benchmark::State& state, task_split split) {
  task_set_request request;
  request.split = split;
  request.count = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(draw_task_set(request, {}).tasks.size());
    ++request.seed;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * request.count));
}

void test_set(benchmark::State& state) {
  draw_set(state, task_split::test);
}
BENCHMARK(test_set)->Arg(100)->Arg(1678)->Unit(benchmark::kMillisecond);

void validation_set(benchmark::State& state) {
  draw_set(state, task_split::validation);
}
BENCHMARK(validation_set)->Arg(100)->Arg(2900)->Unit(benchmark::kMillisecond);

void training_proposals(benchmark::State& state) {
  draw_set(state, task_split::train);
}
BENCHMARK(training_proposals)->Arg(100)->Unit(benchmark::kMillisecond);

const task& sample() {
  static const auto set = draw_task_set({.count = 1}, {});
  return set.tasks.front();
}

void task_to_message_and_back(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(read_task(*to_message(sample()).read()).co_players.size());
}
BENCHMARK(task_to_message_and_back)->Unit(benchmark::kMicrosecond);

void world_to_json_and_back(benchmark::State& state) {
  for (auto _ : state) {
    auto text = to_json(sample().place).dump();
    benchmark::DoNotOptimize(world_from_json(parse_json(text, "x"), "x").seed);
  }
}
BENCHMARK(world_to_json_and_back)->Unit(benchmark::kMicrosecond);

} // namespace
