#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/episode.hpp"
#include "core/tasks/generation.hpp"

#include <boost/test/unit_test.hpp>
#include <malloc.h>

#include <vector>

using namespace troupe;

namespace {

void play_some(const task& played, std::uint64_t seed, renderer& draws) {
  constexpr std::uint32_t steps = 10;
  random_stream stream{seed};
  episode now{played, seed, {steps, {}}};
  draws.set_stage(make_stage(now.place()));
  image picture{96, 72, {}};
  std::vector<action> actions(now.players());
  while (!now.over()) {
    for (auto& each : actions)
      each = random_action(stream);
    now.step(actions);
    draws.draw(scene_of(now.place(), now.state()), first_person_view(now.state(), 0),
               target_of(picture));
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(memory_test)

BOOST_AUTO_TEST_CASE(ten_thousand_episodes_leave_no_memory_behind) {
  task_set_request request;
  request.count = 20;
  auto tasks = draw_task_set(request, {}).tasks;
  auto draws = make_cpu_renderer();
  std::uint64_t seed = 0;
  auto play = [&](int episodes) {
    for (int i = 0; i < episodes; ++i, ++seed)
      play_some(tasks[seed % tasks.size()], seed, *draws);
    return mallinfo2().uordblks;
  };
  auto early = play(1'000);
  auto late = play(9'000);
  BOOST_TEST(late <= early + 10'000);
}

BOOST_AUTO_TEST_SUITE_END()
