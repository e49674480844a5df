#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "core/tasks/task.hpp"
#include "core/world/generation.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(task_test)

BOOST_AUTO_TEST_CASE(a_game_requires_what_its_goals_name) {
  game played{parse_goal("hold(me, black cube) & on(purple sphere, olive floor)"),
              parse_goal("near(me, black cube) | !see(me, yellow pyramid)")};
  auto required = requirements_of(played);
  BOOST_TEST(required.players == 2);
  BOOST_TEST((required.floors == std::vector<floor_colour>{floor_colour::olive}));
  BOOST_TEST(required.objects.size() == 3); // the cube only once
}

BOOST_AUTO_TEST_CASE(hide_and_seek_requires_players_only) {
  auto required =
      requirements_of({parse_goal("see(me, opponent)"), parse_goal("!see(opponent, me)")});
  BOOST_TEST(required.objects.empty());
  BOOST_TEST(required.floors.empty());
}

BOOST_AUTO_TEST_CASE(tasks_are_grouped_by_their_relation_or_else_by_players) {
  auto group = [](game played) { return group_of({{}, std::move(played), {}}); };
  BOOST_TEST(group({parse_goal("hold(me, black cube)")}) == "hold");
  BOOST_TEST(group({parse_goal("!see(me, black cube)")}) == "see");
  BOOST_TEST(group({parse_goal("hold(me, black cube) & see(me, black cube)")}) == "1 player");
  BOOST_TEST(group({parse_goal("see(me, opponent)"), parse_goal("hold(me, black cube)")})
             == "2 players");
}

BOOST_AUTO_TEST_CASE(world_game_and_co_players_must_fit) {
  world_parameters parameters;
  parameters.players = {2, 2};
  task good{generate_world(parameters, 1),
            {parse_goal("see(me, opponent)"), parse_goal("!see(opponent, me)")},
            {"noop"}};
  BOOST_CHECK_NO_THROW(validate(good));
  auto without_co_player = good;
  without_co_player.co_players.clear();
  BOOST_CHECK_THROW(validate(without_co_player), user_error);
  auto with_one_goal = good;
  with_one_goal.played = game{parse_goal("see(me, opponent)")};
  BOOST_CHECK_THROW(validate(with_one_goal), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
