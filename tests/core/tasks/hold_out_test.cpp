#include "core/game/recolouring.hpp"
#include "core/tasks/generation.hpp"
#include "core/tasks/hold_out.hpp"
#include "core/world/generation.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace troupe;

namespace {

task_set sample_set(std::uint64_t seed = 1) {
  task_set_request request;
  request.count = 20;
  request.seed = seed;
  return draw_task_set(request, {});
}

} // namespace

BOOST_AUTO_TEST_SUITE(hold_out_test)

BOOST_AUTO_TEST_CASE(a_held_out_game_is_recognised_under_every_recolouring) {
  auto set = sample_set();
  hold_out held_out;
  held_out.add(set);
  random_stream draws{1};
  for (const auto& each : set.tasks)
    for (int i = 0; i < 50; ++i)
      BOOST_REQUIRE(held_out.contains(recolour(each.played, random_recolouring(draws))));
}

BOOST_AUTO_TEST_CASE(a_held_out_world_is_recognised_in_a_mirror) {
  auto set = sample_set();
  hold_out held_out;
  held_out.add(set);
  for (const auto& each : set.tasks)
    for (const auto& tiles :
         {mirrored_east_west(each.place.tiles), mirrored_north_south(each.place.tiles)}) {
      auto image = each.place;
      image.tiles = tiles;
      BOOST_REQUIRE(held_out.contains(image));
    }
}

BOOST_AUTO_TEST_CASE(what_was_not_held_out_is_free) {
  hold_out nothing;
  auto set = sample_set();
  BOOST_TEST(!nothing.contains(set.tasks[0].played));
  BOOST_TEST(!nothing.contains(set.tasks[0].place));
  hold_out held_out;
  held_out.add(set.tasks[0]);
  auto other = generate_world({}, 12345);
  BOOST_TEST(!held_out.contains(other));
}

BOOST_AUTO_TEST_CASE(topologies_have_one_canonical_form_for_all_eight_symmetries) {
  world_parameters parameters;
  parameters.width = {4, 7};
  parameters.height = {4, 7};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto tiles = generate_world(parameters, seed).tiles;
    auto canonical = canonical_topology(tiles);
    BOOST_TEST(canonical_topology(mirrored_east_west(tiles)) == canonical);
    BOOST_TEST(canonical_topology(mirrored_north_south(tiles)) == canonical);
    auto changed = tiles;
    auto& first = changed.values().front();
    first = all_tiles[(tile_index(first) + 1) % tile_count];
    BOOST_TEST(canonical_topology(changed) != canonical);
  }
}

BOOST_AUTO_TEST_CASE(a_quarter_turn_changes_nothing) {
  // A ramp to the north, flat elsewhere; and the same after a quarter turn counter-clockwise.
  topology before({3, 2});
  before[{2, 0}] = {tile_kind::ramp, 0, direction::north};
  before[{0, 1}] = {tile_kind::diagonal, 0, direction::northeast};
  topology after({2, 3});
  after[{1, 2}] = {tile_kind::ramp, 0, direction::west};
  after[{0, 0}] = {tile_kind::diagonal, 0, direction::northwest};
  BOOST_TEST(canonical_topology(before) == canonical_topology(after));
}

BOOST_AUTO_TEST_CASE(recolouring_never_moves_a_game_to_the_other_evaluation_set) {
  random_stream draws{2};
  for (const auto& each : sample_set().tasks) {
    auto split = evaluation_split_of(each.played);
    for (int i = 0; i < 20; ++i)
      BOOST_TEST((evaluation_split_of(recolour(each.played, random_recolouring(draws))) == split));
  }
}

BOOST_AUTO_TEST_SUITE_END()
