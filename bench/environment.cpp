// What does a whole environment cost: a step with what a player sees, a new episode, memory?

#include "core/game/goal_text.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/episode.hpp"
#include "core/world/generation.hpp"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <memory>
#include <vector>

namespace {

using namespace troupe;

constexpr int object_count = 12;

task two_player_task(int side, int objects, std::uint64_t seed) {
  world_parameters parameters;
  parameters.width = {side, side};
  parameters.height = {side, side};
  parameters.objects = {objects, objects};
  parameters.players = {2, 2};
  return {generate_world(parameters, seed),
          {parse_goal("hold(me, yellow sphere) & !near(me, black cube) | see(me, opponent)"),
           parse_goal("see(me, black cube) | on(purple pyramid, olive floor)")},
          {""}};
}

/// An episode that is played by random players, and what one of them sees.
class environment {
public:
  environment(int side, int objects, std::uint64_t seed)
      : played_(two_player_task(side, objects, seed), seed),
        draws_(seed),
        renderer_(make_cpu_renderer()),
        picture_(96, 72, {}) {
    renderer_->set_stage(make_stage(played_.place()));
  }

  void step() {
    std::array actions{random_action(draws_), random_action(draws_)};
    played_.step(actions);
  }

  void draw() {
    renderer_->draw(scene_of(played_.place(), played_.state()),
                    first_person_view(played_.state(), 0), target_of(picture_));
    benchmark::DoNotOptimize(picture_.pixels.data());
  }

  [[nodiscard]] observation observe() const { return played_.observe(0); }
  [[nodiscard]] bool over() const { return played_.over(); }

private:
  episode played_;
  random_stream draws_;
  std::unique_ptr<renderer> renderer_;
  image picture_;
};

enum class what { step, step_and_see };

void play(benchmark::State& state, what does) {
  auto side = static_cast<int>(state.range(0));
  auto objects = static_cast<int>(state.range(1));
  std::uint64_t seed = 1;
  auto playing = std::make_unique<environment>(side, objects, seed);
  for (auto _ : state) {
    if (playing->over()) {
      state.PauseTiming();
      playing = std::make_unique<environment>(side, objects, ++seed);
      state.ResumeTiming();
    }
    playing->step();
    if (does == what::step_and_see) {
      playing->draw();
      benchmark::DoNotOptimize(playing->observe());
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void step(benchmark::State& state) {
  play(state, what::step);
}

void step_and_see(benchmark::State& state) {
  play(state, what::step_and_see);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"tiles", "objects"})->MinTime(2);
  for (int side : {5, 9, 16, 24, 32})
    bench->Args({side, object_count});
  for (int objects : {0, 3, 25, 50})
    bench->Args({9, objects});
}

BENCHMARK(step)->Apply(sizes);
BENCHMARK(step_and_see)->Apply(sizes);

/// From a seed to the first observation: world, episode, stage, picture.
void reset(benchmark::State& state) {
  std::uint64_t seed = 1;
  for (auto _ : state) {
    environment fresh{static_cast<int>(state.range(0)), object_count, ++seed};
    fresh.draw();
  }
}
BENCHMARK(reset)->ArgName("tiles")->Arg(5)->Arg(9)->Arg(16)->Arg(32)->Unit(benchmark::kMillisecond);

/// What 100 environments that have played 100 steps each hold of the heap.
void memory(benchmark::State& state) {
  constexpr std::size_t count = 100;
  for (auto _ : state) {
    std::vector<std::unique_ptr<environment>> all;
    auto before = mallinfo2().uordblks;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(
          std::make_unique<environment>(static_cast<int>(state.range(0)), object_count, i + 1));
      for (int steps = 0; steps < 100; ++steps)
        all.back()->step();
      all.back()->draw();
    }
    state.counters["kB_each"] = static_cast<double>(mallinfo2().uordblks - before) / count / 1000;
  }
}
BENCHMARK(memory)->ArgName("tiles")->Arg(9)->Arg(32)->Iterations(1);

} // namespace
