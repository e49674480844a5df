#include "actors/co_player.hpp"
#include "actors/world_evolution.hpp"
#include "core/agent/threads.hpp"
#include "core/game/goal_text.hpp"
#include "core/learning/learner.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/training_conversion.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/event_based_actor.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

/// How far an agent is, as a test has it.
struct progress {
  std::int64_t version = 1;
  double steps = 0;
};

learner_actor::behavior_type learner_at(learner_actor::pointer,
                                        const std::shared_ptr<progress>& now) {
  static const auto network = learner(small_shape(), {}, 1).acting_network();
  return {
      [](const message<schema::Unroll>&) { return ok_atom_v; },
      [now](weights_atom) { return weights_message(now->version, network); },
      [](weights_atom, const inference_batcher_actor&) {},
      [](allow_atom, std::int64_t) {},
      [](save_atom) { return to_message(checkpoint_manifest{}); },
      [](pass_on_atom) {},
      [now](status_atom) {
        return to_message(status_report{"learner", {{"agent steps", now->steps}}});
      },
  };
}

/// An episode that an environment was given, and who plays it.
struct given_episode {
  assignment what;
  policy_actor by;

  [[nodiscard]] bool evaluates() const { return what.purpose == episode_purpose::trial; }
  [[nodiscard]] const world& place() const { return what.played.place; }
};
using given_last = std::shared_ptr<std::optional<given_episode>>;

/// An ENVIRONMENT that plays nothing: asks for an episode when it is told to.
caf::behavior idle_environment(caf::event_based_actor* self, const training_source_actor& source,
                               const given_last& given, std::uint64_t number) {
  return {
      [=](tick_atom) {
        self->request(source, caf::infinite, assign_atom_v, number)
            .then([given](const message<schema::Assignment>& what, const policy_list& by) {
              given->emplace(given_episode{read_value<assignment>(what, {}).value(), by.front()});
            });
      },
  };
}

/// Small worlds, judged by four episodes: the agent must score in exactly one of them. Every second
/// episode evaluates.
struct evolving : deterministic_system {
  evolving() {
    set_tensor_threads(1);
    how.rules.episodes = 4;
    how.rules.worlds.width = how.rules.worlds.height = {4, 4};
    how.share = 0.5;
    options.agent = {{trains},
                     {.policy = "agent",
                      .picture_width = 24,
                      .picture_height = 18,
                      .needs_state = false,
                      .learns = true}};
    options.learner = spawn(learner_at, now);
    begin();
  }

  void begin() {
    source = spawn(world_evolution, options, how, around);
    plays = spawn(idle_environment, source, given, std::uint64_t{7});
  }

  /// The next episode; it is not over yet.
  given_episode next() {
    send(plays, tick_atom_v);
    BOOST_REQUIRE(given->has_value());
    return *std::exchange(*given, std::nullopt);
  }
  /// The next one that evaluates a world, or trains; nothing comes of others.
  given_episode next(bool evaluates) {
    for (int tries = 0; tries < 20; ++tries) {
      auto found = next();
      if (found.evaluates() == evaluates)
        return found;
      spoil(found);
    }
    BOOST_FAIL("there is none");
    return next();
  }
  given_episode next_evaluation() { return next(true); }
  given_episode next_training() { return next(false); }

  void end(const given_episode& played, episode_result result) {
    result.assignment = played.what.number;
    result.purpose = played.what.purpose;
    send(source, to_message(result));
  }
  void end(const given_episode& played, bool scored) {
    episode_result result;
    result.steps = 20;
    result.returns = {scored ? 3.f : 0.f};
    end(played, result);
  }

  /// Ends an episode in which somebody changed a goal.
  void spoil(const given_episode& played) {
    episode_result result;
    result.returns = {5};
    result.intervened = true;
    end(played, result);
  }

  /// Evaluates a world: first come successes, then failures. Returns it.
  world evaluate(int successes, int failures) {
    auto first = next_evaluation();
    end(first, successes > 0);
    for (int i = 1; i < successes + failures; ++i)
      end(next_evaluation(), i < successes);
    return first.place();
  }
  /// Trains in a world.
  void train_in(const world& place, bool scored) {
    for (int tries = 0; tries < 100; ++tries)
      if (auto found = next_training(); found.place() == place)
        return end(found, scored);
    BOOST_FAIL("nobody trains there");
  }

  coevolution_state worlds() { return known().worlds.value(); }
  source_state known() {
    auto answer = ask<message<schema::SourceState>>(source, save_atom_v);
    return read_value<source_state>(answer.value(), {}).value();
  }
  /// Of the weights with which somebody acts.
  double version_of(const policy_actor& who) {
    auto answer = ask<message<schema::Status>>(who, status_atom_v);
    return number_in(read_value<status_report>(answer.value(), {}).value(), "version").value();
  }

  surroundings around{spawn(remembering_monitor, std::make_shared<received_metrics>()),
                      std::chrono::seconds{1},
                      {}};
  co_player_actor trains = spawn(co_player, blind_policy::noop, around);
  std::shared_ptr<progress> now = std::make_shared<progress>();
  source_options options;
  world_evolution_options how;
  training_source_actor source;
  given_last given = std::make_shared<std::optional<given_episode>>();
  caf::actor plays;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(world_evolution_test, evolving)

BOOST_AUTO_TEST_CASE(at_first_the_agent_trains_in_an_open_room) {
  auto first = next();
  BOOST_TEST((first.what.purpose == episode_purpose::training));
  BOOST_TEST(first.what.players.front().learns);
  BOOST_TEST((first.by == policy_actor{trains}));
  BOOST_TEST((first.place().tiles == topology({4, 4})));
  BOOST_TEST((first.what.played.played == game{parse_goal("near(me, yellow cube)")}));
  BOOST_CHECK_NO_THROW(validate(first.what.played));
  BOOST_TEST(satisfies(first.place(), how.rules.needs));
}

BOOST_AUTO_TEST_CASE(new_worlds_are_evaluated_and_nobody_learns) {
  auto room = next().place();
  auto tried = next_evaluation();
  BOOST_TEST(!tried.what.players.front().learns);
  BOOST_TEST((tried.by != policy_actor{trains}));
  BOOST_TEST((tried.place() != room));
  BOOST_TEST(satisfies(tried.place(), how.rules.needs));
}

BOOST_AUTO_TEST_CASE(as_many_episodes_evaluate_as_they_should) {
  how.share = 0.25;
  begin();
  int evaluations = 0;
  for (int i = 0; i < 100; ++i) {
    auto played = next();
    evaluations += played.evaluates() ? 1 : 0;
    end(played, false);
  }
  BOOST_TEST(evaluations == 25);
}

BOOST_AUTO_TEST_CASE(
    all_episodes_of_an_evaluation_are_played_by_the_agent_as_it_was_when_it_began) {
  auto tried = next_evaluation();
  now->version = 2;
  for (int i = 0; i < 3; ++i) {
    end(tried, false);
    auto again = next_evaluation();
    BOOST_TEST((again.place() == tried.place()));
    BOOST_TEST(version_of(again.by) == 1);
    tried = again;
  }
  end(tried, false);
  auto other = next_evaluation();
  BOOST_TEST((other.place() != tried.place()));
  BOOST_TEST(version_of(other.by) == 2);
}

BOOST_AUTO_TEST_CASE(a_world_in_which_the_agent_scores_sometimes_is_trained_in) {
  evaluate(0, 4);
  now->steps = 700;
  evaluate(2, 0); // the agent was asked for its steps before
  auto place = evaluate(1, 3);
  BOOST_TEST_REQUIRE(worlds().train_set.size() == 2U);
  const auto joined = worlds().train_set.back();
  BOOST_TEST((joined.place == place));
  BOOST_TEST(joined.created == 700);
  BOOST_TEST((joined.outcomes == std::deque<bool>{true, false, false, false}));
  train_in(place, false);
  train_in(worlds().train_set.front().place, false);
}

BOOST_AUTO_TEST_CASE(worlds_that_are_too_easy_or_too_hard_are_forgotten) {
  evaluate(0, 4);
  evaluate(2, 0);
  BOOST_TEST(worlds().train_set.size() == 1U);
  BOOST_TEST(worlds().discarded.empty());
}

BOOST_AUTO_TEST_CASE(a_world_is_left_when_training_makes_it_too_easy) {
  auto place = evaluate(1, 3);
  train_in(place, true);
  BOOST_TEST(worlds().train_set.size() == 2U);
  train_in(place, true);
  BOOST_TEST(worlds().train_set.size() == 1U);
  BOOST_TEST_REQUIRE(worlds().discarded.size() == 1U);
  BOOST_TEST((worlds().discarded.front().place == place));
}

BOOST_AUTO_TEST_CASE(no_more_episodes_are_played_than_an_evaluation_can_need) {
  std::vector<given_episode> all;
  while (all.size() < 4)
    all.push_back(next_evaluation());
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(!next().evaluates());
  for (const auto& each : all) {
    BOOST_TEST((each.place() == all.front().place()));
    end(each, false);
  }
  BOOST_TEST((next_evaluation().place() != all.front().place()));
}

BOOST_AUTO_TEST_CASE(episodes_that_are_lost_with_their_environment_do_not_count) {
  auto lost = next_evaluation();
  for (int i = 1; i < 4; ++i)
    next_evaluation();
  stop(plays);
  plays = spawn(idle_environment, source, given, std::uint64_t{8});
  end(lost, true); // a late word
  BOOST_TEST(worlds().evaluate_set.front().outcomes.empty());
  BOOST_TEST((evaluate(1, 3) == lost.place()));
  BOOST_TEST(worlds().train_set.size() == 2U);
}

BOOST_AUTO_TEST_CASE(episodes_in_which_somebody_changed_a_goal_do_not_count) {
  spoil(next_evaluation());
  spoil(next_training());
  BOOST_TEST(worlds().evaluate_set.front().outcomes.empty());
  BOOST_TEST(worlds().train_set.front().outcomes.empty());
}

BOOST_AUTO_TEST_CASE(a_world_that_cannot_be_played_is_too_hard) {
  auto tried = next_evaluation();
  episode_result unplayable;
  unplayable.problem = "it cannot be";
  end(tried, unplayable);
  for (int i = 1; i < 4; ++i)
    end(next_evaluation(), unplayable);
  BOOST_TEST((next_evaluation().place() != tried.place()));
  BOOST_TEST(worlds().train_set.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_known_goes_on_after_a_pause) {
  auto place = evaluate(1, 3);
  train_in(place, true);
  train_in(place, true);
  evaluate(1, 3);
  end(next_evaluation(), true);
  auto before = known();
  stop(source);
  options.begin = before;
  begin();
  // Another agent evaluates now.
  before.worlds->evaluate_set.front().outcomes.clear();
  BOOST_TEST((known() == before));
  BOOST_TEST(next().what.number == before.assignments);
  BOOST_TEST((next_evaluation().place() == before.worlds->evaluate_set.front().place));
}

BOOST_AUTO_TEST_CASE(a_run_that_began_without_such_worlds_is_refused) {
  options.begin.assignments = 9;
  auto refusing = spawn(world_evolution, options, how, around);
  BOOST_TEST(!ask<message<schema::Status>>(refusing, status_atom_v));
}

BOOST_AUTO_TEST_SUITE_END()
