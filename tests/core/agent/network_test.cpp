#include "core/agent/network.hpp"
#include "core/support/error.hpp"
#include "tests/core/agent/network_inputs.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace troupe;

namespace {

bool same(const torch::Tensor& a, const torch::Tensor& b) {
  return torch::equal(a, b);
}

bool close(const torch::Tensor& a, const torch::Tensor& b) {
  return torch::allclose(a, b, 1e-4, 1e-5);
}

/// Networks that do everything that networks can do.
std::vector<network_shape> all_kinds() {
  auto strided = small_shape();
  auto residual = small_shape();
  residual.torso = torso_kind::resnet;
  residual.torso_norm = true;
  residual.goat_norm = true;
  residual.attention_heads = 2;
  auto plain = small_shape();
  plain.goat = false;
  auto argmax = small_shape();
  argmax.goat_mixing = goal_mixing::argmax;
  return {strided, residual, plain, argmax};
}

/// Sets all parameters to random numbers: nothing is hidden by zeros of the initialisation.
void shake(network& net) {
  torch::NoGradGuard no_gradients;
  for (auto& parameter : net->parameters())
    parameter.add_(0.1 * torch::randn_like(parameter));
}

struct fixture {
  fixture() { torch::manual_seed(1); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(network_test, fixture)

BOOST_AUTO_TEST_CASE(outputs_have_their_shapes) {
  auto shape = small_shape();
  network net(shape, 1);
  auto input = random_input(shape, 3, 2);
  auto out = net->forward(input, net->initial_state(2));
  auto has = [](const torch::Tensor& x, const std::vector<std::int64_t>& sizes) {
    return x.sizes().vec() == sizes;
  };
  BOOST_TEST(has(out.core, {3, 2, 20}));
  BOOST_TEST(has(out.atom_logits, {3, 2, 6}));
  BOOST_TEST(has(out.goals, {3, 2, 7, 16}));
  BOOST_TEST(has(out.option_states, {3, 2, 7, 30}));
  BOOST_TEST(has(out.option_values, {3, 2, 7}));
  BOOST_TEST(has(out.option_weights, {3, 2, 7}));
  BOOST_TEST(has(out.goal_state, {3, 2, 30}));
  BOOST_TEST(has(out.internal_value, {3, 2}));
  BOOST_TEST(has(out.policy_logits, {3, 2, 24}));
  BOOST_TEST(has(net->external_value(out.goal_state, torch::zeros({3, 2})), {3, 2}));
}

BOOST_AUTO_TEST_CASE(the_paper_has_a_state_of_512_and_one_of_1024) {
  network_shape paper;
  BOOST_TEST(paper.core_output() == 512);
  BOOST_TEST(paper.goal_state() == 1024);
  network net(paper, 1);
  auto input = random_input(paper, 1, 1);
  BOOST_TEST(net->forward(input, net->initial_state(1)).policy_logits.size(-1) == 24);
}

BOOST_AUTO_TEST_CASE(the_seed_decides_the_weights) {
  network one(small_shape(), 7);
  network same_seed(small_shape(), 7);
  network other_seed(small_shape(), 8);
  auto weights = one->parameters();
  auto alike = same_seed->parameters();
  bool all_alike = true;
  for (std::size_t i = 0; i < weights.size(); ++i)
    all_alike = all_alike && same(weights[i], alike[i]);
  BOOST_TEST(all_alike);
  BOOST_TEST(!same(weights[0], other_seed->parameters()[0]));
}

BOOST_AUTO_TEST_CASE(one_step_at_a_time_gives_what_an_unroll_gives) {
  for (const auto& shape : all_kinds()) {
    network net(shape, 1);
    shake(net);
    constexpr std::int64_t steps = 5;
    auto input = random_input(shape, steps, 3);
    // Two players begin a new episode inside of the unroll, one in its first step.
    input.firsts[2][1] = 1;
    input.firsts[0][2] = 1;
    auto begin = net->initial_state(3);
    begin.hidden.normal_();
    begin.cell.normal_();
    auto whole = net->forward(input, begin);
    auto state = begin;
    for (std::int64_t t = 0; t < steps; ++t) {
      auto step = net->forward(part_of(input, t), state);
      state = step.state;
      BOOST_TEST(close(step.policy_logits[0], whole.policy_logits[t]));
      BOOST_TEST(close(step.internal_value[0], whole.internal_value[t]));
      BOOST_TEST(close(step.atom_logits[0], whole.atom_logits[t]));
    }
    BOOST_TEST(close(state.hidden, whole.state.hidden));
    BOOST_TEST(close(state.cell, whole.state.cell));
  }
}

BOOST_AUTO_TEST_CASE(players_of_a_batch_do_not_influence_each_other) {
  auto shape = small_shape();
  network net(shape, 1);
  auto input = random_input(shape, 2, 3);
  auto before = net->forward(input, net->initial_state(3));
  input.pictures.select(1, 1).zero_();
  input.bodies.select(1, 1).zero_();
  auto after = net->forward(input, net->initial_state(3));
  BOOST_TEST(close(before.policy_logits.select(1, 0), after.policy_logits.select(1, 0)));
  BOOST_TEST(close(before.policy_logits.select(1, 2), after.policy_logits.select(1, 2)));
  BOOST_TEST(!close(before.policy_logits.select(1, 1), after.policy_logits.select(1, 1)));
}

BOOST_AUTO_TEST_CASE(an_episode_begins_the_same_whatever_was_before) {
  auto shape = small_shape();
  network net(shape, 1);
  auto input = random_input(shape, 1, 1);
  auto remembered = net->initial_state(1);
  remembered.hidden.normal_();
  remembered.cell.normal_();
  BOOST_TEST(!close(net->forward(input, remembered).core,
                    net->forward(input, net->initial_state(1)).core));
  input.firsts.fill_(1);
  BOOST_TEST(
      same(net->forward(input, remembered).core, net->forward(input, net->initial_state(1)).core));
}

BOOST_AUTO_TEST_CASE(the_recurrent_state_never_depends_on_the_goal) {
  for (const auto& shape : all_kinds()) {
    network net(shape, 1);
    auto input = random_input(shape, 3, 2);
    auto before = net->forward(input, net->initial_state(2));
    set_goal(input, "on(me, olive floor)");
    auto after = net->forward(input, net->initial_state(2));
    BOOST_TEST(same(before.core, after.core));
    BOOST_TEST(same(before.state.hidden, after.state.hidden));
    BOOST_TEST(same(before.state.cell, after.state.cell));
    BOOST_TEST(!close(before.policy_logits, after.policy_logits));
  }
}

BOOST_AUTO_TEST_CASE(atoms_that_a_goal_does_not_have_change_nothing) {
  for (const auto& shape : all_kinds()) {
    network net(shape, 1);
    shake(net);
    auto input = random_input(shape, 2, 2);
    set_goal(input, "hold(me, yellow sphere) | see(me, opponent)");
    auto before = net->forward(input, net->initial_state(2));
    // The goal has two atoms; the other columns are padding.
    input.goal_atoms.slice(2, 2).fill_(1);
    auto after = net->forward(input, net->initial_state(2));
    BOOST_TEST(same(before.policy_logits, after.policy_logits));
    BOOST_TEST(same(before.internal_value, after.internal_value));
    BOOST_TEST(same(before.goal_state, after.goal_state));
    BOOST_TEST(same(before.atom_logits.slice(2, 0, 2), after.atom_logits.slice(2, 0, 2)));
  }
}

BOOST_AUTO_TEST_CASE(options_that_a_goal_does_not_have_count_for_nothing) {
  auto shape = small_shape();
  network net(shape, 1);
  shake(net);
  auto input = random_input(shape, 1, 1);
  set_goal(input, "hold(me, yellow sphere) | see(me, opponent)");
  auto out = net->forward(input, net->initial_state(1));
  auto weights = out.option_weights[0][0];
  BOOST_TEST(weights.sum().item<float>() == 1, boost::test_tools::tolerance(1e-5f));
  BOOST_TEST(weights.slice(0, 3).abs().sum().item<float>() == 0);
  BOOST_TEST((weights.slice(0, 0, 3) > 0).all().item<bool>());
  BOOST_TEST(out.goals[0][0].slice(0, 3).abs().sum().item<float>() == 0);
}

BOOST_AUTO_TEST_CASE(a_goal_of_one_option_is_that_option) {
  auto shape = small_shape();
  network net(shape, 1);
  shake(net);
  auto input = random_input(shape, 1, 1);
  set_goal(input, "hold(me, yellow sphere) & !see(me, opponent)");
  auto out = net->forward(input, net->initial_state(1));
  BOOST_TEST(close(out.goals[0][0][0], out.goals[0][0][1]));
  BOOST_TEST(close(out.option_values[0][0][0], out.option_values[0][0][1]));
  BOOST_TEST(close(out.goal_state[0][0], out.option_states[0][0][0]));
}

BOOST_AUTO_TEST_CASE(the_order_of_options_does_not_matter) {
  auto shape = small_shape();
  network net(shape, 1);
  shake(net);
  auto input = random_input(shape, 1, 1);
  auto before = net->forward(input, net->initial_state(1));
  auto first = input.goal_matrices.select(2, 0).clone();
  input.goal_matrices.select(2, 0).copy_(input.goal_matrices.select(2, 1));
  input.goal_matrices.select(2, 1).copy_(first);
  auto after = net->forward(input, net->initial_state(1));
  BOOST_TEST(close(before.policy_logits, after.policy_logits));
  BOOST_TEST(close(before.option_values[0][0][1], after.option_values[0][0][2]));
}

BOOST_AUTO_TEST_CASE(negation_matters) {
  auto shape = small_shape();
  network net(shape, 1);
  auto input = random_input(shape, 1, 1);
  set_goal(input, "hold(me, yellow sphere)");
  auto wanted = net->forward(input, net->initial_state(1));
  set_goal(input, "!hold(me, yellow sphere)");
  auto unwanted = net->forward(input, net->initial_state(1));
  BOOST_TEST(!close(wanted.goals, unwanted.goals));
  BOOST_TEST(close(wanted.atom_logits, unwanted.atom_logits));
}

BOOST_AUTO_TEST_CASE(mixing_follows_the_values_by_softmax_or_argmax) {
  for (auto mixing : {goal_mixing::softmax, goal_mixing::argmax}) {
    auto shape = small_shape();
    shape.goat_mixing = mixing;
    network net(shape, 1);
    shake(net);
    auto input = random_input(shape, 1, 1);
    auto out = net->forward(input, net->initial_state(1));
    auto values = out.option_values[0][0].slice(0, 0, 3).to(torch::kDouble);
    auto expected = mixing == goal_mixing::softmax
                        ? torch::softmax(values / shape.goat_temperature, 0)
                        : torch::one_hot(values.argmax(0), 3).to(torch::kDouble);
    BOOST_TEST(close(out.option_weights[0][0].slice(0, 0, 3).to(torch::kDouble), expected));
    auto state = torch::zeros_like(out.goal_state[0][0]);
    for (std::int64_t i = 0; i < 3; ++i)
      state = state + out.option_weights[0][0][i] * out.option_states[0][0][i];
    BOOST_TEST(close(state, out.goal_state[0][0]));
  }
}

BOOST_AUTO_TEST_CASE(gradients_reach_all_that_acts_and_stop_where_they_should) {
  auto shape = small_shape();
  network net(shape, 1);
  shake(net);
  auto input = random_input(shape, 2, 2);
  auto out = net->forward(input, net->initial_state(2));
  BOOST_TEST(!out.option_weights.requires_grad());
  out.policy_logits.square().sum().backward();
  auto acts = [](const std::string& name) {
    auto is_of = [&](const char* part) { return name.rfind(part, 0) == 0; };
    return !is_of("atom_predictor.") && !is_of("value.") && !is_of("goat.value.");
  };
  for (const auto& named : net->named_parameters()) {
    // A bias of all keys changes no attention, and so gets a gradient that is 0 but for rounding.
    if (named.key() == "goat.keys.bias")
      continue;
    auto gradient = named.value().grad();
    auto reached = gradient.defined() && gradient.abs().sum().item<float>() > 0;
    BOOST_TEST(reached == acts(named.key()), named.key());
  }
}

BOOST_AUTO_TEST_CASE(shapes_that_cannot_be_are_refused) {
  auto refused = [](auto&& change, const std::string& part) {
    auto shape = small_shape();
    change(shape);
    try {
      network net(shape, 1);
    } catch (const user_error& problem) {
      return std::string{problem.what()}.find(part) != std::string::npos;
    }
    return false;
  };
  BOOST_TEST(refused([](auto& s) { s.lstm_size = 0; }, "lstm_size"));
  BOOST_TEST(refused([](auto& s) { s.torso_channels.clear(); }, "torso_channels"));
  BOOST_TEST(refused([](auto& s) { s.atom_mlp = {4, 0}; }, "atom_mlp"));
  BOOST_TEST(refused([](auto& s) { s.goat_upscale = 50; }, "goat_upscale"));
  BOOST_TEST(refused([](auto& s) { s.goal_embedding = 15; }, "goal_embedding"));
  BOOST_TEST(refused([](auto& s) { s.goat_temperature = 0; }, "goat_temperature"));
}

BOOST_AUTO_TEST_SUITE_END()
