#include "core/agent/input_tensors.hpp"
#include "core/support/error.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/core/agent/observations.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace troupe;

namespace {

network_input input_of(const observation& seen) {
  auto input = blank_input(small_shape(), 1, 1);
  put(input, 0, 0, seen);
  return input;
}

bool same(const network_input& a, const network_input& b) {
  return torch::equal(a.pictures, b.pictures) && torch::equal(a.bodies, b.bodies)
         && torch::equal(a.last_actions, b.last_actions)
         && torch::equal(a.goal_matrices, b.goal_matrices)
         && torch::equal(a.goal_atoms, b.goal_atoms) && torch::equal(a.firsts, b.firsts);
}

} // namespace

BOOST_AUTO_TEST_SUITE(input_tensors_test)

BOOST_AUTO_TEST_CASE(everything_is_where_the_network_looks_for_it) {
  auto seen = random_observation(small_shape(), {.environment = 1, .step = 3});
  seen.body = {{5, -20, 1000}, true, 1, 50};
  auto input = blank_input(small_shape(), 2, 3);
  put(input, 1, 2, seen);
  auto pictures = input.pictures.accessor<std::uint8_t, 5>();
  BOOST_TEST(pictures[1][2][7][5][1] == seen.picture.at(5, 7)[1]);
  auto bodies = input.bodies[1][2];
  // In units of 10 m/s², 2 m and 100 N, and never beyond 3.
  BOOST_TEST(torch::equal(bodies, torch::tensor({0.5f, -2.f, 3.f, 1.f, 0.5f, 0.5f})));
  auto hot = input.last_actions[1][2];
  BOOST_TEST(hot.sum().item<float>() == 6);
  std::int64_t offset = 0;
  for (std::size_t group = 0; group < action_groups.size(); ++group) {
    BOOST_TEST(hot[offset + seen.last_action.choices[group]].item<float>() == 1);
    offset += static_cast<std::int64_t>(action_groups[group].values.size());
  }
  auto matrix = input.goal_matrices.accessor<float, 4>();
  auto atoms = input.goal_atoms.accessor<std::int64_t, 4>();
  for (std::size_t i = 0; i < goal_encoding::max_options; ++i)
    for (std::size_t j = 0; j < goal_encoding::max_atoms; ++j)
      BOOST_TEST(matrix[1][2][static_cast<std::int64_t>(i)][static_cast<std::int64_t>(j)]
                 == seen.goal.matrix[i][j]);
  BOOST_TEST(atoms[1][2][1][4] == seen.goal.atoms[1][4]);
  BOOST_TEST(input.firsts.sum().item<float>() == 0);
  BOOST_TEST(input.pictures[0].sum().item<std::int64_t>() == 0);
}

BOOST_AUTO_TEST_CASE(an_episode_begins_with_its_step_0) {
  BOOST_TEST(input_of(random_observation(small_shape(), {.step = 0})).firsts.item<float>() == 1);
  BOOST_TEST(input_of(random_observation(small_shape(), {.step = 1})).firsts.item<float>() == 0);
}

BOOST_AUTO_TEST_CASE(what_only_learning_may_use_is_not_looked_at) {
  auto seen = random_observation(small_shape(), {.step = 3});
  auto before = input_of(seen);
  auto& known = *seen.privileged;
  known = {1 - known.reward, {true, false, true, true, false, true}, 0, true, true};
  BOOST_TEST(same(before, input_of(seen)));
  seen.privileged.reset();
  BOOST_TEST(same(before, input_of(seen)));
}

BOOST_AUTO_TEST_CASE(a_picture_of_another_size_is_refused) {
  auto seen = random_observation(small_shape(), {});
  seen.picture = image(24, 17, {});
  BOOST_CHECK_EXCEPTION(input_of(seen), user_error, [](const user_error& problem) {
    return std::string{problem.what()}.find("24x18 pixels, not 24x17") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(what_no_goal_has_is_left_out_and_changes_nothing) {
  network net(small_shape(), 1);
  auto input = blank_input(small_shape(), 1, 2);
  put(input, 0, 0, random_observation(small_shape(), {.player = 0}, "see(me, opponent)"));
  put(input, 0, 1, random_observation(small_shape(), {.player = 1}));
  auto ready = ready_for(input, torch::kCPU);
  BOOST_TEST(ready.goal_matrices.size(2) == 2);
  BOOST_TEST(ready.goal_matrices.size(3) == 3);
  BOOST_TEST(ready.goal_atoms.size(2) == 3);
  auto all = net->forward(input, net->initial_state(2));
  auto some = net->forward(ready, net->initial_state(2));
  BOOST_TEST(torch::allclose(all.policy_logits, some.policy_logits, 1e-4, 1e-5));
  BOOST_TEST(torch::allclose(all.internal_value, some.internal_value, 1e-4, 1e-5));
  BOOST_TEST(torch::allclose(all.option_values.narrow(2, 0, 3), some.option_values, 1e-4, 1e-5));
  BOOST_TEST(torch::allclose(all.atom_logits.narrow(2, 0, 3), some.atom_logits, 1e-4, 1e-5));
}

BOOST_AUTO_TEST_SUITE_END()
