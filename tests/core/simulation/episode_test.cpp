#include "core/game/goal_codec.hpp"
#include "core/game/goal_text.hpp"
#include "core/simulation/appearance.hpp"
#include "core/simulation/episode.hpp"
#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "tests/core/simulation/small_task.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(episode_test)

BOOST_AUTO_TEST_CASE(the_first_observation_carries_the_truth_at_reset) {
  episode played{small_task(), 1};
  auto seen = played.observe(0);
  BOOST_TEST(seen.when.step == 0);
  BOOST_TEST(seen.when.player == 0);
  BOOST_TEST((seen.last_action == noop_action()));
  BOOST_TEST((seen.goal == encode(parse_goal("near(me, black cube)"))));
  BOOST_REQUIRE(seen.privileged.has_value());
  BOOST_TEST(seen.privileged->reward == 1); // 0.9 m from the cube
  BOOST_TEST(seen.privileged->atom_truths[0]);
  BOOST_TEST(!seen.privileged->atom_truths[1]);
  BOOST_TEST(seen.privileged->first);
  BOOST_TEST(seen.privileged->discount == 1);
  BOOST_TEST(!seen.privileged->intervened);
  BOOST_TEST(played.rewards()[0] == 1);
  BOOST_TEST(played.sees(0));
}

BOOST_AUTO_TEST_CASE(the_last_observation_has_no_discount) {
  episode played{small_task(), 1, {.steps = 3, .clock = {}}};
  random_stream draw{1};
  play_on(played, 2, draw);
  BOOST_TEST(!played.over());
  BOOST_TEST(played.observe(1).privileged->discount == 1);
  BOOST_TEST(!played.observe(1).privileged->first);
  play_on(played, 1, draw);
  BOOST_TEST(played.over());
  BOOST_TEST(played.steps() == 3);
  BOOST_TEST(played.observe(1).privileged->discount == 0);
  BOOST_CHECK_THROW(play_on(played, 1, draw), std::logic_error);
}

BOOST_AUTO_TEST_CASE(observations_repeat_the_players_own_last_action) {
  episode played{small_task(), 1};
  random_stream draw{1};
  auto actions = random_actions(2, draw);
  played.step(actions);
  BOOST_TEST((played.observe(0).last_action == actions[0]));
  BOOST_TEST((played.observe(1).last_action == actions[1]));
  BOOST_TEST(played.observe(1).when.step == 1);
  BOOST_TEST(played.observe(1).when.player == 1);
}

BOOST_AUTO_TEST_CASE(wrong_numbers_of_actions_and_impossible_ones_are_mistakes) {
  episode played{small_task(), 1};
  std::vector<action> one{noop_action()};
  BOOST_CHECK_THROW(played.step(one), std::logic_error);
  std::vector<action> impossible(2, noop_action());
  impossible[1].choices[4] = 2;
  BOOST_CHECK_THROW(played.step(impossible), std::logic_error);
  BOOST_TEST(played.steps() == 0);
}

BOOST_AUTO_TEST_CASE(policy_seeds_differ_between_players_and_episodes_but_not_between_steps) {
  episode played{small_task(), 1};
  auto first = played.observe(0).policy_seed;
  BOOST_TEST(first != played.observe(1).policy_seed);
  random_stream draw{1};
  play_on(played, 2, draw);
  BOOST_TEST(first == played.observe(0).policy_seed);
  BOOST_TEST(first != (episode{small_task(), 2}.observe(0).policy_seed));
}

BOOST_AUTO_TEST_CASE(the_body_is_what_the_state_says) {
  episode played{small_task(), 1};
  auto reach_out = noop_action();
  reach_out.choices[4] = 1;
  std::vector<action> actions{reach_out, noop_action()};
  auto look_down = reach_out;
  look_down.choices[3] = 0;
  actions[0] = look_down;
  for (int i = 0; i < 40; ++i) {
    played.step(actions);
    const auto& body = played.state().players[0];
    auto felt = played.observe(0).body;
    BOOST_TEST(felt.hand_is_holding == body.held.has_value());
    BOOST_TEST(felt.acceleration[2] == static_cast<float>(body.acceleration.z));
    BOOST_TEST(felt.hand_distance
               == (body.held ? static_cast<float>(length(body.held->grip - hand_of(body))) : 0.F));
    BOOST_TEST(felt.hand_force == (body.held ? static_cast<float>(body.held->force) : 0.F));
  }
}

BOOST_AUTO_TEST_CASE(rewards_are_0_or_1_and_follow_from_the_atoms) {
  check_property("rewards", [](std::uint64_t seed) {
    random_stream draw{seed};
    episode played{any_task(seed % 10), seed};
    for (int i = 0; i < 10; ++i) {
      for (std::size_t player = 0; player < played.players(); ++player) {
        auto seen = *played.observe(player).privileged;
        RC_ASSERT(seen.reward == 0 || seen.reward == 1);
        RC_ASSERT(seen.reward == played.rewards()[player]);
        unsigned truths = 0;
        for (std::size_t atom = 0; atom < goal_encoding::max_atoms; ++atom)
          truths |= unsigned{seen.atom_truths[atom]} << atom;
        RC_ASSERT(played.played().goals()[player].rewards(static_cast<std::uint8_t>(truths))
                  == (seen.reward == 1));
      }
      play_on(played, 1, draw);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_changed_goal_shows_at_once) {
  episode played{small_task(), 1};
  random_stream draw{1};
  play_on(played, 1, draw);
  BOOST_TEST(played.observe(0).privileged->reward == 1);
  auto other = parse_goal("!near(me, black cube) & see(yellow sphere, black cube)");
  auto hash = played.record().state_hashes.back();
  played.change_goal(0, other);
  auto seen = played.observe(0);
  BOOST_TEST(seen.privileged->reward == 0);
  BOOST_TEST((seen.goal == encode(other)));
  BOOST_TEST(seen.privileged->intervened);
  BOOST_TEST(played.observe(1).privileged->intervened);
  // Both atoms hold; the goal wants only the second to.
  BOOST_TEST(seen.privileged->atom_truths[0]);
  BOOST_TEST(seen.privileged->atom_truths[1]);
  BOOST_TEST((played.played().goals()[0] == other));
  BOOST_TEST((played.record().played.played.goals()[0] == parse_goal("near(me, black cube)")));
  BOOST_TEST((played.record().goal_changes == std::vector<goal_change>{{1, 0, other}}));
  BOOST_TEST(played.record().state_hashes.back() == hash);
}

BOOST_AUTO_TEST_CASE(goals_about_what_the_world_lacks_change_nothing) {
  episode played{small_task(), 1};
  auto before = played.record();
  for (const auto* text :
       {"hold(me, purple cube)", "on(me, white floor)", "near(black cube, black pyramid)"})
    BOOST_CHECK_THROW(played.change_goal(0, parse_goal(text)), user_error);
  BOOST_CHECK_THROW(played.change_goal(2, parse_goal("see(me, black cube)")), user_error);
  BOOST_TEST((played.record() == before));
  BOOST_TEST(!played.observe(0).privileged->intervened);
  BOOST_CHECK_NO_THROW(played.change_goal(0, parse_goal("on(opponent, olive floor)")));
}

BOOST_AUTO_TEST_CASE(tasks_and_rules_that_cannot_be_played_are_refused) {
  auto lonely = small_task();
  lonely.place.players.pop_back();
  BOOST_CHECK_THROW((episode{lonely, 1}), user_error);
  BOOST_CHECK_THROW((episode{small_task(), 1, {.steps = 0, .clock = {}}}), user_error);
  BOOST_CHECK_THROW((episode{small_task(), 1, {.steps = 9, .clock = {.physics_steps = 0}}}),
                    user_error);
}

BOOST_AUTO_TEST_CASE(watching_changes_nothing_and_shows_every_physics_step) {
  episode watched{small_task(), 1};
  episode alone{small_task(), 1};
  random_stream draw{1};
  for (int step = 0; step < 100; ++step) {
    auto actions = random_actions(2, draw);
    std::vector<simulation_state> moments;
    watched.step(actions, [&](const simulation_state& moment) { moments.push_back(moment); });
    alone.step(actions);
    BOOST_REQUIRE(moments.size() == 4);
    BOOST_REQUIRE(moments.front().physics_step + 3 == moments.back().physics_step);
    BOOST_REQUIRE((moments.back() == watched.state()));
    BOOST_REQUIRE((watched.state() == alone.state()));
  }
}

BOOST_AUTO_TEST_SUITE_END()
