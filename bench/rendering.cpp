#include "core/rendering/cpu_renderer.hpp"
#include "core/rendering/filament_renderer.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "tests/fixtures/views.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#if defined(TROUPE_OSMESA)
#  include "bench/osmesa_renderer.hpp"
#endif

/// How many pictures a second does a renderer draw, and how does that depend on the world? What
/// players see at random playable places of generated worlds with two players in them; the
/// arguments are tiles a side, objects, and pixels across (three quarters as high).

namespace {

using namespace troupe;

constexpr std::size_t views_per_world = 64;

struct place {
  stage setting;
  scene moving;
  std::vector<camera> views;
};

std::vector<place> places_of(const benchmark::State& state, std::uint64_t count) {
  world_parameters parameters;
  auto side = static_cast<int>(state.range(0));
  auto objects = static_cast<int>(state.range(1));
  parameters.width = parameters.height = {side, side};
  parameters.objects = {objects, objects};
  parameters.players = {2, 2};
  std::vector<place> places;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    random_stream draw(seed);
    auto w = generate_world(parameters, seed);
    places.push_back({make_stage(w), initial_scene(w), random_views(w, views_per_world, draw)});
  }
  return places;
}

/// Draws all views of one world after the other.
void draw_with(benchmark::State& state, renderer& artist) {
  auto places = places_of(state, 16);
  auto width = static_cast<int>(state.range(2));
  image picture(width, width * 3 / 4, {});
  std::size_t next = 0;
  std::int64_t pictures = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const auto& here = places[next++ % places.size()];
    artist.set_stage(here.setting);
    artist.draw(here.moving, here.views[0], target_of(picture));
    state.ResumeTiming();
    for (const auto& view : here.views)
      artist.draw(here.moving, view, target_of(picture));
    benchmark::DoNotOptimize(picture.pixels.data());
    pictures += static_cast<std::int64_t>(here.views.size());
  }
  state.SetItemsProcessed(pictures);
  double faces = 0;
  for (const auto& each : places)
    faces += static_cast<double>(each.setting.surfaces.size()) / static_cast<double>(places.size());
  state.counters["faces"] = faces;
}

void cpu_renderer(benchmark::State& state) {
  draw_with(state, *make_cpu_renderer());
}

void cpu_renderer_without_avx2(benchmark::State& state) {
  draw_with(state, *make_cpu_renderer(instruction_set::baseline));
}

/// What every observation costs at least: its bytes are written.
void floor_of_filling_a_picture(benchmark::State& state) {
  auto width = static_cast<int>(state.range(2));
  image picture(width, width * 3 / 4, {});
  for (auto _ : state) {
    std::fill(picture.pixels.begin(), picture.pixels.end(), rgb{1, 2, 3});
    benchmark::DoNotOptimize(picture.pixels.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

void opengl_on_osmesa(benchmark::State& state) {
#if defined(TROUPE_OSMESA)
  draw_with(state, *make_osmesa_renderer());
#else
  state.SkipWithError("left out: apt-get install libosmesa6-dev, and configure again");
#endif
}

void filament(benchmark::State& state) {
  try {
    draw_with(state, *make_filament_renderer());
  } catch (const user_error& problem) {
    state.SkipWithError(problem.what());
  }
}

/// What a renderer does once per episode.
void changing_the_stage(benchmark::State& state) {
  auto places = places_of(state, 16);
  auto artist = make_cpu_renderer();
  std::size_t next = 0;
  for (auto _ : state)
    artist->set_stage(places[next++ % places.size()].setting);
}

void making_a_stage(benchmark::State& state) {
  world_parameters parameters;
  auto side = static_cast<int>(state.range(0));
  parameters.width = parameters.height = {side, side};
  auto w = generate_world(parameters, 1);
  for (auto _ : state)
    benchmark::DoNotOptimize(make_stage(w));
}

void sizes(benchmark::internal::Benchmark* b) {
  for (auto side : {5, 9, 16, 24, 32})
    b->Args({side, 6, 96});
}

void objects(benchmark::internal::Benchmark* b) {
  for (auto count : {0, 3, 12, 25, 50})
    b->Args({9, count, 96});
}

BENCHMARK(floor_of_filling_a_picture)->Args({9, 12, 96});
BENCHMARK(cpu_renderer)->Apply(sizes)->Apply(objects);
BENCHMARK(cpu_renderer_without_avx2)->Args({9, 12, 96});
BENCHMARK(opengl_on_osmesa)->Apply(sizes)->Apply(objects);
// Both of its threads count.
BENCHMARK(filament)->Args({9, 12, 96})->UseRealTime();
BENCHMARK(cpu_renderer)->Args({9, 12, 48})->Args({9, 12, 320})->Args({9, 12, 1280});
BENCHMARK(changing_the_stage)->Args({9, 12, 96})->Args({32, 12, 96});
BENCHMARK(making_a_stage)->Args({9})->Args({32});

} // namespace
