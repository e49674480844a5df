#include "core/agent/action_distribution.hpp"
#include "core/agent/fake_policies.hpp"
#include "core/agent/network_file.hpp"
#include "core/agent/network_policy.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/core/agent/observations.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace troupe;

namespace {

std::vector<std::byte> some_network(std::uint64_t seed = 1) {
  return encode_network(network(small_shape(), seed), {3, 2});
}

observation seen_at(std::uint64_t environment, std::uint32_t step, std::uint8_t player = 0) {
  return random_observation(small_shape(),
                            {.environment = environment, .player = player, .step = step});
}

/// The logits of one player, alone in a batch.
std::vector<float> logits_after(network_policy& policy, const observation& seen) {
  auto place = policy.add(seen);
  policy.run();
  auto logits = policy.logits(place);
  return {logits.begin(), logits.end()};
}

bool close(const std::vector<float>& a, const std::vector<float>& b) {
  return torch::allclose(torch::tensor(a), torch::tensor(b), 1e-4, 1e-5);
}

} // namespace

BOOST_AUTO_TEST_SUITE(network_policy_test)

BOOST_AUTO_TEST_CASE(it_remembers_an_episode_as_an_unroll_does) {
  constexpr std::int64_t steps = 4;
  network net(small_shape(), 1);
  auto input = blank_input(small_shape(), steps, 1);
  network_policy policy(some_network());
  std::vector<std::vector<float>> logits;
  for (std::int64_t t = 0; t < steps; ++t) {
    auto seen = seen_at(1, static_cast<std::uint32_t>(t));
    put(input, t, 0, seen);
    logits.push_back(logits_after(policy, seen));
  }
  auto whole = net->forward(input, net->initial_state(1)).policy_logits;
  for (std::int64_t t = 0; t < steps; ++t)
    BOOST_TEST(torch::allclose(torch::tensor(logits[static_cast<std::size_t>(t)]), whole[t][0],
                               1e-4, 1e-5));
}

BOOST_AUTO_TEST_CASE(who_else_is_in_a_batch_does_not_matter) {
  network_policy alone(some_network());
  network_policy together(some_network());
  // More players than there is room for at first; each comes at its own step.
  for (std::uint32_t step = 0; step < 3; ++step) {
    std::vector<std::size_t> places;
    for (std::uint64_t environment = 0; environment < 40; ++environment)
      places.push_back(together.add(seen_at(environment, environment % 2 == 0 ? step : step / 2,
                                            static_cast<std::uint8_t>(environment % 3))));
    together.run();
    auto seven = together.logits(places[7]);
    BOOST_TEST(close({seven.begin(), seven.end()}, logits_after(alone, seen_at(7, step / 2, 1))));
  }
}

BOOST_AUTO_TEST_CASE(step_0_begins_anew) {
  network_policy policy(some_network());
  auto first = logits_after(policy, seen_at(1, 0));
  auto second = logits_after(policy, seen_at(1, 1));
  BOOST_TEST(close(first, logits_after(policy, seen_at(1, 0))));
  BOOST_TEST(close(second, logits_after(policy, seen_at(1, 1))));
  BOOST_TEST(!close(second, logits_after(policy, seen_at(1, 1))));
}

BOOST_AUTO_TEST_CASE(an_environment_that_is_gone_is_forgotten) {
  network_policy policy(some_network());
  network_policy fresh(some_network());
  for (std::uint64_t environment : {1, 2})
    logits_after(policy, seen_at(environment, 0));
  policy.forget(1);
  // Whoever gets its place next remembers nothing, even in the middle of an episode.
  BOOST_TEST(close(logits_after(policy, seen_at(3, 1)), logits_after(fresh, seen_at(3, 1))));
  logits_after(fresh, seen_at(2, 0));
  BOOST_TEST(close(logits_after(policy, seen_at(2, 1)), logits_after(fresh, seen_at(2, 1))));
}

BOOST_AUTO_TEST_CASE(neither_reward_nor_truths_influence_anything) {
  network_policy policy(some_network());
  network_policy other(some_network());
  for (std::uint32_t step = 0; step < 4; ++step) {
    auto seen = seen_at(1, step);
    auto expected = logits_after(policy, seen);
    seen.privileged = privileged_information{1 - seen.privileged->reward, {true, true}, 0, true};
    if (step % 2 == 1)
      seen.privileged.reset();
    BOOST_TEST((logits_after(other, seen) == expected));
    BOOST_TEST((policy.read(0) == other.read(0)));
    BOOST_TEST((policy.look(0).core == other.look(0).core));
  }
}

BOOST_AUTO_TEST_CASE(draws_depend_on_seed_player_and_step_alone) {
  network_policy policy(some_network());
  auto chosen = [&](std::uint64_t policy_seed, std::uint32_t step, std::uint8_t player) {
    auto seen = seen_at(1, 0);
    seen.when.step = step;
    seen.when.player = player;
    seen.policy_seed = policy_seed;
    policy.forget(1);
    policy.add(seen);
    policy.run();
    return policy.read(0);
  };
  auto first = chosen(1, 0, 0);
  bool seeds_differ = false;
  bool players_differ = false;
  for (std::uint64_t i = 1; i <= 10; ++i) {
    BOOST_TEST((chosen(1, 0, 0) == first));
    seeds_differ = seeds_differ || !(chosen(1 + i, 0, 0) == first);
    players_differ = players_differ || !(chosen(i, 0, 1) == chosen(i, 0, 0));
  }
  BOOST_TEST(seeds_differ);
  BOOST_TEST(players_differ);
}

BOOST_AUTO_TEST_CASE(actions_follow_the_logits) {
  // Every value of each group about as often as the policy says.
  network_policy policy(some_network());
  constexpr int count = 4000;
  std::vector<int> seen_values(action_groups[2].values.size());
  auto seen = seen_at(1, 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    seen.when.environment = i;
    seen.policy_seed = i;
    policy.add(seen);
  }
  policy.run();
  for (std::size_t place = 0; place < count; ++place) {
    BOOST_TEST_REQUIRE(is_valid(policy.read(place)));
    ++seen_values[policy.read(place).choices[2]];
  }
  auto logits = policy.logits(0);
  auto said =
      torch::softmax(torch::tensor(std::vector<float>(logits.begin() + 8, logits.begin() + 15)), 0);
  for (std::size_t i = 0; i < seen_values.size(); ++i)
    BOOST_TEST(
        std::abs(seen_values[i] / double{count} - said[static_cast<std::int64_t>(i)].item<double>())
        < 0.03);
}

BOOST_AUTO_TEST_CASE(it_tells_what_it_thinks) {
  network net(small_shape(), 1);
  network_policy policy(some_network());
  auto seen = seen_at(1, 0);
  auto one_option =
      random_observation(small_shape(), {.environment = 2}, "near(me, purple pyramid)");
  policy.add(seen);
  policy.add(one_option);
  policy.run();
  auto input = blank_input(small_shape(), 1, 2);
  put(input, 0, 0, seen);
  put(input, 0, 1, one_option);
  auto out = net->forward(input, net->initial_state(2));
  auto is = [](const std::vector<float>& a, const torch::Tensor& b) {
    return torch::allclose(torch::tensor(a), b, 1e-4, 1e-5);
  };
  auto thought = policy.look(0);
  BOOST_TEST(is(thought.core, out.core[0][0]));
  BOOST_TEST(is(thought.goal_state, out.goal_state[0][0]));
  BOOST_TEST(is(thought.goal, out.goals[0][0][0]));
  BOOST_TEST(is(thought.atom_probabilities, out.atom_logits[0][0].narrow(0, 0, 3).sigmoid()));
  // As returns: the file says how to read values.
  BOOST_TEST(is(thought.option_values, out.option_values[0][0].narrow(0, 0, 3) * 2 + 3));
  BOOST_TEST(is(thought.option_weights, out.option_weights[0][0].narrow(0, 0, 3)));
  BOOST_TEST(policy.look(1).option_values.size() == 2);
  BOOST_TEST(policy.look(1).atom_probabilities.size() == 1);
}

BOOST_AUTO_TEST_CASE(it_tells_what_it_remembered) {
  network_policy policy(some_network());
  policy.add(seen_at(1, 0));
  policy.run();
  BOOST_TEST((policy.memory_before(0).hidden == std::vector<float>(20)));
  policy.add(seen_at(1, 1));
  policy.run();
  auto remembered = policy.memory_before(0);
  network net(small_shape(), 1);
  auto input = blank_input(small_shape(), 1, 1);
  put(input, 0, 0, seen_at(1, 0));
  auto state = net->forward(input, net->initial_state(1)).state;
  BOOST_TEST(torch::allclose(torch::tensor(remembered.hidden), state.hidden.flatten(), 1e-4, 1e-5));
  BOOST_TEST(torch::allclose(torch::tensor(remembered.cell), state.cell.flatten(), 1e-4, 1e-5));
}

BOOST_AUTO_TEST_CASE(other_weights_decide_from_the_next_batch_on) {
  network_policy policy(some_network(1));
  network_policy other(some_network(2));
  policy.load(some_network(2));
  BOOST_TEST((logits_after(policy, seen_at(1, 0)) == logits_after(other, seen_at(1, 0))));
}

BOOST_AUTO_TEST_CASE(only_what_was_run_can_be_read) {
  network_policy policy(some_network());
  policy.run();
  BOOST_CHECK_THROW((void)policy.read(0), std::logic_error);
  policy.add(seen_at(1, 0));
  BOOST_CHECK_THROW((void)policy.read(0), std::logic_error);
  policy.run();
  BOOST_TEST(is_valid(policy.read(0)));
  BOOST_CHECK_THROW((void)policy.read(1), std::logic_error);
}

BOOST_AUTO_TEST_CASE(fakes_do_what_they_say) {
  fixed_policy still(noop_action());
  recording_policy watched(still);
  BOOST_TEST(watched.add(seen_at(1, 0)) == 0);
  BOOST_TEST(watched.add(seen_at(2, 0)) == 1);
  watched.run();
  BOOST_TEST((watched.read(1) == noop_action()));
  BOOST_TEST(watched.add(seen_at(1, 1)) == 0);
  watched.run();
  BOOST_TEST_REQUIRE(watched.batches().size() == 2);
  BOOST_TEST((watched.batches()[0] == std::vector{seen_at(1, 0), seen_at(2, 0)}));
  BOOST_TEST((watched.batches()[1] == std::vector{seen_at(1, 1)}));
}

BOOST_AUTO_TEST_SUITE_END()
