#include "core/agent/threads.hpp"
#include "core/learning/student.hpp"
#include "tests/core/agent/network_inputs.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

constexpr std::int64_t steps = 4;
constexpr std::int64_t players = 3;

struct fixture {
  fixture() {
    set_tensor_threads(1);
    torch::manual_seed(1);
  }
};

hyperparameters quick() {
  hyperparameters how;
  how.evolving.learning_rate = 1e-2;
  how.target_update_period = 3;
  how.popart_step = 0.1;
  return how;
}

/// Observations of random players, one of whom ends an episode on the way.
unroll_batch random_batch(const student& agent) {
  unroll_batch batch;
  batch.observed = random_input(small_shape(), steps + 1, players);
  batch.observed.firsts[2][1] = 1;
  batch.begin = agent.acting()->initial_state(players);
  batch.actions = torch::randint(0, 2, {steps, players, 6}, torch::kLong);
  batch.rewards = torch::randint(0, 2, {steps + 1, players}).to(torch::kFloat);
  batch.discounts = torch::ones({steps + 1, players});
  batch.discounts[1][1] = 0;
  batch.atom_truths = torch::randint(0, 2, {steps + 1, players, 6}).to(torch::kFloat);
  return batch;
}

bool same_weights(const network& a, const network& b) {
  auto first = a->parameters();
  auto second = b->parameters();
  for (std::size_t i = 0; i < first.size(); ++i)
    if (!torch::equal(first[i], second[i]))
      return false;
  return true;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(student_test, fixture)

BOOST_AUTO_TEST_CASE(the_same_batches_give_the_same_weights) {
  student one(small_shape(), quick(), 1);
  student other(small_shape(), quick(), 1);
  for (int i = 0; i < 4; ++i) {
    auto batch = random_batch(one);
    one.update(batch);
    other.update(batch);
  }
  BOOST_TEST(same_weights(one.online(), other.online()));
  BOOST_TEST((one.returns_statistics() == other.returns_statistics()));
}

BOOST_AUTO_TEST_CASE(the_acting_network_follows_at_its_period) {
  student agent(small_shape(), quick(), 1);
  auto batch = random_batch(agent);
  agent.update(batch);
  BOOST_TEST(!same_weights(agent.online(), agent.acting()));
  agent.update(batch);
  BOOST_TEST(!same_weights(agent.online(), agent.acting()));
  agent.update(batch);
  BOOST_TEST(same_weights(agent.online(), agent.acting()));
}

BOOST_AUTO_TEST_CASE(what_is_done_between_two_episodes_counts_for_nothing) {
  student one(small_shape(), quick(), 1);
  student other(small_shape(), quick(), 1);
  auto batch = random_batch(one);
  one.update(batch);
  batch.actions[1][1] = 1 - batch.actions[1][1];
  other.update(batch);
  BOOST_TEST(same_weights(one.online(), other.online()));
  batch.actions[2][1] = 1 - batch.actions[2][1];
  one.update(batch);
  batch.actions[2][1] = 1 - batch.actions[2][1];
  other.update(batch);
  BOOST_TEST(!same_weights(one.online(), other.online()));
}

BOOST_AUTO_TEST_CASE(moving_the_statistics_changes_no_value) {
  auto how = quick();
  how.evolving.learning_rate = 1e-30;
  student agent(small_shape(), how, 1);
  auto batch = random_batch(agent);
  auto values = [&] {
    torch::NoGradGuard no_gradients;
    auto out = agent.online()->forward(batch.observed, batch.begin);
    return unnormalise(agent.returns_statistics(),
                       agent.online()->external_value(out.goal_state, batch.rewards));
  };
  auto before = values();
  auto statistics = agent.returns_statistics();
  agent.update(batch);
  BOOST_TEST(!(statistics == agent.returns_statistics()));
  BOOST_TEST(torch::allclose(before, values(), 1e-4, 1e-4));
}

BOOST_AUTO_TEST_CASE(the_scale_of_returns_is_met_before_anything_is_learned) {
  student agent(small_shape(), quick(), 1);
  auto batch = random_batch(agent);
  // Returns of about a thousand, whose squares would be the losses if they were taken as they are.
  batch.rewards *= 1000;
  batch.discounts.zero_();
  BOOST_TEST(agent.update(batch).value_loss < 10);
}

BOOST_AUTO_TEST_CASE(a_teacher_is_followed) {
  auto how = quick();
  student agent(small_shape(), how, 1);
  auto batch = random_batch(agent);
  batch.rewards.zero_();
  batch.teacher_logits = 3 * torch::randn({steps, players, 24});
  auto first = agent.update(batch, 4).distillation;
  for (int i = 0; i < 30; ++i)
    agent.update(batch, 4);
  BOOST_TEST(agent.update(batch, 4).distillation < 0.5 * first);
}

BOOST_AUTO_TEST_SUITE_END()
