#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/generation.hpp"
#include "tests/fixtures/program.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

using topology_bytes = std::vector<std::uint8_t>;

/// Worlds with one player and one thing, as they evolve beside an agent.
std::vector<archived_world> make_archive() {
  world_parameters parameters;
  parameters.width = parameters.height = {5, 5};
  parameters.objects = parameters.players = {1, 1};
  std::vector<archived_world> archive;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    archive.push_back({static_cast<std::int64_t>(100 * seed), generate_world(parameters, seed)});
  return archive;
}
const std::vector<archived_world>& archive() {
  static const auto worlds = make_archive();
  return worlds;
}

task_set draw_set(task_split split, std::size_t count, const hold_out& held_out = {},
                  const std::vector<archived_world>& worlds = archive()) {
  task_set_request request;
  request.split = split;
  request.count = count;
  request.seed = 3;
  request.world_width = request.world_height = {9, 9};
  request.worlds = worlds;
  return draw_task_set(request, held_out);
}

/// Drawn once, for they take seconds.
const task_set& test_set() {
  static const auto set = draw_set(task_split::test, 16);
  return set;
}
const task_set& validation_set() {
  static const auto set = draw_set(task_split::validation, 16);
  return set;
}

std::set<topology_bytes> topologies_of(const task_set& set) {
  std::set<topology_bytes> all;
  for (const auto& each : set.tasks)
    all.insert(canonical_topology(each.place.tiles));
  return all;
}

std::set<topology_bytes> topologies_of(const std::vector<archived_world>& worlds) {
  std::set<topology_bytes> all;
  for (const auto& each : worlds)
    all.insert(canonical_topology(each.place.tiles));
  return all;
}

/// Of all tiles, the share that is as in the archive's world that is most like it.
double likeness(const topology& tiles) {
  auto equal = [&](const archived_world& each) {
    const auto& others = each.place.tiles.values();
    return std::inner_product(others.begin(), others.end(), tiles.values().begin(), 0, std::plus{},
                              std::equal_to{});
  };
  int most = 0;
  for (const auto& each : archive())
    most = std::max(most, equal(each));
  return most / static_cast<double>(tiles.values().size());
}

} // namespace

BOOST_AUTO_TEST_SUITE(archived_worlds_test)

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_set) {
  BOOST_TEST((draw_set(task_split::test, 16) == test_set()));
}

BOOST_AUTO_TEST_CASE(evaluation_tasks_are_played_in_worlds_of_the_archive) {
  auto known = topologies_of(archive());
  for (const auto& set : {test_set(), validation_set()})
    for (const auto& topology : topologies_of(set))
      BOOST_TEST(known.contains(topology));
}

BOOST_AUTO_TEST_CASE(test_and_validation_never_share_a_world) {
  auto validation = topologies_of(validation_set());
  for (const auto& topology : topologies_of(test_set()))
    BOOST_TEST(!validation.contains(topology));
  for (const auto& each : test_set().tasks)
    BOOST_TEST((evaluation_split_of(each.place) == task_split::test));
}

BOOST_AUTO_TEST_CASE(their_worlds_have_what_games_need_and_one_object_of_each_kind) {
  std::set<std::pair<gadget, player_colour>> first_players;
  for (const auto& set : {test_set(), validation_set()})
    for (const auto& each : set.tasks) {
      BOOST_CHECK_NO_THROW(validate(each));
      BOOST_TEST(satisfies(each.place, requirements_of(each.played)));
      std::set<std::pair<object_colour, object_shape>> kinds;
      for (const auto& object : each.place.objects)
        kinds.emplace(object.colour, object.shape);
      BOOST_TEST(each.place.objects.size() == 12U);
      BOOST_TEST(kinds.size() == 12U);
      const auto& player = each.place.players.front();
      first_players.emplace(player.gadget, player.colour);
    }
  BOOST_TEST(first_players.size() == 6U); // gadgets and colours are drawn anew
}

BOOST_AUTO_TEST_CASE(a_topology_that_comes_up_again_is_furnished_in_another_way) {
  BOOST_TEST(topologies_of(test_set()).size() < 16U);
  const auto& tasks = test_set().tasks;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      BOOST_TEST((tasks[i].place.objects != tasks[k].place.objects));
}

BOOST_AUTO_TEST_CASE(held_out_worlds_do_not_come_up) {
  const auto& first = test_set().tasks.front();
  hold_out held_out;
  held_out.add(task{first.place, validation_set().tasks.front().played, {}});
  for (const auto& each : draw_set(task_split::test, 16, held_out).tasks)
    BOOST_TEST(!held_out.contains(each.place));
}

BOOST_AUTO_TEST_CASE(an_archive_without_worlds_for_a_set_is_refused) {
  auto worlds = archive();
  std::erase_if(
      worlds, [](const auto& each) { return evaluation_split_of(each.place) == task_split::test; });
  BOOST_CHECK_EXCEPTION(
      draw_set(task_split::test, 1, {}, worlds), user_error, [](const user_error& problem) {
        return contains(problem.what(), "archive") && contains(problem.what(), "test set");
      });
}

BOOST_AUTO_TEST_CASE(training_tasks_are_played_in_worlds_like_those_of_the_archive) {
  auto known = topologies_of(archive());
  auto set = draw_set(task_split::train, 40);
  BOOST_TEST((set == draw_set(task_split::train, 40)));
  std::size_t changed = 0;
  double alike = 0;
  double unrelated = 0;
  for (const auto& each : set.tasks) {
    BOOST_CHECK_NO_THROW(validate(each));
    BOOST_TEST(satisfies(each.place, requirements_of(each.played)));
    BOOST_TEST((each.place.tiles.size() == grid_size{5, 5}));
    BOOST_TEST(each.place.objects.size() >= 3U);
    alike += likeness(each.place.tiles) / 40;
    changed += known.contains(canonical_topology(each.place.tiles)) ? 0U : 1U;
  }
  world_parameters parameters;
  parameters.width = parameters.height = {5, 5};
  for (std::uint64_t seed = 100; seed < 140; ++seed)
    unrelated += likeness(generate_world(parameters, seed).tiles) / 40;
  BOOST_TEST(changed > 20U);
  BOOST_TEST(alike > unrelated + 0.2);
}

BOOST_AUTO_TEST_CASE(a_set_says_that_its_worlds_are_from_an_archive) {
  BOOST_TEST(contains(test_set().origin, "worlds from an archive of 30"));
  BOOST_TEST(
      contains(draw_set(task_split::train, 1).origin, "worlds like those of an archive of 30"));
}

BOOST_AUTO_TEST_SUITE_END()
