#include "core/world/tile_rules.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

bool may_lie_north_of(const char* a, const char* b) {
  return may_neighbour(tile_of(a), direction::north, tile_of(b));
}

} // namespace

BOOST_AUTO_TEST_SUITE(tile_rules_test)

BOOST_AUTO_TEST_CASE(a_ramp_joins_adjacent_levels) {
  BOOST_TEST(may_lie_north_of("^1", "2"));
  BOOST_TEST(may_lie_north_of("1", "^1"));
  BOOST_TEST(!may_lie_north_of("^1", "1"));
  BOOST_TEST(!may_lie_north_of("^1", "3"));
  BOOST_TEST(!may_lie_north_of("0", "^1"));
}

BOOST_AUTO_TEST_CASE(ramps_follow_each_other_only_in_a_flight) {
  BOOST_TEST(may_lie_north_of("^1", "^2"));
  BOOST_TEST(!may_lie_north_of("^1", "^1"));
  BOOST_TEST(!may_lie_north_of("^1", "v1")); // a ridge
  BOOST_TEST(!may_lie_north_of("v1", "^1")); // a valley
}

BOOST_AUTO_TEST_CASE(beside_a_ramp_lies_flat_floor_or_a_ramp_that_rises_with_it) {
  auto beside = [](const char* a, const char* b) {
    return may_neighbour(tile_of(a), direction::east, tile_of(b));
  };
  BOOST_TEST(beside("^1", "^1"));
  BOOST_TEST(beside("^1", "0"));
  BOOST_TEST(beside("^1", "5"));
  BOOST_TEST(!beside("^1", "v1"));
  BOOST_TEST(!beside("^1", "^2"));
  BOOST_TEST(!beside("^1", "NE1"));
}

BOOST_AUTO_TEST_CASE(both_halves_of_a_diagonal_meet_their_level) {
  BOOST_TEST(may_lie_north_of("NE1", "2"));
  BOOST_TEST(!may_lie_north_of("NE1", "1"));
  BOOST_TEST(may_lie_north_of("SE1", "1"));
  BOOST_TEST(may_lie_north_of("SE1", "^1"));
  BOOST_TEST(!may_lie_north_of("SE1", "2"));
}

BOOST_AUTO_TEST_CASE(rules_hold_in_both_directions) {
  for (auto a : all_tiles)
    for (auto b : all_tiles)
      for (auto side : sides)
        BOOST_TEST(may_neighbour(a, side, b) == may_neighbour(b, opposite(side), a));
}

BOOST_AUTO_TEST_CASE(rules_are_the_same_in_a_mirror) {
  for (auto a : all_tiles)
    for (auto b : all_tiles) {
      BOOST_TEST(may_neighbour(a, direction::east, b)
                 == may_neighbour(mirrored_east_west(a), direction::west, mirrored_east_west(b)));
      BOOST_TEST(
          may_neighbour(a, direction::north, b)
          == may_neighbour(mirrored_north_south(a), direction::south, mirrored_north_south(b)));
    }
}

BOOST_AUTO_TEST_CASE(no_ramp_ends_at_an_outer_wall) {
  BOOST_TEST(!find_rule_violation(topology_of({"1", "^0", "0"})));
  BOOST_TEST(find_rule_violation(topology_of({"^0", "0"})).has_value());
  BOOST_TEST(find_rule_violation(topology_of({"1", "^0"})).has_value());
}

BOOST_AUTO_TEST_CASE(a_violation_names_its_place) {
  auto text = find_rule_violation(topology_of({"0 2 0", "0 ^0 0", "0 0 0"}));
  BOOST_REQUIRE(text.has_value());
  BOOST_TEST(text->find("ramp tile at column 1, row 1") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
