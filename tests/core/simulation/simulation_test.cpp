#include "core/simulation/simulation.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "tests/core/simulation/adversary.hpp"
#include "tests/core/simulation/player_actions.hpp"
#include "tests/core/simulation/still_life.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

world busy_world(std::uint64_t seed) {
  world_parameters parameters;
  parameters.width = parameters.height = {5, 5};
  parameters.objects = {10, 10};
  parameters.players = {3, 3};
  return generate_world(parameters, seed);
}

/// A simulation with players that do whatever comes to their minds.
class play {
public:
  explicit play(std::uint64_t seed) : sim_(busy_world(seed)) {
    auto w = busy_world(seed);
    for (std::size_t p = 0; p < w.players.size(); ++p)
      players_.emplace_back(w, p, random_stream(seed).split(p));
  }

  std::uint64_t step() {
    std::vector<action> actions;
    for (auto& player : players_)
      actions.push_back(player.act(sim_.state()));
    sim_.step(actions);
    return hash_of(sim_.state());
  }

private:
  simulation sim_;
  std::vector<adversary> players_;
};

std::vector<std::uint64_t> hashes_of_play(std::uint64_t seed, int steps) {
  play p(seed);
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < steps; ++i)
    hashes.push_back(p.step());
  return hashes;
}

} // namespace

BOOST_AUTO_TEST_SUITE(simulation_test)

BOOST_AUTO_TEST_CASE(it_begins_as_the_world_says) {
  auto w = busy_world(1);
  simulation sim(w);
  const auto& state = sim.state();
  BOOST_TEST(state.physics_step == 0u);
  BOOST_REQUIRE(state.objects.size() == w.objects.size());
  for (std::size_t i = 0; i < w.objects.size(); ++i) {
    BOOST_TEST(length(state.objects[i].position - w.objects[i].position) < 1e-5);
    BOOST_TEST(length(state.objects[i].velocity) == 0);
    BOOST_TEST(state.objects[i].present);
    BOOST_TEST(state.objects[i].floors.count() == 1u);
  }
  BOOST_REQUIRE(state.players.size() == w.players.size());
  for (std::size_t i = 0; i < w.players.size(); ++i) {
    BOOST_TEST(length(state.players[i].position - w.players[i].position) < 1e-5);
    BOOST_TEST(state.players[i].heading == w.players[i].heading);
    BOOST_TEST(state.players[i].floors.count() == 1u);
  }
}

BOOST_AUTO_TEST_CASE(an_action_lasts_for_the_clocks_physics_steps) {
  auto w = busy_world(1);
  simulation usual(w);
  run(usual, 3);
  BOOST_TEST(usual.state().physics_step == 12u);
  simulation other(w, {2, 60});
  run(other, 3);
  BOOST_TEST(other.state().physics_step == 6u);
}

BOOST_AUTO_TEST_CASE(impossible_clocks_are_refused) {
  auto w = busy_world(1);
  BOOST_CHECK_THROW(simulation(w, {0, 30}), user_error);
  BOOST_CHECK_THROW(simulation(w, {4, 0}), user_error);
  BOOST_CHECK_THROW(simulation(w, {4, std::nan("")}), user_error);
}

BOOST_AUTO_TEST_CASE(every_player_needs_an_action) {
  simulation sim(busy_world(1));
  BOOST_CHECK_THROW(sim.step({}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(the_same_actions_give_the_same_states) {
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    BOOST_TEST((hashes_of_play(seed, 200) == hashes_of_play(seed, 200)));
}

BOOST_AUTO_TEST_CASE(what_else_is_simulated_changes_nothing) {
  auto alone = hashes_of_play(7, 150);
  play again(7);
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 150; ++i) {
    // Others come and go, so that memory is never the same.
    play other(static_cast<std::uint64_t>(100 + i));
    other.step();
    hashes.push_back(again.step());
    other.step();
  }
  BOOST_TEST((hashes == alone));
}

BOOST_AUTO_TEST_CASE(threads_change_nothing) {
  auto alone = hashes_of_play(9, 150);
  std::vector<std::vector<std::uint64_t>> hashes(3);
  std::vector<std::thread> threads;
  for (auto& result : hashes)
    threads.emplace_back([&result] { result = hashes_of_play(9, 150); });
  for (auto& thread : threads)
    thread.join();
  for (const auto& result : hashes)
    BOOST_TEST((result == alone));
}

BOOST_AUTO_TEST_CASE(a_simulation_can_be_moved_on) {
  simulation first(busy_world(3));
  run(first, 5);
  auto hash = hash_of(first.state());
  auto second = std::move(first);
  BOOST_TEST(hash_of(second.state()) == hash);
  run(second, 5);
}

BOOST_AUTO_TEST_CASE(the_hash_notices_every_change) {
  simulation_state state;
  state.objects.resize(2);
  state.players.resize(2);
  std::vector<std::uint64_t> hashes{hash_of(state)};
  auto note = [&](auto&& change) {
    auto changed = state;
    change(changed);
    hashes.push_back(hash_of(changed));
  };
  note([](auto& s) { s.physics_step = 1; });
  note([](auto& s) { s.objects.pop_back(); });
  note([](auto& s) { s.players.pop_back(); });
  for (std::size_t i = 0; i < 2; ++i) {
    note([i](auto& s) { s.objects[i].position.x = 1e-300; });
    note([i](auto& s) { s.objects[i].position.y = 1e-300; });
    note([i](auto& s) { s.objects[i].orientation.w = 0.5; });
    note([i](auto& s) { s.objects[i].orientation.z = 0.5; });
    note([i](auto& s) { s.objects[i].velocity.z = 1; });
    note([i](auto& s) { s.objects[i].spin.x = 1; });
    note([i](auto& s) { s.objects[i].present = false; });
    note([i](auto& s) { s.objects[i].steps_left = 1; });
    note([i](auto& s) { s.objects[i].floors.set(5); });
    note([i](auto& s) { s.players[i].position.z = 1; });
    note([i](auto& s) { s.players[i].heading = 1; });
    note([i](auto& s) { s.players[i].pitch = 1; });
    note([i](auto& s) { s.players[i].velocity.x = 1; });
    note([i](auto& s) { s.players[i].acceleration.y = 1; });
    note([i](auto& s) { s.players[i].present = false; });
    note([i](auto& s) { s.players[i].steps_left = 1; });
    note([i](auto& s) { s.players[i].cool_down = 1; });
    note([i](auto& s) { s.players[i].held = held_object{}; });
    note([i](auto& s) { s.players[i].held = held_object{1, {}, 0}; });
    note([i](auto& s) { s.players[i].held = held_object{0, {0, 1, 0}, 0}; });
    note([i](auto& s) { s.players[i].held = held_object{0, {}, 1}; });
    note([i](auto& s) { s.players[i].gadget_hit = vector3{}; });
    note([i](auto& s) { s.players[i].gadget_hit = vector3{0, 0, 1}; });
    note([i](auto& s) { s.players[i].floors.set(0); });
  }
  std::sort(hashes.begin(), hashes.end());
  BOOST_TEST((std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end()));
}

BOOST_AUTO_TEST_CASE(equal_states_have_equal_hashes) {
  simulation_state state;
  state.objects.resize(1);
  auto same = state;
  same.objects[0].velocity.x = -0.0;
  BOOST_TEST((same == state));
  BOOST_TEST(hash_of(same) == hash_of(state));
}

BOOST_AUTO_TEST_SUITE_END()
