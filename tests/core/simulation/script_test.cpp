#include "core/game/goal_text.hpp"
#include "core/simulation/script.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

constexpr physical_player me{0};
constexpr object_kind black_cube{object_colour::black, object_shape::cube};

world world_with(gadget tool) {
  world w;
  w.players.resize(2);
  w.players[0].gadget = tool;
  return w;
}

bool can_play(std::string_view goal, gadget tool) {
  return can_play(plans_for(parse_goal(goal), 0, 2), world_with(tool), 0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(script_test)

BOOST_AUTO_TEST_CASE(each_option_of_a_goal_is_a_plan) {
  auto part =
      plans_for(parse_goal("hold(me, black cube) & !on(me, blue floor) | see(me, opponent)"), 0, 2);
  BOOST_TEST_REQUIRE(part.plans.size() == 2);
  BOOST_TEST((part.plans[0]
              == plan{{relation::hold, me, black_cube, true},
                      {relation::on, me, floor_colour::blue, false}}));
  BOOST_TEST((part.plans[1] == plan{{relation::see, me, physical_player{1}, true}}));
}

BOOST_AUTO_TEST_CASE(any_of_two_opponents_will_do_and_neither_must) {
  auto wanted = plans_for(parse_goal("see(me, opponent)"), 1, 3);
  BOOST_TEST(wanted.plans.size() == 2);
  auto forbidden = plans_for(parse_goal("!see(me, opponent)"), 1, 3);
  BOOST_TEST_REQUIRE(forbidden.plans.size() == 1);
  BOOST_TEST(forbidden.plans[0].size() == 2);
}

BOOST_AUTO_TEST_CASE(what_is_against_a_goal_is_for_its_opposite) {
  auto aim = parse_goal("hold(me, black cube) & on(me, blue floor)");
  auto opposite = parse_goal("!hold(me, black cube) | !on(me, blue floor)");
  BOOST_TEST((plans_against(aim, 1, 2) == plans_for(opposite, 1, 2)));
}

BOOST_AUTO_TEST_CASE(what_others_do_can_only_be_prevented_by_tagging) {
  BOOST_TEST(can_play("hold(me, black cube)", gadget::freeze));
  BOOST_TEST(can_play("near(black cube, yellow sphere)", gadget::freeze));
  BOOST_TEST(can_play("!see(opponent, me)", gadget::freeze));
  BOOST_TEST(can_play("!on(opponent, blue floor)", gadget::tag));
  BOOST_TEST(!can_play("!on(opponent, blue floor)", gadget::freeze));
  BOOST_TEST(!can_play("on(opponent, blue floor)", gadget::tag));
  BOOST_TEST(!can_play("hold(opponent, black cube)", gadget::tag));
  BOOST_TEST(can_play("hold(opponent, black cube) | on(me, blue floor)", gadget::tag));
}

BOOST_AUTO_TEST_CASE(the_three_styles_differ) {
  game played{parse_goal("hold(me, black cube)"), parse_goal("on(me, blue floor)")};
  BOOST_TEST(
      (script_of(script_style::goal_seeker, played, 0) == script{hold_object(me, black_cube)}));
  BOOST_TEST((script_of(script_style::interferer, played, 0)
              == script{plans_for(parse_goal("!on(me, blue floor)"), 1, 2)}));
  BOOST_TEST((script_of(script_style::wanderer, played, 0) == script{wander{}}));
}

BOOST_AUTO_TEST_SUITE_END()
