#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/generation.hpp"
#include "messages/json.hpp"
#include "messages/world_conversion.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

world any_world(std::uint64_t seed) {
  world_parameters parameters;
  parameters.width = {2, 12};
  parameters.height = {2, 12};
  parameters.objects = {0, 3};
  return generate_world(parameters, seed);
}

/// The error about a world's JSON after a change to it.
template <class Change>
std::string refusal(Change change) {
  nlohmann::json json = to_json(any_world(1));
  change(json);
  try {
    (void)world_from_json(json, "w");
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(world_conversion_test)

BOOST_AUTO_TEST_CASE(worlds_read_back_the_same_from_both_forms) {
  check_property("binary and JSON", [](std::uint64_t seed) {
    auto original = any_world(seed);
    auto arrived = message<schema::World>::from_bytes(to_message(original).bytes());
    RC_ASSERT(arrived.check({}) == arrival_problem::none);
    RC_ASSERT(read_world(*arrived.read()) == original);
    auto text = to_json(original).dump();
    RC_ASSERT(world_from_json(parse_json(text, "w"), "w") == original);
  });
}

BOOST_AUTO_TEST_CASE(task_sets_read_back_the_same_from_both_forms) {
  auto original = draw_task_set({.split = task_split::validation, .count = 6}, {});
  original.tasks[0].co_players[0] = "random";
  BOOST_TEST((read_task_set(*to_message(original).read()) == original));
  BOOST_TEST((task_set_from_json(to_json(original), "set") == original));
}

BOOST_AUTO_TEST_CASE(json_has_the_members_that_other_programs_read) {
  auto json = to_json(any_world(2));
  for (const auto* name : {"size", "tiles", "tile_size", "floor_colours", "playable", "objects",
                           "players", "lighting", "seed"})
    BOOST_TEST(json.contains(name), name);
  BOOST_TEST(json["tiles"].size() == json["size"][1]);
  BOOST_TEST(json["tiles"][0].size() == json["size"][0]);
}

BOOST_AUTO_TEST_CASE(an_error_says_where_and_what_was_expected) {
  BOOST_TEST(refusal([](auto& w) { w["tiles"][1][0]["kind"] = "hole"; })
             == "w.tiles[1][0].kind: must be one of flat, ramp, diagonal, not \"hole\"");
  BOOST_TEST(refusal([](auto& w) { w["size"][0] = 10'000; })
             == "w.size[0]: must be a whole number from 2 to 64, not 10000");
  BOOST_TEST(refusal([](auto& w) { w.erase("lighting"); }) == "w: has no member \"lighting\"");
  BOOST_TEST(
      refusal([](auto& w) { w["tiles"].erase(0); }).starts_with("w.tiles: must be a list of"));
  BOOST_TEST(refusal([](auto& w) {
               w["players"][0]["position"] = {1, 2};
             })
             == "w.players[0].position: must be a list of 3, not a list of 2");
  BOOST_TEST(refusal([](auto& w) {
               w["players"][0]["position"][0] = 1e9;
             }).starts_with("w: The world cannot be used: the x of player 0"));
  BOOST_TEST(refusal([](auto& w) { w["seed"] = -1; })
             == "w.seed: must be a whole number of at least 0, not -1");
  BOOST_TEST(refusal([](auto& w) { w = 3; }) == "w: must be an object, not 3");
}

BOOST_AUTO_TEST_CASE(what_is_not_json_is_refused_with_its_place) {
  for (const auto* text : {"", "{", "[1,]", "nul", "1e999", "\"\xff\""})
    BOOST_CHECK_EXCEPTION(parse_json(text, "w"), user_error, [](const user_error& e) {
      return std::string{e.what()}.starts_with("w: not JSON: ");
    });
}

BOOST_AUTO_TEST_CASE(what_nests_for_ever_is_refused) {
  for (const std::string open : {"[", "{\"size\":"})
    for (std::size_t depth : {20, 200'000}) {
      std::string text;
      for (std::size_t i = 0; i < depth; ++i)
        text += open;
      BOOST_CHECK_THROW(parse_json(text, "w"), user_error);
    }
}

BOOST_AUTO_TEST_CASE(a_set_of_another_version_or_without_tasks_is_refused) {
  auto set = draw_task_set({.count = 1}, {});
  nlohmann::json json = to_json(set);
  json["version"] = 2;
  BOOST_CHECK_THROW(task_set_from_json(json, "set"), user_error);
  set.tasks.clear();
  BOOST_CHECK_THROW(task_set_from_json(to_json(set), "set"), user_error);
  BOOST_CHECK_THROW(read_task_set(*to_message(set).read()), user_error);
}

BOOST_AUTO_TEST_CASE(a_binary_world_whose_maps_do_not_fit_is_refused) {
  message_builder<schema::World> builder;
  builder->setWidth(65'535);
  builder->setHeight(65'535);
  auto built = std::move(builder).finish();
  BOOST_CHECK_THROW(read_world(*built.read()), user_error);
  world value;
  BOOST_TEST((from_schema(*built.read(), value) == arrival_problem::nonsense));
}

BOOST_AUTO_TEST_CASE(a_task_with_a_goal_that_is_none_is_refused) {
  auto set = draw_task_set({.count = 1}, {});
  nlohmann::json json = to_json(set.tasks[0]);
  json["goals"][0] = "juggle(me, black cube)";
  BOOST_CHECK_EXCEPTION((void)task_from_json(json, "t"), user_error, [](const user_error& e) {
    return std::string{e.what()}.starts_with("t.goals[0]: ");
  });
}

BOOST_AUTO_TEST_SUITE_END()
