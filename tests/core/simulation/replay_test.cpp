#include "core/simulation/replay.hpp"
#include "core/support/error.hpp"
#include "tests/core/simulation/small_task.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace troupe;

namespace {

/// The rest of a record, as whoever goes on with it plays it.
void play_on(episode& played, const episode_record& record) {
  auto change = record.goal_changes.begin();
  while (change != record.goal_changes.end() && change->step <= played.steps())
    ++change;
  while (played.steps() < record.steps()) {
    auto first = played.steps() * played.players();
    played.step(std::span{record.actions}.subspan(first, played.players()));
    for (; change != record.goal_changes.end() && change->step == played.steps(); ++change)
      played.change_goal(change->player, change->aim);
  }
}

std::string refusal(const episode_record& record) {
  try {
    (void)resimulate(record, record.steps());
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(replay_test)

BOOST_AUTO_TEST_CASE(resimulation_is_the_same_from_any_step) {
  check_property("resimulation", [](std::uint64_t seed) {
    random_stream draw{seed};
    episode original{any_task(seed % 7), seed, {.steps = 30, .clock = {}}};
    original.set_policies(std::vector<std::string>(original.players(), "random"));
    std::vector<std::vector<observation>> seen;
    for (;;) {
      if (draw.chance(0.1))
        original.change_goal(draw.below(original.players()),
                             original.played().goals()[draw.below(original.players())]);
      auto& now = seen.emplace_back();
      for (std::size_t player = 0; player < original.players(); ++player)
        now.push_back(original.observe(player));
      if (original.over())
        break;
      play_on(original, 1, draw);
    }
    const auto& record = original.record();
    auto step = static_cast<std::uint32_t>(draw.below(31));
    auto again = resimulate(record, step);
    RC_ASSERT(again.steps() == step);
    for (std::size_t player = 0; player < again.players(); ++player)
      RC_ASSERT(again.observe(player) == seen[step][player]);
    play_on(again, record);
    RC_ASSERT(again.record() == record);
    RC_ASSERT(again.state() == original.state());
    RC_ASSERT(again.predicates() == original.predicates());
    RC_ASSERT(again.played() == original.played());
  });
}

BOOST_AUTO_TEST_CASE(a_goal_change_after_the_last_step_is_part_of_the_record) {
  episode original{small_task(), 1, {.steps = 2, .clock = {}}};
  random_stream draw{1};
  play_on(original, 2, draw);
  auto before = original.rewards()[0];
  original.change_goal(0, parse_goal("!near(me, black cube)"));
  BOOST_TEST(original.rewards()[0] == 1 - before);
  auto again = resimulate(original.record(), 2);
  BOOST_TEST((again.record() == original.record()));
  BOOST_TEST(again.rewards()[0] == original.rewards()[0]);
}

BOOST_AUTO_TEST_CASE(a_tampered_record_is_refused_with_the_step) {
  episode original{small_task(), 1, {.steps = 10, .clock = {}}};
  random_stream draw{1};
  play_on(original, 10, draw);
  auto record = original.record();
  BOOST_TEST(refusal(record) == "");
  auto forward = noop_action();
  forward.choices[0] = 2;
  auto back = noop_action();
  back.choices[0] = 0;
  auto tampered = record;
  auto& changed = tampered.actions[2 * 6];
  changed = changed == forward ? back : forward;
  BOOST_TEST(refusal(tampered).find("after step 7 ") != std::string::npos, refusal(tampered));
  tampered = record;
  tampered.state_hashes[4] ^= 1;
  BOOST_TEST(refusal(tampered).find("after step 4 ") != std::string::npos, refusal(tampered));
  BOOST_CHECK_NO_THROW(resimulate(tampered, 3));
  tampered = record;
  tampered.played.place.objects[0].position.x += 0.01;
  BOOST_TEST(refusal(tampered).find("after step 0 ") != std::string::npos, refusal(tampered));
}

BOOST_AUTO_TEST_CASE(a_record_cannot_be_played_beyond_its_end) {
  episode original{small_task(), 1};
  random_stream draw{1};
  play_on(original, 2, draw);
  BOOST_CHECK_THROW(resimulate(original.record(), 3), user_error);
  BOOST_TEST(resimulate(original.record(), 2).steps() == 2);
  BOOST_TEST(resimulate(original.record(), 0).steps() == 0);
}

BOOST_AUTO_TEST_CASE(the_record_remembers_who_played) {
  episode played{small_task(), 1};
  BOOST_TEST(played.record().policies.empty());
  played.set_policies({"noop", "random"});
  BOOST_TEST((resimulate(played.record(), 0).record().policies
              == std::vector<std::string>{"noop", "random"}));
  BOOST_CHECK_THROW(played.set_policies({"noop"}), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
