#include "core/game/goal_text.hpp"
#include "core/game/value_bounds.hpp"
#include "tests/core/game/naive.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;
using namespace troupe::test;

namespace {

/// Whether `a` is rewarded nowhere where `b` is not, state by state.
bool naively_implies(const goal& a, const goal& b) {
  auto with_b = naive_goals{{a, b}, {0, 0}, 2}.count();
  auto any = with_b.states - with_b.none;
  auto alone = naive_goals{{b}, {0}, 2}.count();
  return any / with_b.states == alone.all / alone.states;
}

bool contains(const std::vector<goal>& goals, const char* text) {
  return std::find(goals.begin(), goals.end(), parse_goal(text)) != goals.end();
}

} // namespace

BOOST_AUTO_TEST_SUITE(value_bounds_test)

BOOST_AUTO_TEST_CASE(implication_is_that_of_counting_states) {
  random_stream stream{1};
  for (int round = 0; round < 1000; ++round) {
    auto pool = random_atoms(4, stream);
    auto a = random_goal(pool, stream);
    auto b = random_goal(pool, stream);
    BOOST_TEST_REQUIRE(implies(a, b) == naively_implies(a, b));
  }
}

BOOST_AUTO_TEST_CASE(lower_goals_imply_the_goal_and_the_goal_implies_higher_ones) {
  random_stream stream{2};
  for (int round = 0; round < 500; ++round) {
    auto aim = random_goal(stream);
    for (const auto& lower : goals_of_lower_value(aim)) {
      BOOST_TEST_REQUIRE(implies(lower, aim));
      BOOST_TEST_REQUIRE((lower != aim));
    }
    for (const auto& higher : goals_of_higher_value(aim)) {
      BOOST_TEST_REQUIRE(implies(aim, higher));
      BOOST_TEST_REQUIRE((higher != aim));
    }
  }
}

BOOST_AUTO_TEST_CASE(fewer_options_and_more_conjuncts_are_worth_less) {
  auto lower = goals_of_lower_value(
      parse_goal("hold(me, black cube) & see(me, opponent) | on(me, blue floor)"));
  BOOST_TEST(contains(lower, "on(me, blue floor)"));
  BOOST_TEST(contains(lower, "hold(me, black cube) & see(me, opponent)"));
  BOOST_TEST(contains(lower, "hold(me, black cube) & see(me, opponent)"
                             " | on(me, blue floor) & !see(me, opponent)"));
}

BOOST_AUTO_TEST_CASE(fewer_conjuncts_and_more_options_are_worth_more) {
  auto higher = goals_of_higher_value(
      parse_goal("hold(me, black cube) & see(me, opponent) | on(me, blue floor)"));
  BOOST_TEST(contains(higher, "hold(me, black cube) | on(me, blue floor)"));
  BOOST_TEST(contains(higher, "see(me, opponent) | on(me, blue floor)"));
  BOOST_TEST(contains(higher, "hold(me, black cube) & see(me, opponent) | on(me, blue floor)"
                              " | !hold(me, black cube)"));
}

BOOST_AUTO_TEST_CASE(a_single_predicate_has_no_bounds_but_trivial_ones) {
  BOOST_TEST(goals_of_lower_value(parse_goal("see(me, opponent)")).empty());
  BOOST_TEST(goals_of_higher_value(parse_goal("see(me, opponent)")).empty());
  BOOST_TEST(goals_of_lower_value(goal{}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
