#include "core/world/distances.hpp"
#include "core/world/navigation.hpp"
#include "core/world/tile_rules.hpp"
#include "core/world/topology_generation.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

/// Collects every vertex that is reachable from `start`.
std::vector<bool> reached_from(const directed_graph& graph, directed_graph::vertex start) {
  std::vector<bool> reached;
  for (auto length : path_lengths_from(graph, start))
    reached.push_back(length != unreachable);
  return reached;
}

void check_playable(const topology& tiles, double min_fraction) {
  auto graph = make_topology_graph(tiles);
  auto area = find_playable_area(graph);
  BOOST_TEST(area.fraction >= min_fraction);
  // From every place of the area exactly the area can be reached: nobody leaves it, and nobody is
  // ever cut off from any of it.
  for (directed_graph::vertex v = 0; v < graph.places.size(); ++v)
    if (area.contains[v])
      BOOST_REQUIRE(reached_from(graph.paths, v) == area.contains);
}

int count_kind(const topology& tiles, tile_kind kind) {
  return static_cast<int>(std::count_if(tiles.values().begin(), tiles.values().end(),
                                        [&](tile t) { return t.kind == kind; }));
}

/// Whether a row or column is mostly a cliff to both sides, but not all of it.
bool has_wall_with_doors(const topology& tiles) {
  auto size = tiles.size();
  auto is_wall = [&](cell at, cell before, cell after) {
    return tiles[at].kind == tile_kind::flat && tiles[at].level > top_level(tiles[before])
           && tiles[at].level > top_level(tiles[after]);
  };
  for (int line = 1; line < size.width - 1; ++line) {
    int in_row = 0;
    int in_column = 0;
    for (int i = 0; i < size.width; ++i) {
      in_row += is_wall({i, line}, {i, line - 1}, {i, line + 1}) ? 1 : 0;
      in_column += is_wall({line, i}, {line - 1, i}, {line + 1, i}) ? 1 : 0;
    }
    auto count = std::max(in_row, in_column);
    if (count >= size.width * 2 / 3 && count < size.width)
      return true;
  }
  return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(topology_generation_test)

BOOST_AUTO_TEST_CASE(every_ramp_joins_its_levels_over_thousands_of_seeds) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    random_stream stream(seed);
    auto tiles = generate_topology({9, 9}, {}, stream);
    BOOST_REQUIRE_MESSAGE(!find_rule_violation(tiles), "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(nobody_leaves_the_playable_area_or_gets_trapped_over_thousands_of_seeds) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    random_stream stream(seed);
    check_playable(generate_topology({7, 7}, {}, stream), 0.5);
  }
}

BOOST_AUTO_TEST_CASE(every_size_works) {
  for (int width = 2; width <= 32; ++width)
    for (int height : {2, 3, 5, 9, 17, 32}) {
      random_stream stream(static_cast<std::uint64_t>(100 * width + height));
      auto tiles = generate_topology({width, height}, {}, stream);
      BOOST_TEST((tiles.size() == grid_size{width, height}));
      BOOST_TEST(!find_rule_violation(tiles));
      BOOST_TEST(find_playable_area(make_topology_graph(tiles)).fraction >= 0.5);
    }
}

BOOST_AUTO_TEST_CASE(the_last_resort_is_hardly_ever_taken) {
  int open_rooms = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    random_stream stream(seed);
    open_rooms += generate_topology({16, 16}, {}, stream) == topology({16, 16}) ? 1 : 0;
  }
  BOOST_TEST(open_rooms == 0);
}

BOOST_AUTO_TEST_CASE(worlds_have_ramps_and_diagonals) {
  int ramps = 0;
  int diagonals = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_stream stream(seed);
    auto tiles = generate_topology({9, 9}, {}, stream);
    ramps += count_kind(tiles, tile_kind::ramp) > 0 ? 1 : 0;
    diagonals += count_kind(tiles, tile_kind::diagonal) > 0 ? 1 : 0;
  }
  BOOST_TEST(ramps > 90);
  BOOST_TEST(diagonals > 70);
}

BOOST_AUTO_TEST_CASE(one_level_is_an_open_room) {
  world_parameters parameters;
  parameters.levels = {1, 1};
  random_stream stream(1);
  BOOST_TEST((generate_topology({6, 4}, parameters, stream) == topology({6, 4})));
}

BOOST_AUTO_TEST_CASE(symmetric_worlds_come_when_asked_for) {
  world_parameters parameters;
  parameters.symmetry_chance = 1;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    random_stream stream(seed);
    auto tiles = generate_topology({8, 8}, parameters, stream);
    BOOST_TEST((tiles == mirrored_east_west(tiles) || tiles == mirrored_north_south(tiles)));
  }
}

BOOST_AUTO_TEST_CASE(an_island_is_higher_than_its_surroundings) {
  world_parameters parameters;
  parameters.island_chance = 1;
  parameters.doors_chance = 0;
  double middle = 0;
  double border = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_stream stream(seed);
    auto tiles = generate_topology({11, 11}, parameters, stream);
    middle += normalised_height(tiles[{5, 5}]);
    border += (normalised_height(tiles[{5, 0}]) + normalised_height(tiles[{0, 5}])) / 2;
  }
  BOOST_TEST(middle > border + 10);
}

BOOST_AUTO_TEST_CASE(doors_are_gaps_in_walls_with_floor_on_both_sides) {
  auto count_worlds_with_doors = [](double doors_chance) {
    world_parameters parameters;
    parameters.doors_chance = doors_chance;
    parameters.island_chance = 0;
    int worlds = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      random_stream stream(seed);
      worlds += has_wall_with_doors(generate_topology({11, 11}, parameters, stream)) ? 1 : 0;
    }
    return worlds;
  };
  BOOST_TEST(count_worlds_with_doors(1) > 60);
  BOOST_TEST(count_worlds_with_doors(0) < 10);
}

BOOST_AUTO_TEST_CASE(alike_topologies_are_closer_than_unrelated_ones_and_still_playable) {
  double alike = 0;
  double unrelated = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    random_stream stream(seed);
    auto original = generate_topology({9, 9}, {}, stream);
    auto child = generate_topology_like(original, {}, stream);
    BOOST_TEST(!find_rule_violation(child));
    check_playable(child, 0.5);
    alike += topology_distance(original, child);
    unrelated += topology_distance(original, generate_topology({9, 9}, {}, stream));
  }
  BOOST_TEST(alike < unrelated / 2);
  BOOST_TEST(alike > 0);
}

BOOST_AUTO_TEST_SUITE_END()
