#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"

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

} // namespace

BOOST_AUTO_TEST_SUITE(generation_test)

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_set) {
  for (auto split : {task_split::train, task_split::validation}) {
    BOOST_TEST((draw_set(split, 12, 3) == draw_set(split, 12, 3)));
    BOOST_TEST((draw_set(split, 12, 3).tasks != draw_set(split, 12, 4).tasks));
  }
}

BOOST_AUTO_TEST_CASE(every_task_can_be_played) {
  for (auto split : {task_split::train, task_split::validation, task_split::test})
    for (const auto& each : draw_set(split, 20, 5).tasks) {
      BOOST_CHECK_NO_THROW(validate(each));
      BOOST_TEST(satisfies(each.place, requirements_of(each.played)));
    }
}

BOOST_AUTO_TEST_CASE(evaluation_tasks_are_as_the_paper_says) {
  auto set = draw_set(task_split::test, 40, 6);
  std::set<game> games;
  std::set<std::vector<std::uint8_t>> worlds;
  std::size_t for_three = 0;
  for (const auto& each : set.tasks) {
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
  BOOST_TEST(games.size() == 40);
  BOOST_TEST(worlds.size() == 40);
  BOOST_TEST(for_three == 20);
}

BOOST_AUTO_TEST_CASE(test_and_validation_never_share_a_game_or_a_world) {
  hold_out test;
  for (std::uint64_t seed : {1, 2})
    test.add(draw_set(task_split::test, 40, seed));
  for (std::uint64_t seed : {1, 2, 3})
    for (const auto& each : draw_set(task_split::validation, 40, seed).tasks) {
      BOOST_TEST(!test.contains(each.played));
      BOOST_TEST(!test.contains(each.place));
    }
}

BOOST_AUTO_TEST_CASE(training_never_meets_what_is_held_out) {
  hold_out held_out;
  held_out.add(draw_set(task_split::test, 60, 1));
  held_out.add(draw_set(task_split::validation, 60, 1));
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

BOOST_AUTO_TEST_CASE(a_set_says_how_it_was_made) {
  auto origin = draw_set(task_split::test, 3, 77).origin;
  BOOST_TEST(origin.find("3 test tasks drawn with seed 77") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(impossible_requests_are_refused) {
  BOOST_CHECK_THROW(draw_set(task_split::test, 0, 1), user_error);
  BOOST_CHECK_THROW(draw_set(task_split::hand_authored, 1, 1), user_error);
  task_set_request tiny;
  tiny.split = task_split::test;
  tiny.count = 500;
  tiny.world_width = tiny.world_height = {2, 2};
  BOOST_CHECK_THROW(draw_task_set(tiny, {}), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
