#include "core/simulation/relations.hpp"

#include "core/game/generation.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"

#include <benchmark/benchmark.h>

#include <vector>

// How long does it take to find out which predicates hold, at every environment step?
// Budget on one core: a few µs for a two-player game in a 9x9 world with 12 objects.

namespace {

using namespace troupe;

/// An evaluation world and moments in it, each with everything somewhere above the floor.
struct moments {
  world place;
  std::vector<simulation_state> states;

  moments(int side, int objects, std::size_t count) {
    auto parameters = evaluation_world_parameters();
    parameters.width = parameters.height = {side, side};
    parameters.players = {2, 2};
    parameters.one_object_of_each_kind = objects == 12;
    parameters.objects = {objects, objects};
    place = generate_world(parameters, 1);
    random_stream draw{2};
    while (states.size() < count)
      states.push_back(strewn(draw));
  }

private:
  [[nodiscard]] vector3 anywhere(double above_floor, random_stream& draw) const {
    auto x = draw.uniform(0.5, place.tiles.width() * place.tile_size.x - 0.5);
    auto y = draw.uniform(0.5, place.tiles.height() * place.tile_size.y - 0.5);
    return {x, y, floor_height(place, x, y) + above_floor};
  }

  [[nodiscard]] simulation_state strewn(random_stream& draw) const {
    simulation_state state;
    for (const auto& object : place.objects) {
      auto& there = state.objects.emplace_back();
      there.position = anywhere(object.size / 2, draw);
      there.orientation = object.orientation;
    }
    for (std::size_t i = 0; i < place.players.size(); ++i) {
      auto& there = state.players.emplace_back();
      there.position = anywhere(0, draw);
      there.heading = draw.uniform(-3, 3);
    }
    return state;
  }
};

/// Predicates of generated games, or only those of one relation.
std::vector<predicate_mask> masks(std::size_t count) {
  std::vector<predicate_mask> wanted;
  random_stream draw{3};
  game_target target;
  target.players = 2;
  while (wanted.size() < count)
    wanted.push_back(predicates_of(generate_game(target, draw).played));
  return wanted;
}

predicate_mask all_of(relation how) {
  predicate_mask wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = physical_predicate::at(i).relation() == how;
  return wanted;
}

void measure(benchmark::State& state, const moments& seen,
             const std::vector<predicate_mask>& wanted) {
  relation_judge judge{seen.place};
  std::size_t next = 0;
  std::size_t predicates = 0;
  for (auto _ : state) {
    const auto& mask = wanted[next % wanted.size()];
    benchmark::DoNotOptimize(judge.judge(seen.states[next % seen.states.size()], mask));
    ++next;
  }
  for (const auto& mask : wanted)
    predicates += mask.count();
  state.counters["predicates"] =
      static_cast<double>(predicates) / static_cast<double>(wanted.size());
}

/// The floor: a game that depends on nothing.
void nothing(benchmark::State& state) {
  measure(state, moments{9, 12, 100}, {predicate_mask{}});
}
BENCHMARK(nothing);

void a_two_player_game(benchmark::State& state) {
  moments seen{static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), 997};
  measure(state, seen, masks(1000));
}
BENCHMARK(a_two_player_game)
    ->Args({9, 12})
    ->Args({5, 12})
    ->Args({16, 12})
    ->Args({32, 12})
    ->Args({9, 0})
    ->Args({9, 24})
    ->Args({9, 50})
    ->ArgNames({"side", "objects"});

/// Every predicate of a relation at once.
void all_predicates(benchmark::State& state) {
  auto how = static_cast<relation>(state.range(0));
  state.SetLabel(std::string{to_string(how)});
  measure(state, moments{9, 12, 997}, {all_of(how)});
}
BENCHMARK(all_predicates)->DenseRange(0, 3)->ArgName("relation");

} // namespace
