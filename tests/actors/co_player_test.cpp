#include "actors/co_player.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/event_based_actor.hpp>

#include <set>

using namespace troupe;

namespace {

struct co_players : deterministic_system {
  std::shared_ptr<received_metrics> received = std::make_shared<received_metrics>();
  surroundings around{spawn(remembering_monitor, received), std::chrono::seconds{1}, {}};
  co_player_actor noop = spawn(co_player, blind_policy::noop, around);
  co_player_actor random = spawn(co_player, blind_policy::random, around);

  observation seen_at(std::uint32_t step) {
    observation seen;
    seen.when = {3, 4, 1, step};
    seen.policy_seed = 99;
    return seen;
  }

  action_message answer(const co_player_actor& player, const observation& seen) {
    auto answer = ask<message<schema::Action>>(player, to_message(seen));
    BOOST_REQUIRE(answer);
    auto value = read_value<action_message>(*answer, {});
    BOOST_REQUIRE(value);
    return *value;
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(co_player_test)

BOOST_FIXTURE_TEST_CASE(the_noop_player_never_moves, co_players) {
  for (std::uint32_t step = 0; step < 20; ++step) {
    auto answered = answer(noop, seen_at(step));
    BOOST_TEST((answered.chosen == noop_action()));
    BOOST_TEST((answered.when == seen_at(step).when));
  }
}

BOOST_FIXTURE_TEST_CASE(the_random_player_repeats_itself_only_for_the_same_seed, co_players) {
  std::set<std::uint32_t> actions;
  for (std::uint32_t step = 0; step < 100; ++step) {
    auto first = answer(random, seen_at(step));
    BOOST_TEST((first == answer(random, seen_at(step))));
    actions.insert(action_index(first.chosen));
  }
  BOOST_TEST(actions.size() > 90); // of 2100, drawn 100 times
  auto other_seed = seen_at(0);
  other_seed.policy_seed = 100;
  BOOST_TEST((answer(random, other_seed) != answer(random, seen_at(0))));
}

BOOST_FIXTURE_TEST_CASE(players_of_one_episode_draw_independently, co_players) {
  int same = 0;
  for (std::uint32_t step = 0; step < 100; ++step) {
    auto second = seen_at(step);
    second.when.player = 2;
    same += answer(random, seen_at(step)).chosen == answer(random, second).chosen ? 1 : 0;
  }
  BOOST_TEST(same < 5);
}

BOOST_FIXTURE_TEST_CASE(co_players_say_who_they_are_and_that_they_need_no_picture, co_players) {
  for (const auto& [player, name] : {std::pair{noop, "noop"}, std::pair{random, "random"}}) {
    auto answer = ask<message<schema::PolicyDescription>>(player, describe_atom_v);
    BOOST_REQUIRE(answer);
    BOOST_TEST((read_value<policy_description>(*answer, {}).value()
                == policy_description{name, false, false}));
  }
}

BOOST_FIXTURE_TEST_CASE(an_unreadable_observation_is_answered_with_an_error_and_counted,
                        co_players) {
  auto good = to_message(seen_at(0));
  auto cut = message<schema::Observation>::from_bytes(good.bytes().first(good.bytes().size() / 2));
  auto answer = ask<message<schema::Action>>(random, cut);
  BOOST_REQUIRE(!answer);
  BOOST_TEST((answer.error() == make_error(arrival_problem::truncated)));
  BOOST_TEST(system.render(answer.error()) == "the message is cut short (Observation)");
  BOOST_TEST((*received)["messages.refused"].size() == 1);
  // … and life goes on.
  BOOST_TEST((this->answer(random, seen_at(0)).when == seen_at(0).when));
}

BOOST_FIXTURE_TEST_CASE(an_observation_larger_than_the_limit_is_refused, co_players) {
  around.limits.max_bytes = 1000;
  auto careful = spawn(co_player, blind_policy::noop, around);
  observation large = seen_at(0);
  large.picture = image{96, 72, {}};
  auto good = to_message(large);
  auto answer =
      ask<message<schema::Action>>(careful, message<schema::Observation>::from_bytes(good.bytes()));
  BOOST_REQUIRE(!answer);
  BOOST_TEST((answer.error() == make_error(arrival_problem::too_large)));
}

BOOST_FIXTURE_TEST_CASE(what_was_measured_reaches_the_monitor_within_the_interval, co_players) {
  for (std::uint32_t step = 0; step < 3; ++step)
    answer(noop, seen_at(step));
  pass(std::chrono::seconds{1});
  double total = 0;
  for (const auto& sample : (*received)["co_player.actions"])
    total += sample.summary.sum;
  BOOST_TEST(total == 3);
}

BOOST_FIXTURE_TEST_CASE(status_tells_what_happened, co_players) {
  answer(noop, seen_at(0));
  (void)ask<message<schema::Action>>(noop, message<schema::Observation>{});
  auto answer = ask<message<schema::Status>>(noop, status_atom_v);
  BOOST_REQUIRE(answer);
  auto status = read_value<status_report>(*answer, {});
  BOOST_REQUIRE(status);
  BOOST_TEST(status->actor == "co-player noop");
  BOOST_TEST(std::get<double>(status->values.at(0).second) == 1);
  BOOST_TEST(std::get<double>(status->values.at(1).second) == 1);
}

BOOST_FIXTURE_TEST_CASE(in_process_the_receiver_sees_the_senders_bytes, co_players) {
  const std::byte* received_at = nullptr;
  auto note_place = [](caf::event_based_actor*, const std::byte** place) -> caf::behavior {
    return {[place](const message<schema::Observation>& seen) { *place = seen.bytes().data(); }};
  };
  auto receiver = spawn(note_place, &received_at);
  auto sent = to_message(seen_at(0));
  send(receiver, sent);
  BOOST_TEST(received_at == sent.bytes().data());
}

BOOST_AUTO_TEST_SUITE_END()
