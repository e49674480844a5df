#include "core/simulation/simulation.hpp"

#include "bench/plain_bullet.hpp"
#include "core/world/generation.hpp"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <vector>

/// How fast are worlds simulated, per environment step of 4 physics steps, and how does that grow
/// with their size and with what is in them? The arguments are tiles a side and objects. `moving`
/// is the mean number of objects in motion.

namespace {

using namespace troupe;

constexpr std::uint64_t world_count = 8;

std::vector<world> worlds_of(const benchmark::State& state) {
  auto side = static_cast<int>(state.range(0));
  auto objects = static_cast<int>(state.range(1));
  world_parameters parameters;
  parameters.width = parameters.height = {side, side};
  parameters.objects = {objects, objects};
  parameters.players = {2, 2};
  std::vector<world> worlds;
  for (std::uint64_t seed = 0; seed < world_count; ++seed)
    worlds.push_back(generate_world(parameters, seed));
  return worlds;
}

/// The same worlds, but all objects begin in the air and askew: they fall, tumble and roll.
std::vector<world> worlds_in_motion(const benchmark::State& state) {
  auto worlds = worlds_of(state);
  random_stream draw(1);
  for (auto& w : worlds)
    for (auto& object : w.objects) {
      object.position.z += draw.uniform(0.5, 2);
      quaternion q{draw.normal(), draw.normal(), draw.normal(), draw.normal()};
      auto size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
      object.orientation = {q.w / size, q.x / size, q.y / size, q.z / size};
    }
  return worlds;
}

/// Steps simulations of worlds in turn, each for so many steps, with random players.
template <class Simulation>
void play(benchmark::State& state, const std::vector<world>& worlds, int episode_steps) {
  random_stream draw(0);
  double moving = 0;
  std::size_t next = 0;
  auto sim = std::make_unique<Simulation>(worlds[0]);
  int left = episode_steps;
  std::vector<action> actions(2);
  for (auto _ : state) {
    if (left-- == 0) {
      state.PauseTiming();
      next = (next + 1) % worlds.size();
      sim = std::make_unique<Simulation>(worlds[next]);
      left = episode_steps - 1;
      state.ResumeTiming();
    }
    for (auto& a : actions)
      a = random_action(draw);
    sim->step(actions);
    moving += sim->moving();
  }
  state.counters["moving"] = benchmark::Counter(moving, benchmark::Counter::kAvgIterations);
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

class counted_simulation {
public:
  explicit counted_simulation(const world& w) : sim_(w) {}

  void step(std::span<const action> actions) { sim_.step(actions); }
  [[nodiscard]] double moving() const {
    double count = 0;
    for (const auto& object : sim_.state().objects)
      count += object.velocity == vector3{} ? 0 : 1;
    return count;
  }

private:
  simulation sim_;
};

/// At least 12,000 steps/s for 9 tiles a side and 12 objects. What players grab and push moves.
void objects_at_rest(benchmark::State& state) {
  play<counted_simulation>(state, worlds_of(state), 450);
}

/// At least 4,000 steps/s for 9 tiles a side and 12 objects.
void objects_in_motion(benchmark::State& state) {
  play<counted_simulation>(state, worlds_in_motion(state), 9);
}

/// The floor: Bullet as one would use it first.
void plain_bullet_at_rest(benchmark::State& state) {
  play<plain_bullet>(state, worlds_of(state), 450);
}

void plain_bullet_in_motion(benchmark::State& state) {
  play<plain_bullet>(state, worlds_in_motion(state), 9);
}

/// At most 2 ms for 9 tiles a side and 12 objects. `bytes` is what one takes after a while.
void construction(benchmark::State& state) {
  auto worlds = worlds_of(state);
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(simulation(worlds[i++ % worlds.size()]));
  auto before = mallinfo2().uordblks;
  simulation sim(worlds[0]);
  random_stream draw(0);
  for (int step = 0; step < 100; ++step) {
    std::vector<action> actions{random_action(draw), random_action(draw)};
    sim.step(actions);
  }
  state.counters["bytes"] = static_cast<double>(mallinfo2().uordblks - before);
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Unit(benchmark::kMicrosecond);
  b->Args({9, 12});
  for (auto side : {5, 16, 32})
    b->Args({side, 12});
  for (auto objects : {0, 25, 50})
    b->Args({9, objects});
}

BENCHMARK(objects_at_rest)->Apply(sizes);
BENCHMARK(objects_in_motion)->Apply(sizes);
BENCHMARK(plain_bullet_at_rest)->Args({9, 12})->Unit(benchmark::kMicrosecond);
BENCHMARK(plain_bullet_in_motion)->Args({9, 12})->Unit(benchmark::kMicrosecond);
BENCHMARK(construction)->Apply(sizes);

} // namespace
