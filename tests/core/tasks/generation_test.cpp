#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/generation.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

using namespace troupe;

namespace {

task_set draw_set(task_split split, std::size_t count, std::uint64_t seed,
                  const hold_out& held_out = {}) {
  task_set_request request;
  request.split = split;
  request.count = count;
  request.seed = seed;
  return draw_task_set(request, held_out);
}

/// Drawn once, for they take seconds.
const task_set& test_set() {
  static const auto set = draw_set(task_split::test, 28, 6);
  return set;
}
const task_set& validation_set() {
  static const auto set = draw_set(task_split::validation, 28, 6);
  return set;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generation_test)

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_set) {
  BOOST_TEST((draw_set(task_split::train, 12, 3) == draw_set(task_split::train, 12, 3)));
  BOOST_TEST((draw_set(task_split::train, 12, 3) != draw_set(task_split::train, 12, 4)));
  BOOST_TEST((draw_set(task_split::test, 4, 3) == draw_set(task_split::test, 4, 3)));
}

BOOST_AUTO_TEST_CASE(every_task_can_be_played) {
  for (const auto& set : {test_set(), validation_set(), draw_set(task_split::train, 50, 5)})
    for (const auto& each : set.tasks) {
      BOOST_CHECK_NO_THROW(validate(each));
      BOOST_TEST(satisfies(each.place, requirements_of(each.played)));
    }
}

BOOST_AUTO_TEST_CASE(evaluation_tasks_are_as_the_paper_says) {
  std::set<game> games;
  std::set<std::vector<std::uint8_t>> worlds;
  std::size_t for_three = 0;
  for (const auto& each : test_set().tasks) {
    games.insert(canonical_recolouring(each.played));
    worlds.insert(canonical_topology(each.place.tiles));
    for_three += each.played.players() == 3 ? 1 : 0;
    BOOST_TEST(each.played.players() >= 2);
    BOOST_TEST(each.played.options() <= 3);
    BOOST_TEST(each.played.conjunctions() <= 3);
    BOOST_TEST(each.played.predicates() <= 6);
    BOOST_TEST(!properties(each.played).trivial);
    std::set<std::pair<object_colour, object_shape>> kinds;
    for (const auto& object : each.place.objects)
      kinds.emplace(object.colour, object.shape);
    BOOST_TEST(each.place.objects.size() == 12);
    BOOST_TEST(kinds.size() == 12);
  }
  BOOST_TEST(games.size() == 28);
  BOOST_TEST(worlds.size() == 28);
  BOOST_TEST(for_three == 14);
}

BOOST_AUTO_TEST_CASE(test_and_validation_never_share_a_game_or_a_world) {
  hold_out test;
  test.add(test_set());
  for (const auto& set : {validation_set(), draw_set(task_split::validation, 8, 7)})
    for (const auto& each : set.tasks) {
      BOOST_TEST(!test.contains(each.played));
      BOOST_TEST(!test.contains(each.place));
    }
}

BOOST_AUTO_TEST_CASE(training_never_meets_what_is_held_out) {
  hold_out held_out;
  held_out.add(test_set());
  held_out.add(validation_set());
  random_stream draws{3};
  for (const auto& each : draw_set(task_split::train, 200, 1, held_out).tasks) {
    BOOST_REQUIRE(!held_out.contains(each.played));
    BOOST_REQUIRE(!held_out.contains(recolour(each.played, random_recolouring(draws))));
    BOOST_REQUIRE(!held_out.contains(each.place));
  }
}

BOOST_AUTO_TEST_CASE(a_collision_is_really_rejected) {
  // Hold out what would be drawn first: then something else is drawn.
  auto first = draw_set(task_split::train, 1, 9).tasks.front();
  hold_out held_out;
  held_out.add(first);
  auto second = draw_set(task_split::train, 1, 9, held_out).tasks.front();
  BOOST_TEST((second != first));
  BOOST_TEST(!held_out.contains(second.played));
}

BOOST_AUTO_TEST_CASE(a_held_out_world_is_replaced_by_another) {
  auto tasks = draw_set(task_split::train, 2, 9).tasks;
  hold_out held_out;
  held_out.add(task{tasks[0].place, tasks[1].played, tasks[1].co_players});
  auto redrawn = draw_set(task_split::train, 1, 9, held_out).tasks.front();
  BOOST_TEST((redrawn.place.tiles != tasks[0].place.tiles));
  BOOST_TEST(!held_out.contains(redrawn.place));
}

BOOST_AUTO_TEST_CASE(evaluation_sets_replace_held_out_games_and_worlds) {
  auto first = draw_set(task_split::test, 4, 8);
  auto elsewhere = generate_world({}, 1);
  auto other_game = draw_set(task_split::train, 1, 9).tasks.front().played;
  hold_out games;
  hold_out worlds;
  for (const auto& each : first.tasks) {
    games.add(task{elsewhere, each.played, each.co_players});
    worlds.add(task{each.place, other_game, each.co_players});
  }
  for (const auto& each : draw_set(task_split::test, 4, 8, games).tasks)
    BOOST_TEST(!games.contains(each.played));
  auto redrawn = draw_set(task_split::test, 4, 8, worlds);
  for (std::size_t i = 0; i < redrawn.tasks.size(); ++i) {
    BOOST_TEST((redrawn.tasks[i].played == first.tasks[i].played));
    BOOST_TEST(!worlds.contains(redrawn.tasks[i].place));
  }
}

BOOST_AUTO_TEST_CASE(the_beginning_of_an_evaluation_set_is_like_the_whole) {
  for (std::size_t i = 0; i < test_set().tasks.size(); ++i)
    BOOST_TEST(test_set().tasks[i].played.players() == 2 + i % 2);
}

BOOST_AUTO_TEST_CASE(a_set_says_how_it_was_made) {
  auto origin = draw_set(task_split::train, 3, 77).origin;
  BOOST_TEST(origin.find("3 train tasks drawn with seed 77") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(impossible_requests_are_refused) {
  BOOST_CHECK_THROW(draw_set(task_split::test, 0, 1), user_error);
  BOOST_CHECK_THROW(draw_set(task_split::hand_authored, 1, 1), user_error);
  task_set_request tiny;
  tiny.world_width = {9, 5};
  BOOST_CHECK_THROW(draw_task_set(tiny, {}), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
