#include "actors/inference_batcher.hpp"
#include "core/agent/threads.hpp"
#include "core/learning/learner.hpp"
#include "tests/core/learning/unrolls.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/remembering_learner.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/event_based_actor.hpp>

using namespace troupe;

namespace {

std::vector<std::byte> network_seeded(std::uint64_t seed) {
  return learner(small_shape(), {}, seed).acting_network();
}

/// Two environments to a batch, and unrolls of four steps.
struct batching : deterministic_system {
  static constexpr std::size_t length = 4;

  batching() {
    set_tensor_threads(1);
    options.batch_size = 2;
    options.unroll_length = length;
    options.max_unlearned = 2;
  }

  inference_batcher_actor start(bool learns = true) {
    return spawn(inference_batcher, options, weights_message(0, network_seeded(1)),
                 learns ? learns_ : learner_actor{}, around);
  }

  /// Shows a player something; `answers` has what it does once it is told.
  void show(const inference_batcher_actor& batcher, const observation& seen) {
    auto ask = [](caf::event_based_actor* self, const inference_batcher_actor& of,
                  const message<schema::Observation>& shown, batching* test) {
      self->request(of, caf::infinite, shown)
          .then(
              [test](const message<schema::Action>& answer) {
                test->answers.push_back(read_value<action_message>(answer, {}).value());
              },
              [test](const caf::error& problem) { test->problems.push_back(problem); });
    };
    spawn(ask, batcher, to_message(seen), this);
  }

  /// Shows two environments what they see after so many steps.
  void show_both(const inference_batcher_actor& batcher, std::uint64_t step) {
    show(batcher, seen_after(0, step));
    show(batcher, seen_after(1, step));
  }

  double status(const inference_batcher_actor& batcher, const char* name) {
    auto answer = ask<message<schema::Status>>(batcher, status_atom_v);
    BOOST_REQUIRE(answer);
    return number_in(read_value<status_report>(*answer, {}).value(), name).value();
  }

  std::shared_ptr<received_metrics> received = std::make_shared<received_metrics>();
  surroundings around{spawn(remembering_monitor, received), std::chrono::seconds{1}, {}};
  std::shared_ptr<received_unrolls> unrolls = std::make_shared<received_unrolls>();
  learner_actor learns_ = spawn(remembering_learner, unrolls);
  batching_options options;
  std::vector<action_message> answers;
  std::vector<caf::error> problems;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(inference_batcher_test, batching)

BOOST_AUTO_TEST_CASE(a_batch_waits_until_it_is_full) {
  auto batcher = start();
  show(batcher, seen_after(0, 0));
  BOOST_TEST(answers.empty());
  show(batcher, seen_after(1, 0));
  BOOST_TEST(answers.size() == 2);
  BOOST_TEST(status(batcher, "batches") == 1);
}

BOOST_AUTO_TEST_CASE(nobody_waits_for_longer_than_the_latency) {
  auto batcher = start();
  show(batcher, seen_after(0, 0));
  pass(options.latency - std::chrono::microseconds{1});
  BOOST_TEST(answers.empty());
  pass(std::chrono::microseconds{1});
  BOOST_TEST(answers.size() == 1);
}

BOOST_AUTO_TEST_CASE(actions_are_those_of_the_network_itself) {
  auto batcher = start(false);
  network_policy itself(network_seeded(1));
  for (std::uint64_t step = 0; step < 3 * (episode_steps + 1); ++step) {
    answers.clear();
    show_both(batcher, step);
    BOOST_REQUIRE(answers.size() == 2);
    itself.add(seen_after(0, step));
    itself.add(seen_after(1, step));
    itself.run();
    for (std::size_t place = 0; place < 2; ++place) {
      BOOST_TEST((answers[place].when == seen_after(place, step).when));
      BOOST_TEST((answers[place].chosen == itself.read(place)));
    }
  }
  BOOST_TEST(unrolls->all.empty());
}

BOOST_AUTO_TEST_CASE(unrolls_are_those_that_the_network_plays_across_the_ends_of_episodes) {
  options.max_unlearned = 100;
  auto batcher = start();
  for (std::uint64_t step = 0; step <= 3 * length; ++step)
    show_both(batcher, step);
  network_policy itself(network_seeded(1));
  auto expected = play_unrolls(itself, 2, length, 3);
  BOOST_REQUIRE(unrolls->all.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST((unrolls->all[i] == expected[i]), "unroll " << i);
}

BOOST_AUTO_TEST_CASE(other_weights_act_from_the_next_batch_on_and_unrolls_know_both_versions) {
  auto batcher = start();
  show_both(batcher, 0);
  send(batcher, weights_message(7, network_seeded(2)));
  network_policy itself(network_seeded(1));
  itself.add(seen_after(0, 0));
  itself.add(seen_after(1, 0));
  itself.run();
  itself.load(network_seeded(2));
  answers.clear();
  show_both(batcher, 1);
  itself.add(seen_after(0, 1));
  itself.add(seen_after(1, 1));
  itself.run();
  BOOST_REQUIRE(answers.size() == 2);
  BOOST_TEST((answers[0].chosen == itself.read(0)));
  for (std::uint64_t step = 2; step <= length; ++step)
    show_both(batcher, step);
  BOOST_REQUIRE(unrolls->all.size() == 2);
  BOOST_TEST(unrolls->all[0].oldest_version == 0);
  BOOST_TEST(unrolls->all[0].newest_version == 7);
}

BOOST_AUTO_TEST_CASE(nobody_acts_while_too_many_unrolls_are_not_learned_from) {
  auto batcher = start();
  for (std::uint64_t step = 0; step <= length; ++step)
    show_both(batcher, step);
  BOOST_TEST(unrolls->all.size() == 2);
  answers.clear();
  show_both(batcher, length + 1);
  pass(std::chrono::seconds{1});
  BOOST_TEST(answers.empty());
  BOOST_TEST(status(batcher, "unrolls not learned yet") == 2);
  send(learns_, pass_on_atom_v);
  BOOST_TEST(answers.size() == 2);
  BOOST_TEST(status(batcher, "unrolls not learned yet") == 0);
}

BOOST_AUTO_TEST_CASE(an_environment_that_is_gone_leaves_neither_steps_nor_memory) {
  auto batcher = start();
  for (std::uint64_t step = 0; step < length; ++step)
    show_both(batcher, step);
  show(batcher, seen_after(0, length));
  send(batcher, gone_atom_v, std::uint64_t{0});
  BOOST_TEST(status(batcher, "players waiting") == 0);
  answers.clear();
  show_both(batcher, length);
  BOOST_TEST(answers.size() == 2);
  // The other one's is complete; this one's has begun anew, and so has what is remembered.
  BOOST_REQUIRE(unrolls->all.size() == 1);
  BOOST_TEST(unrolls->all[0].seen[0].when.environment == 1u);
  BOOST_TEST(status(batcher, "unrolls not learned yet") == 1);
  network_policy fresh(network_seeded(1));
  fresh.add(seen_after(0, length));
  fresh.run();
  BOOST_TEST((answers[0].chosen == fresh.read(0)));
}

BOOST_AUTO_TEST_CASE(steps_after_a_change_of_goals_are_not_learned_from) {
  auto batcher = start();
  for (std::uint64_t step = 0; step <= length; ++step) {
    auto changed = seen_after(0, step);
    changed.privileged->intervened = step >= 2;
    show(batcher, changed);
    show(batcher, seen_after(1, step));
  }
  BOOST_REQUIRE(unrolls->all.size() == 1);
  BOOST_TEST(unrolls->all[0].seen[0].when.environment == 1u);
}

BOOST_AUTO_TEST_CASE(a_picture_of_another_size_is_refused) {
  auto batcher = start();
  auto large = seen_after(0, 0);
  large.picture = image{96, 72, {}};
  show(batcher, large);
  BOOST_REQUIRE(problems.size() == 1);
  BOOST_TEST((problems[0] == make_error(arrival_problem::nonsense)));
  show_both(batcher, 0);
  BOOST_TEST(answers.size() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
