#include "core/game/counting.hpp"
#include "core/support/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(counting_test)

BOOST_AUTO_TEST_CASE(the_papers_example_has_the_value_of_its_formula) {
  auto goals = log10_game_count({.atoms = 200, .options = 3, .conjunctions = 3, .players = 1});
  auto games = log10_game_count({.atoms = 200, .options = 3, .conjunctions = 3, .players = 2});
  BOOST_TEST(goals.lower == 17.3, boost::test_tools::tolerance(0.003));
  BOOST_TEST(games.lower == 34.3, boost::test_tools::tolerance(0.003));
  BOOST_TEST(games.upper > games.lower);
}

BOOST_AUTO_TEST_CASE(small_spaces_are_counted_exactly) {
  // One option of one of (8 / 2 - 1) atoms or its negation; at most any of 8.
  auto bounds = log10_game_count({.atoms = 8, .options = 1, .conjunctions = 1, .players = 1});
  BOOST_TEST(bounds.lower == std::log10(6.0), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(bounds.upper == std::log10(8.0), boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(the_lower_bound_never_exceeds_the_upper) {
  for (std::size_t options = 1; options <= 6; ++options)
    for (std::size_t conjunctions = 1; conjunctions <= 6; ++conjunctions)
      for (std::size_t players = 1; players <= 3; ++players) {
        auto bounds = log10_game_count({212, options, conjunctions, players});
        BOOST_TEST(bounds.lower <= bounds.upper);
      }
}

BOOST_AUTO_TEST_CASE(spaces_without_enough_atoms_are_refused) {
  BOOST_CHECK_THROW(log10_game_count({.atoms = 0}), user_error);
  BOOST_CHECK_THROW(log10_game_count({200, 0, 3, 2}), user_error);
  BOOST_CHECK_THROW(log10_game_count({20, 3, 3, 2}), user_error);
  BOOST_CHECK_THROW(log10_game_count({200, std::size_t{1} << 63, 3, 2}), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
