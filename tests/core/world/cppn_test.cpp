#include "core/world/cppn.hpp"
#include "core/world/generation.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(cppn_test)

BOOST_AUTO_TEST_CASE(a_latent_decides_where_an_entity_likes_to_be) {
  auto w = generate_world({}, 4);
  auto graph = make_topology_graph(w.tiles);
  placement_network network(w, graph.places);
  auto here = network.preferences({1, 0, 0, 0});
  BOOST_TEST(here.size() == graph.places.size());
  BOOST_TEST((here == network.preferences({1, 0, 0, 0})));
  BOOST_TEST((here != network.preferences({-1, 0, 0, 0})));
  auto [least, most] = std::minmax_element(here.begin(), here.end());
  BOOST_TEST(*least > 0);
  BOOST_TEST(*most <= 1);
  BOOST_TEST(*most > 3 * *least);
}

BOOST_AUTO_TEST_CASE(near_latents_have_near_preferences) {
  auto w = generate_world({}, 4);
  auto graph = make_topology_graph(w.tiles);
  placement_network network(w, graph.places);
  auto a = network.preferences({0.5, -0.2, 1, 0});
  auto b = network.preferences({0.5001, -0.2, 1, 0});
  for (std::size_t i = 0; i < a.size(); ++i)
    BOOST_TEST(std::abs(a[i] - b[i]) < 0.01);
}

BOOST_AUTO_TEST_SUITE_END()
