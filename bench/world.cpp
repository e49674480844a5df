#include "core/support/random.hpp"
#include "core/world/counting.hpp"
#include "core/world/distances.hpp"
#include "core/world/generation.hpp"
#include "core/world/navigation.hpp"
#include "core/world/picture.hpp"
#include "core/world/requirements.hpp"
#include "core/world/topology_generation.hpp"

#include <benchmark/benchmark.h>

#include <vector>

/// How long do worlds take to make and to measure, and how does that grow with their size? The
/// argument is the number of tiles a side.

namespace {

using namespace troupe;

world_parameters parameters_of(const benchmark::State& state) {
  auto side = static_cast<int>(state.range(0));
  auto parameters = evaluation_world_parameters();
  parameters.width = parameters.height = {side, side};
  parameters.players = {3, 3};
  return parameters;
}

/// Some worlds to measure: one alone may be unusually simple.
std::vector<world> worlds_of(const benchmark::State& state) {
  std::vector<world> worlds;
  for (std::uint64_t seed = 0; seed < 32; ++seed)
    worlds.push_back(generate_world(parameters_of(state), seed));
  return worlds;
}

/// 12 objects and 3 players; at most 2 ms for 9 tiles a side.
void generating_a_world(benchmark::State& state) {
  auto parameters = parameters_of(state);
  std::uint64_t seed = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(generate_world(parameters, seed++));
}

/// The share of generation that is Wave Function Collapse.
void generating_a_topology(benchmark::State& state) {
  auto parameters = parameters_of(state);
  std::uint64_t seed = 0;
  for (auto _ : state) {
    random_stream stream(seed++);
    benchmark::DoNotOptimize(
        generate_topology({parameters.width.low, parameters.height.low}, parameters, stream));
  }
}

void generating_a_similar_world(benchmark::State& state) {
  auto parameters = parameters_of(state);
  auto worlds = worlds_of(state);
  std::uint64_t seed = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(generate_world_like(worlds[seed % worlds.size()], parameters, seed));
    ++seed;
  }
}

void adapting_a_world(benchmark::State& state) {
  auto worlds = worlds_of(state);
  world_requirements requirements;
  requirements.floors = {floor_colour::brown, floor_colour::white};
  requirements.objects = {{object_colour::black, object_shape::cube}};
  requirements.players = 2;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(adapt_world(worlds[seed % worlds.size()], requirements, seed));
    ++seed;
  }
}

void finding_the_playable_area(benchmark::State& state) {
  auto worlds = worlds_of(state);
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        find_playable_area(make_topology_graph(worlds[i++ % worlds.size()].tiles)));
}

/// At most 3 ms for 9 tiles a side.
void resistance_distances_of_a_world(benchmark::State& state) {
  auto worlds = worlds_of(state);
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        resistance_distribution(make_topology_graph(worlds[i++ % worlds.size()].tiles).paths));
}

void shortest_paths_of_a_world(benchmark::State& state) {
  auto worlds = worlds_of(state);
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        shortest_path_distribution(make_topology_graph(worlds[i++ % worlds.size()].tiles).paths));
}

void counting_topologies(benchmark::State& state) {
  auto side = static_cast<int>(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(count_topologies({side, side}, 20'000, 1));
}

void drawing_a_picture(benchmark::State& state) {
  auto worlds = worlds_of(state);
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(draw_world(worlds[i++ % worlds.size()], 240));
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Unit(benchmark::kMicrosecond);
  for (auto side : {5, 9, 16, 24, 32})
    b->Arg(side);
}

BENCHMARK(generating_a_world)->Apply(sizes);
BENCHMARK(generating_a_topology)->Apply(sizes);
BENCHMARK(generating_a_similar_world)->Apply(sizes);
BENCHMARK(adapting_a_world)->Apply(sizes);
BENCHMARK(finding_the_playable_area)->Apply(sizes);
BENCHMARK(resistance_distances_of_a_world)->Apply(sizes);
BENCHMARK(shortest_paths_of_a_world)->Apply(sizes);
BENCHMARK(counting_topologies)->Apply(sizes);
BENCHMARK(drawing_a_picture)->Arg(9)->Unit(benchmark::kMillisecond);

} // namespace
