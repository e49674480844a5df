#include "core/world/wave_function_collapse.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

grid<tile_weights> equal_weights(grid_size size) {
  tile_weights weights;
  weights.fill(1);
  return grid<tile_weights>(size, weights);
}

} // namespace

BOOST_AUTO_TEST_SUITE(wave_function_collapse_test)

BOOST_AUTO_TEST_CASE(every_collapse_obeys_the_rules) {
  int collapsed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    random_stream stream(seed);
    grid_size size{static_cast<int>(stream.between(2, 12)),
                   static_cast<int>(stream.between(2, 12))};
    tile_wave wave(equal_weights(size), {4, 1, 1}, {});
    if (!wave.collapse(stream))
      continue;
    ++collapsed;
    BOOST_TEST(!find_rule_violation(wave.tiles()));
  }
  BOOST_TEST(collapsed > 290);
}

BOOST_AUTO_TEST_CASE(tiles_without_weight_are_never_placed) {
  auto weights = equal_weights({8, 8});
  for (auto& cell_weights : weights.values())
    for (std::size_t t = 0; t < tile_count; ++t)
      if (top_level(all_tiles[t]) > 1)
        cell_weights[t] = 0;
  random_stream stream(5);
  tile_wave wave(weights, {}, {});
  BOOST_REQUIRE(wave.collapse(stream));
  auto tiles = wave.tiles();
  for (auto t : tiles.values())
    BOOST_TEST(top_level(t) <= 1);
}

BOOST_AUTO_TEST_CASE(heavier_tiles_come_more_often) {
  auto weights = equal_weights({20, 20});
  for (auto& cell_weights : weights.values())
    cell_weights[tile_index(tile_of("3"))] = 1000;
  random_stream stream(5);
  tile_wave wave(weights, {}, {});
  BOOST_REQUIRE(wave.collapse(stream));
  auto tiles = wave.tiles();
  BOOST_TEST(std::count(tiles.values().begin(), tiles.values().end(), tile_of("3")) > 300);
}

BOOST_AUTO_TEST_CASE(reopened_cells_change_and_the_others_stay) {
  // Flat tiles only: a ramp's neighbours may leave no choice.
  tile_weights flat{};
  std::fill_n(flat.begin(), level_count, 1);
  random_stream stream(9);
  tile_wave wave(grid<tile_weights>({9, 9}, flat), {4, 1, 1}, {});
  BOOST_REQUIRE(wave.collapse(stream));
  auto before = wave.tiles();
  cell_mask cells(before.size());
  cells[{4, 4}] = 1;
  bool changed = false;
  for (int i = 0; i < 50; ++i) {
    wave.reopen(cells);
    BOOST_REQUIRE(wave.collapse(stream));
    auto after = wave.tiles();
    BOOST_TEST(!find_rule_violation(after));
    changed = changed || after[{4, 4}] != before[{4, 4}];
    after[{4, 4}] = before[{4, 4}];
    BOOST_TEST((after == before));
  }
  BOOST_TEST(changed);
}

BOOST_AUTO_TEST_CASE(symmetric_waves_are_their_own_images) {
  int collapsed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    random_stream stream(seed);
    grid_size size{static_cast<int>(stream.between(2, 11)),
                   static_cast<int>(stream.between(2, 11))};
    mirror_symmetry symmetry{seed % 3 != 1, seed % 3 != 0};
    tile_wave wave(equal_weights(size), {4, 1, 1}, symmetry);
    if (!wave.collapse(stream))
      continue;
    ++collapsed;
    auto tiles = wave.tiles();
    BOOST_TEST(!find_rule_violation(tiles));
    if (symmetry.east_west)
      BOOST_TEST((tiles == mirrored_east_west(tiles)));
    if (symmetry.north_south)
      BOOST_TEST((tiles == mirrored_north_south(tiles)));
  }
  BOOST_TEST(collapsed > 190);
}

BOOST_AUTO_TEST_CASE(a_wave_without_solutions_gives_up) {
  // Nothing but ramps: their feet would have to stand on something.
  tile_weights ramps{};
  ramps[tile_index(tile_of("^0"))] = 1;
  random_stream stream(1);
  tile_wave wave(grid<tile_weights>({3, 3}, ramps), {}, {});
  BOOST_TEST(!wave.collapse(stream));
}

BOOST_AUTO_TEST_SUITE_END()
