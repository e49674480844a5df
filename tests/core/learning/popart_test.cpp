#include "core/learning/popart.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(popart_test)

BOOST_AUTO_TEST_CASE(fresh_statistics_change_nothing) {
  popart_statistics fresh;
  auto values = torch::tensor({-3., 0., 5.});
  BOOST_TEST(fresh.standard_deviation() == 1);
  BOOST_TEST(normalise(fresh, values).equal(values));
  BOOST_TEST(unnormalise(fresh, values).equal(values));
}

BOOST_AUTO_TEST_CASE(moments_move_towards_the_batchs_by_the_step_size) {
  auto batch = torch::tensor({{1.f, 2.f}, {3.f, 6.f}});
  auto moved = update({.mean = 1, .second_moment = 2}, batch, 0.1);
  BOOST_TEST(moved.mean == 0.9 * 1 + 0.1 * 3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(moved.second_moment == 0.9 * 2 + 0.1 * 12.5, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(step_sizes_0_and_1_keep_and_replace_the_statistics) {
  auto batch = torch::tensor({1., 3.});
  popart_statistics before{.mean = 7, .second_moment = 80};
  BOOST_TEST((update(before, batch, 0) == before));
  auto replaced = update(before, batch, 1);
  BOOST_TEST(replaced.mean == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(replaced.standard_deviation() == 1, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(statistics_find_the_mean_and_spread_of_a_steady_source) {
  at::manual_seed(1);
  popart_statistics statistics;
  for (int i = 0; i < 2000; ++i)
    statistics = update(statistics, 40 + 5 * torch::randn({320}), 0.01);
  BOOST_TEST(std::abs(statistics.mean - 40) < 0.2);
  BOOST_TEST(std::abs(statistics.standard_deviation() - 5) < 0.2);
}

BOOST_AUTO_TEST_CASE(the_spread_stays_within_bounds) {
  BOOST_TEST((popart_statistics{.mean = 3, .second_moment = 9}.standard_deviation()) == 1e-4);
  BOOST_TEST((popart_statistics{.mean = 3, .second_moment = 8}.standard_deviation()) == 1e-4);
  BOOST_TEST((popart_statistics{.mean = 0, .second_moment = 1e20}.standard_deviation()) == 1e6);
}

BOOST_AUTO_TEST_CASE(normalising_subtracts_the_mean_and_divides_by_the_spread) {
  popart_statistics statistics{.mean = 2, .second_moment = 13};
  auto values = torch::tensor({2., 5., -1.}, torch::kFloat64);
  auto normal = torch::tensor({0., 1., -1.}, torch::kFloat64);
  BOOST_TEST(normalise(statistics, values).allclose(normal));
  BOOST_TEST(unnormalise(statistics, normal).allclose(values));
}

BOOST_AUTO_TEST_CASE(a_rescaled_layer_means_the_same) {
  at::manual_seed(2);
  torch::nn::Linear layer{16, 3};
  auto inputs = torch::randn({100, 16});
  popart_statistics before{.mean = -4, .second_moment = 20};
  auto outputs = unnormalise(before, layer->forward(inputs)).detach();
  for (popart_statistics after :
       {popart_statistics{.mean = 30, .second_moment = 1000},
        popart_statistics{.mean = 30.5, .second_moment = 931}, popart_statistics{}}) {
    rescale(layer->weight, layer->bias, before, after);
    BOOST_TEST(unnormalise(after, layer->forward(inputs)).allclose(outputs, 1e-4, 1e-4));
    before = after;
  }
}

BOOST_AUTO_TEST_CASE(rescaling_keeps_the_parameters_and_is_no_part_of_the_gradient) {
  torch::nn::Linear layer{4, 1};
  auto* weight = layer->weight.data_ptr<float>();
  auto* bias = layer->bias.data_ptr<float>();
  rescale(layer->weight, layer->bias, {}, {.mean = 1, .second_moment = 5});
  BOOST_TEST(layer->weight.data_ptr<float>() == weight);
  BOOST_TEST(layer->bias.data_ptr<float>() == bias);
  BOOST_TEST((layer->weight.is_leaf() && layer->weight.requires_grad()));
  BOOST_TEST((layer->bias.is_leaf() && layer->bias.requires_grad()));
}

BOOST_AUTO_TEST_SUITE_END()
