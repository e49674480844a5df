// How fast do observations go from actor to actor? Peer over sockets: the same number of bytes as a
// bare std::vector<char> through CAF.

#include "actors/system.hpp"

#include <benchmark/benchmark.h>
#include <caf/event_based_actor.hpp>
#include <caf/scoped_actor.hpp>

#include <optional>
#include <vector>

CAF_BEGIN_TYPE_ID_BLOCK(bench, caf::id_block::troupe_handles::end)
CAF_ADD_TYPE_ID(bench, (std::vector<char>))
CAF_END_TYPE_ID_BLOCK(bench)

using namespace troupe;

namespace {

struct configuration : system_configuration {
  configuration() : system_configuration(system_settings{}) {
    add_message_types<caf::id_block::bench>();
  }
};

/// An observation of about `bytes` bytes.
message<schema::Observation> observation_of(std::size_t bytes) {
  message_builder<schema::Observation> builder{bytes};
  if (bytes > 200)
    builder->initPicture().initPixels(static_cast<unsigned>(bytes - 136));
  return std::move(builder).finish();
}

/// Answers every message with its size, which is read from it, so that it must have arrived.
caf::behavior receiver(caf::event_based_actor*) {
  return {
      [](const message<schema::Observation>& seen) -> std::uint64_t {
        if (seen.check({}) != arrival_problem::none)
          return 0;
        return seen.read()->getPicture().getPixels().size();
      },
      [](const std::vector<char>& bytes) -> std::uint64_t { return bytes.size(); },
      [](std::uint64_t number) { return number; },
  };
}

/// Keeps `window` messages under way; one iteration is one message and its answer.
template <class Content>
void exchange(benchmark::State& state, caf::actor_system& system, const caf::actor& to,
              const Content& content, std::size_t bytes) {
  constexpr int window = 16;
  caf::scoped_actor self{system};
  for (int i = 0; i < window; ++i)
    self->send(to, content);
  for (auto _ : state)
    self->receive([&](std::uint64_t size) {
      benchmark::DoNotOptimize(size);
      self->send(to, content);
    });
  for (int i = 0; i < window; ++i)
    self->receive([](std::uint64_t) {});
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

/// Floor: a number instead of a message.
void in_process_floor_number(benchmark::State& state) {
  configuration config;
  caf::actor_system system{config};
  auto to = system.spawn(receiver);
  exchange(state, system, to, std::uint64_t{1}, sizeof(std::uint64_t));
  caf::anon_send_exit(to, caf::exit_reason::user_shutdown);
}
BENCHMARK(in_process_floor_number)->UseRealTime();

void in_process(benchmark::State& state) {
  configuration config;
  caf::actor_system system{config};
  auto content = observation_of(static_cast<std::size_t>(state.range(0)));
  auto to = system.spawn(receiver);
  exchange(state, system, to, content, content.bytes().size());
  caf::anon_send_exit(to, caf::exit_reason::user_shutdown);
}
BENCHMARK(in_process)->Arg(100)->Arg(20'000)->Arg(6'000'000)->UseRealTime();

template <class Content>
void over_loopback(benchmark::State& state, const Content& content, std::size_t bytes) {
  configuration here_config;
  configuration there_config;
  caf::actor_system here{here_config};
  caf::actor_system there{there_config};
  auto far = there.spawn(receiver);
  auto to = connect<caf::actor>(here, {"127.0.0.1", publish_on_loopback(far)});
  exchange(state, here, to, content, bytes);
  caf::anon_send_exit(far, caf::exit_reason::user_shutdown);
}

void loopback_peer_vector(benchmark::State& state) {
  auto bytes = observation_of(static_cast<std::size_t>(state.range(0))).bytes().size();
  over_loopback(state, std::vector<char>(bytes, 'x'), bytes);
}
BENCHMARK(loopback_peer_vector)->Arg(100)->Arg(20'000)->Arg(6'000'000)->UseRealTime();

void loopback_observation(benchmark::State& state) {
  auto content = observation_of(static_cast<std::size_t>(state.range(0)));
  over_loopback(state, content, content.bytes().size());
}
BENCHMARK(loopback_observation)->Arg(100)->Arg(20'000)->Arg(6'000'000)->UseRealTime();

} // namespace
