#include "core/support/random.hpp"
#include "core/world/graph.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>

using namespace troupe;
using vertex = directed_graph::vertex;
using edge_list = std::vector<std::pair<vertex, vertex>>;

namespace {

directed_graph graph_of(std::size_t vertices, const edge_list& edges) {
  return {vertices, edges};
}

directed_graph random_graph(std::size_t vertices, double density, random_stream& stream) {
  edge_list edges;
  for (vertex from = 0; from < vertices; ++from)
    for (vertex to = 0; to < vertices; ++to)
      if (from != to && stream.chance(density))
        edges.emplace_back(from, to);
  return {vertices, edges};
}

} // namespace

BOOST_AUTO_TEST_SUITE(graph_test)

BOOST_AUTO_TEST_CASE(two_cycles_joined_one_way_are_two_components) {
  auto found = strongly_connected_components(
      graph_of(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}}));
  BOOST_TEST(found.sizes.size() == 2u);
  BOOST_TEST(found.of_vertex[0] == found.of_vertex[2]);
  BOOST_TEST(found.of_vertex[3] == found.of_vertex[5]);
  BOOST_TEST(found.of_vertex[0] > found.of_vertex[3]);
  BOOST_TEST(!found.closed[found.of_vertex[0]]);
  BOOST_TEST(found.closed[found.of_vertex[3]]);
}

BOOST_AUTO_TEST_CASE(a_path_has_a_component_per_vertex) {
  auto found = strongly_connected_components(graph_of(4, {{0, 1}, {1, 2}, {2, 3}}));
  BOOST_TEST(found.sizes == std::vector<std::uint32_t>({1, 1, 1, 1}),
             boost::test_tools::per_element());
  BOOST_TEST(std::count(found.closed.begin(), found.closed.end(), true) == 1);
}

BOOST_AUTO_TEST_CASE(an_empty_graph_has_no_components) {
  BOOST_TEST(strongly_connected_components(graph_of(0, {})).sizes.empty());
}

BOOST_AUTO_TEST_CASE(components_are_what_reaches_each_other) {
  BOOST_TEST(rc::check("components agree with reachability", [](std::uint64_t seed) {
    random_stream stream(seed);
    auto size = static_cast<std::size_t>(stream.between(1, 20));
    auto graph = random_graph(size, stream.uniform(0, 0.3), stream);
    auto found = strongly_connected_components(graph);
    std::vector<std::vector<std::uint32_t>> lengths;
    for (vertex v = 0; v < size; ++v)
      lengths.push_back(path_lengths_from(graph, v));
    for (vertex a = 0; a < size; ++a)
      for (vertex b = 0; b < size; ++b) {
        auto together = lengths[a][b] != unreachable && lengths[b][a] != unreachable;
        RC_ASSERT(together == (found.of_vertex[a] == found.of_vertex[b]));
        RC_ASSERT(lengths[a][b] == unreachable || found.of_vertex[a] >= found.of_vertex[b]);
      }
    for (vertex a = 0; a < size; ++a)
      for (auto b : graph.successors(a))
        RC_ASSERT(found.of_vertex[a] == found.of_vertex[b] || !found.closed[found.of_vertex[a]]);
  }));
}

BOOST_AUTO_TEST_CASE(next_steps_lead_along_shortest_paths) {
  BOOST_TEST(rc::check("next steps are shortest", [](std::uint64_t seed) {
    random_stream stream(seed);
    auto size = static_cast<std::size_t>(stream.between(1, 20));
    auto graph = random_graph(size, stream.uniform(0, 0.3), stream);
    auto target = static_cast<vertex>(stream.below(size));
    auto next = next_steps_to(graph, target);
    for (vertex v = 0; v < size; ++v) {
      auto length = path_lengths_from(graph, v)[target];
      RC_ASSERT((next[v] == directed_graph::no_vertex) == (v == target || length == unreachable));
      auto path = shortest_path(graph, v, target);
      RC_ASSERT(path.size() == (length == unreachable ? 0 : length + 1));
    }
  }));
}

BOOST_AUTO_TEST_CASE(reversing_twice_changes_nothing_but_the_order_of_edges) {
  auto graph = graph_of(3, {{0, 1}, {0, 2}, {2, 1}});
  BOOST_TEST((graph.reversed().reversed() == graph));
  BOOST_TEST(graph.reversed().successors(1).size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
