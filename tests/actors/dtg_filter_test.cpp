#include "actors/dtg_filter.hpp"
#include "core/agent/network_file.hpp"
#include "core/tasks/demonstrations.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/training_conversion.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/remembering_learner.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/event_based_actor.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

using namespace troupe;

namespace {

/// An environment without a world: asks for something to play when it is told to, and remembers it.
struct assigned_episodes {
  std::deque<assignment> all;
};
caf::behavior player(caf::event_based_actor* self, const training_source_actor& source,
                     const std::shared_ptr<assigned_episodes>& got, std::uint64_t number) {
  return {
      [=](tick_atom) {
        self->request(source, caf::infinite, assign_atom_v, number)
            .then([got](const message<schema::Assignment>& assigned, const policy_list&) {
              got->all.push_back(read_value<assignment>(assigned, {}).value());
            });
      },
  };
}

/// A filter whose tasks are demonstrations, and in whose trials everybody earns what a test says.
struct filtering : deterministic_system {
  filtering() {
    source_options.draws = [this](const random_stream&) {
      return grouped_task{demonstration_task(proposals++ % 2 == 0 ? "tag-fiesta" : "hide-and-seek"),
                          {}};
    };
    auto noop = assigned_player{.policy = "noop"};
    source_options.agent = {{policy_actor{}},
                            {.policy = "agent",
                             .picture_width = 24,
                             .picture_height = 18,
                             .needs_state = false,
                             .learns = true}};
    source_options.co_players = {{{policy_actor{}}, noop}};
    how.rules.thresholds = {
        .m_greater = 1, .m_s = 50, .m_cont = 0, .m_greater_cont = 0, .m_solved = 1};
    how.rules.episodes = 2;
    how.rules.max_return = 100;
    how.rules.share = 0.5;
    how.rules.cohort = 1;
  }

  void begin() {
    auto file = encode_network(network(small_shape(), 1), {});
    auto weights = weights_message(1, file);
    source_options.learner = spawn(learner_with, weights);
    source = spawn(dtg_filter, source_options, how, around);
    plays = spawn(player, source, got, 7);
  }

  static learner_actor::behavior_type learner_with(learner_actor::pointer,
                                                   const message<schema::Weights>& weights) {
    return {
        [](const message<schema::Unroll>&) { return ok_atom_v; },
        [weights](weights_atom) { return weights; },
        [](weights_atom, const inference_batcher_actor&) {},
        [](allow_atom, std::int64_t) {},
        [](save_atom) { return to_message(checkpoint_manifest{}); },
        [](pass_on_atom) {},
        [](status_atom) { return to_message(status_report{}); },
    };
  }

  /// The next episode; it is not over yet.
  assignment next() {
    send(plays, tick_atom_v);
    return std::exchange(got->all, {}).front();
  }

  void end(const assignment& played, float earned) {
    episode_result result;
    result.assignment = played.number;
    result.purpose = played.purpose;
    result.steps = 10;
    result.returns.assign(played.players.size(), earned);
    send(source, to_message(result));
  }

  /// Plays so many episodes: the agent earns `agent` in trials, the control policy `control`.
  void play(int count, float agent, float control) {
    for (int i = 0; i < count; ++i) {
      auto played = next();
      end(played, played.players.front().policy == "agent" ? agent : control);
    }
  }

  source_state known() {
    return read_value<source_state>(ask<message<schema::SourceState>>(source, save_atom_v).value(),
                                    {})
        .value();
  }

  surroundings around{spawn(remembering_monitor, std::make_shared<received_metrics>()),
                      std::chrono::seconds{1},
                      {}};
  troupe::source_options source_options;
  dtg_filter_options how;
  int proposals = 0;
  std::shared_ptr<assigned_episodes> got = std::make_shared<assigned_episodes>();
  training_source_actor source;
  caf::actor plays;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(dtg_filter_test, filtering)

BOOST_AUTO_TEST_CASE(trials_are_played_by_control_policy_and_agent_and_nobody_learns) {
  begin();
  bool control = false;
  bool agent = false;
  for (int i = 0; i < 20; ++i) {
    auto played = next();
    auto is_trial = played.purpose == episode_purpose::trial;
    BOOST_TEST(played.players.front().learns == !is_trial);
    control = control || (is_trial && played.players.front().policy == "random");
    agent = agent || (is_trial && played.players.front().policy == "agent");
    end(played, played.players.front().policy == "agent" ? 20.f : 0.f);
  }
  BOOST_TEST(control);
  BOOST_TEST(agent);
}

BOOST_AUTO_TEST_CASE(tasks_that_the_agent_does_better_in_are_trained_on) {
  begin();
  play(40, 20, 0);
  auto tasks = known().tasks;
  BOOST_TEST(tasks.counts.accepted > 0U);
  BOOST_TEST(!tasks.accepted.empty());
  BOOST_TEST(tasks.counts.rejected == (std::array<std::uint64_t, 3>{}));
  // Everything that is learned from now on is one of them.
  auto played = next();
  while (played.purpose == episode_purpose::trial) {
    end(played, 20);
    played = next();
  }
  auto is_accepted = [&](const accepted_task& each) {
    return each.played.place == played.played.place;
  };
  BOOST_TEST((std::ranges::any_of(known().tasks.accepted, is_accepted)));
}

BOOST_AUTO_TEST_CASE(tasks_in_which_random_play_scores_are_not_trained_on) {
  begin();
  play(40, 20, 10);
  auto tasks = known().tasks;
  BOOST_TEST(tasks.accepted.empty());
  BOOST_TEST(tasks.counts.proposed > 0U);
  BOOST_TEST(tasks.counts.rejected[static_cast<std::size_t>(dtg_criterion::control_fails)]
             == tasks.counts.proposed);
  BOOST_TEST(tasks.counts.unfiltered_episodes == tasks.counts.training_episodes);
}

BOOST_AUTO_TEST_CASE(an_episode_that_is_lost_with_its_environment_is_played_again) {
  begin();
  auto lost = next();
  while (lost.purpose != episode_purpose::trial) {
    end(lost, 0);
    lost = next();
  }
  stop(plays);
  plays = spawn(player, source, got, 8);
  // The same task again, sooner or later, as if nothing had happened.
  play(40, 20, 0);
  BOOST_TEST(known().tasks.counts.accepted > 0U);
  end(lost, 100); // a late word counts for nothing
  play(40, 20, 0);
  BOOST_TEST(known().tasks.counts.rejected == (std::array<std::uint64_t, 3>{}));
}

BOOST_AUTO_TEST_CASE(what_is_known_goes_on_after_a_pause) {
  begin();
  play(40, 20, 0);
  auto before = known();
  stop(source);
  source_options.begin = before;
  begin();
  BOOST_TEST((known() == before));
  BOOST_TEST(next().number == before.assignments);
}

BOOST_AUTO_TEST_SUITE_END()
