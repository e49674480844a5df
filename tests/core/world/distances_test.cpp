#include "core/support/error.hpp"
#include "core/world/distances.hpp"
#include "core/world/topology_generation.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numeric>

using namespace troupe;
using vertex = directed_graph::vertex;

namespace {

/// A graph in which every edge can be gone both ways.
directed_graph undirected(std::size_t vertices, std::vector<std::pair<vertex, vertex>> edges) {
  auto count = edges.size();
  for (std::size_t i = 0; i < count; ++i)
    edges.emplace_back(edges[i].second, edges[i].first);
  return {vertices, edges};
}

directed_graph path_graph(vertex n) {
  std::vector<std::pair<vertex, vertex>> edges;
  for (vertex v = 0; v + 1 < n; ++v)
    edges.emplace_back(v, v + 1);
  return undirected(n, edges);
}

directed_graph cycle_graph(vertex n) {
  std::vector<std::pair<vertex, vertex>> edges;
  for (vertex v = 0; v < n; ++v)
    edges.emplace_back(v, (v + 1) % n);
  return undirected(n, edges);
}

directed_graph complete_graph(vertex n) {
  std::vector<std::pair<vertex, vertex>> edges;
  for (vertex a = 0; a < n; ++a)
    for (vertex b = a + 1; b < n; ++b)
      edges.emplace_back(a, b);
  return undirected(n, edges);
}

template <class Expected>
void check_resistances(const directed_graph& graph, Expected&& expected) {
  auto distances = resistance_distances(graph);
  auto n = static_cast<vertex>(graph.size());
  std::size_t i = 0;
  for (vertex a = 0; a < n; ++a)
    for (vertex b = a + 1; b < n; ++b, ++i)
      BOOST_TEST(distances[i] == expected(a, b), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(i == distances.size());
}

value_distribution random_distribution(random_stream& stream) {
  std::vector<double> values;
  for (auto i = stream.between(1, 40); i > 0; --i)
    values.push_back(stream.uniform(-1, 3));
  return distribution_of(values, 0.5);
}

} // namespace

BOOST_AUTO_TEST_SUITE(distances_test)

BOOST_AUTO_TEST_CASE(resistances_in_series_add_up) {
  check_resistances(path_graph(7), [](vertex a, vertex b) { return static_cast<double>(b) - a; });
}

BOOST_AUTO_TEST_CASE(resistances_on_a_cycle_are_two_ways_in_parallel) {
  check_resistances(cycle_graph(9), [](vertex a, vertex b) {
    double one_way = b - a;
    return one_way * (9 - one_way) / 9;
  });
}

BOOST_AUTO_TEST_CASE(resistances_in_a_complete_graph_are_two_nths) {
  check_resistances(complete_graph(8), [](vertex, vertex) { return 2.0 / 8; });
}

BOOST_AUTO_TEST_CASE(separate_parts_use_the_pseudoinverse) {
  // Two separate edges: L + 1/4 has the eigenvalues 2, 2, 1 and 0, the last one for the vector
  // (1, 1, −1, −1), which the pseudoinverse leaves out. Within an edge the resistance is 1, and
  // across 1/2.
  auto distances = resistance_distances(undirected(4, {{0, 1}, {2, 3}}));
  std::vector<double> expected{1, 0.5, 0.5, 0.5, 0.5, 1};
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST(distances[i] == expected[i], boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(one_way_edges_follow_the_papers_formula) {
  // 0 → 1 only: L = (1 −1; 0 0), L + 1/2 = (1.5 −0.5; 0.5 0.5), Γ = (0.5 0.5; −0.5 1.5).
  std::vector<std::pair<vertex, vertex>> edge{{0, 1}};
  auto distances = resistance_distances(directed_graph(2, edge));
  BOOST_TEST(distances.size() == 1u);
  BOOST_TEST(distances[0] == 2, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(shortest_paths_count_ordered_pairs_with_a_path) {
  auto both_ways = shortest_path_distribution(path_graph(3));
  BOOST_TEST(both_ways.first_bin == 1);
  BOOST_TEST(both_ways.probabilities.size() == 2u);
  BOOST_TEST(both_ways.probabilities[0] == 4.0 / 6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(both_ways.probabilities[1] == 2.0 / 6, boost::test_tools::tolerance(1e-12));

  auto stairs = make_topology_graph(topology_of({"4 2 0"}));
  auto one_way = shortest_path_distribution(stairs.paths);
  BOOST_TEST(one_way.probabilities[0] == 2.0 / 3, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(entropy_is_that_of_the_number_of_equally_likely_bins) {
  BOOST_TEST(quadratic_entropy({1, 0, {1}}) == 0);
  BOOST_TEST(quadratic_entropy({1, 3, {0.25, 0.25, 0.25, 0.25}}) == std::log(4.0),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(quadratic_entropy({1, 0, {}}) == 0);
}

BOOST_AUTO_TEST_CASE(divergence_is_a_symmetric_premetric) {
  BOOST_TEST(rc::check("Cauchy–Schwarz", [](std::uint64_t seed) {
    random_stream stream(seed);
    auto p = random_distribution(stream);
    auto q = random_distribution(stream);
    RC_ASSERT(cauchy_schwarz_divergence(p, p) < 1e-12);
    RC_ASSERT(cauchy_schwarz_divergence(p, q) >= 0);
    RC_ASSERT(cauchy_schwarz_divergence(p, q) == cauchy_schwarz_divergence(q, p));
    RC_ASSERT(quadratic_entropy(p) >= 0);
    RC_ASSERT(quadratic_entropy(p)
              <= std::log(static_cast<double>(p.probabilities.size())) + 1e-12);
    RC_ASSERT(std::abs(std::accumulate(p.probabilities.begin(), p.probabilities.end(), -1.0))
              < 1e-9);
  }));
}

BOOST_AUTO_TEST_CASE(distributions_without_a_common_bin_diverge_without_bound) {
  BOOST_TEST(cauchy_schwarz_divergence({1, 0, {1}}, {1, 1, {1}})
             == std::numeric_limits<double>::infinity());
}

BOOST_AUTO_TEST_CASE(divergence_has_its_closed_value) {
  // log 1/2 + log 1 − 2 log 1/2 = log 2
  BOOST_TEST(cauchy_schwarz_divergence({1, 0, {0.5, 0.5}}, {1, 1, {1}}) == std::log(2.0),
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(topology_distance_is_a_metric_of_height_maps) {
  auto a = topology_of({"0 5", "0 0"});
  auto b = topology_of({"0 0", "0 0"});
  BOOST_TEST(topology_distance(a, b) == 1);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    random_stream stream(seed);
    auto x = generate_topology({6, 6}, {}, stream);
    auto y = generate_topology({6, 6}, {}, stream);
    auto z = generate_topology({6, 6}, {}, stream);
    BOOST_TEST(topology_distance(x, x) == 0);
    BOOST_TEST(topology_distance(x, y) == topology_distance(y, x));
    BOOST_TEST(topology_distance(x, z)
               <= topology_distance(x, y) + topology_distance(y, z) + 1e-12);
  }
  BOOST_CHECK_THROW(topology_distance(a, topology({3, 2})), user_error);
}

BOOST_AUTO_TEST_CASE(an_open_room_is_one_component_and_wholly_accessible) {
  auto room = measure_navigation(topology({3, 3}));
  BOOST_TEST(room.accessible_fraction == 1);
  BOOST_TEST(room.places == 9u);
  BOOST_TEST(room.components == 1u);
  // 24 ordered pairs at distance 1, 28 at 2, 16 at 3, 4 at 4.
  auto squares = 24 * 24 + 28 * 28 + 16 * 16 + 4 * 4;
  BOOST_TEST(room.shortest_path_entropy == -std::log(squares / (72.0 * 72.0)),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(room.resistance_entropy > 0);
}

BOOST_AUTO_TEST_CASE(mirrored_worlds_have_the_same_distributions) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    random_stream stream(seed);
    auto tiles = generate_topology({7, 7}, {}, stream);
    auto paths = make_topology_graph(tiles).paths;
    auto mirrored_paths = make_topology_graph(mirrored_east_west(tiles)).paths;
    BOOST_TEST(cauchy_schwarz_divergence(shortest_path_distribution(paths),
                                         shortest_path_distribution(mirrored_paths))
               < 1e-12);
    BOOST_TEST(cauchy_schwarz_divergence(resistance_distribution(paths),
                                         resistance_distribution(mirrored_paths))
               < 1e-12);
  }
}

BOOST_AUTO_TEST_SUITE_END()
