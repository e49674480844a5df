#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "core/world/requirements.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/world/topology_text.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

using namespace troupe;

namespace {

world_requirements random_requirements(random_stream& stream) {
  world_requirements requirements;
  for (auto i = stream.below(7); i > 0; --i)
    requirements.floors.push_back(static_cast<floor_colour>(stream.below(6)));
  for (auto i = stream.below(7); i > 0; --i)
    requirements.objects.push_back(
        {static_cast<object_colour>(stream.below(3)), static_cast<object_shape>(stream.below(3))});
  requirements.players = static_cast<int>(stream.between(1, 3));
  return requirements;
}

} // namespace

BOOST_AUTO_TEST_SUITE(requirements_test)

BOOST_AUTO_TEST_CASE(an_adapted_world_has_what_is_required_over_thousands_of_seeds) {
  int were_missing = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    random_stream stream(seed);
    world_parameters parameters;
    parameters.width = parameters.height = {5, 9};
    auto w = generate_world(parameters, seed);
    auto requirements = random_requirements(stream);
    were_missing += satisfies(w, requirements) ? 0 : 1;
    auto adapted = adapt_world(w, requirements, seed);
    BOOST_REQUIRE_MESSAGE(satisfies(adapted, requirements), "seed " << seed);
    BOOST_REQUIRE_NO_THROW(validate(adapted));
    BOOST_TEST((adapted.tiles == w.tiles));
    BOOST_TEST((adapted == adapt_world(w, requirements, seed)));
  }
  BOOST_TEST(were_missing > 1000);
}

BOOST_AUTO_TEST_CASE(a_world_that_has_everything_stays_as_it_is) {
  auto w = generate_world(evaluation_world_parameters(), 3);
  world_requirements requirements;
  requirements.objects = {{object_colour::purple, object_shape::sphere}};
  requirements.players = static_cast<int>(w.players.size());
  BOOST_TEST((adapt_world(w, requirements, 1) == w));
}

BOOST_AUTO_TEST_CASE(added_entities_do_not_overlap) {
  world_parameters parameters;
  parameters.objects = {0, 0};
  parameters.players = {0, 0};
  world_requirements everything;
  everything.players = 3;
  for (auto colour : {object_colour::black, object_colour::purple, object_colour::yellow})
    for (auto shape : {object_shape::cube, object_shape::sphere, object_shape::pyramid})
      everything.objects.push_back({colour, shape});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto w = adapt_world(generate_world(parameters, seed), everything, seed);
    BOOST_TEST(w.objects.size() == 9u);
    for (const auto& a : w.objects)
      for (const auto& b : w.objects)
        if (&a != &b)
          BOOST_TEST(std::hypot(a.position.x - b.position.x, a.position.y - b.position.y)
                     >= object_radius(a.shape, a.size) + object_radius(b.shape, b.size));
  }
}

BOOST_AUTO_TEST_CASE(objects_out_of_reach_do_not_count) {
  world w;
  w.tiles = topology_of({"0 0 0", "0 3 0", "0 0 0"});
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = find_playable_area(make_topology_graph(w.tiles)).tiles;
  w.objects.resize(1);
  w.objects[0].position = {4.5, 4.5, 4};
  world_requirements requirements{{{object_colour::black, object_shape::cube}}, {}, 0};
  BOOST_TEST(!satisfies(w, requirements));
  auto adapted = adapt_world(w, requirements, 1);
  BOOST_TEST(satisfies(adapted, requirements));
  BOOST_TEST(adapted.objects.size() == 2u);
}

BOOST_AUTO_TEST_CASE(required_floors_are_level_because_little_starts_on_ramps) {
  // Brown is on a ramp only.
  world w;
  w.tiles = topology_of({"1 1 1", "^0 1 1"});
  w.floor_colours = grid<floor_colour>(w.tiles.size(), floor_colour::olive);
  w.floor_colours[{0, 0}] = floor_colour::brown;
  w.playable = cell_mask(w.tiles.size(), 1);
  world_requirements requirements{{}, {floor_colour::brown, floor_colour::olive}, 0};
  BOOST_TEST(!satisfies(w, requirements));
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto adapted = adapt_world(w, requirements, seed);
    BOOST_TEST(satisfies(adapted, requirements));
    int flat_and_brown = 0;
    for (std::size_t i = 0; i < w.tiles.values().size(); ++i)
      flat_and_brown += w.tiles.values()[i].kind == tile_kind::flat
                                && adapted.floor_colours.values()[i] == floor_colour::brown
                            ? 1
                            : 0;
    BOOST_TEST(flat_and_brown > 0);
  }
}

BOOST_AUTO_TEST_CASE(added_players_have_any_of_the_unused_colours) {
  world_parameters parameters;
  parameters.players = {1, 1};
  std::set<std::vector<player_colour>> orders;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto w = adapt_world(generate_world(parameters, seed), {{}, {}, 3}, seed);
    orders.insert({w.players[0].colour, w.players[1].colour, w.players[2].colour});
  }
  BOOST_TEST(orders.size() == 6u);
}

BOOST_AUTO_TEST_CASE(players_that_are_too_many_leave) {
  world_parameters parameters;
  parameters.players = {3, 3};
  auto w = adapt_world(generate_world(parameters, 1), {{}, {}, 1}, 1);
  BOOST_TEST(w.players.size() == 1u);
}

BOOST_AUTO_TEST_CASE(contradictory_requirements_are_users_errors) {
  auto w = generate_world({}, 1);
  BOOST_CHECK_THROW(adapt_world(w, {{}, {}, 4}, 1), user_error);
  BOOST_CHECK_THROW(adapt_world(w, {{}, {}, -1}, 1), user_error);
  world pit;
  pit.tiles = topology_of({"1 1", "1 0"});
  pit.floor_colours = default_floor_colours(pit.tiles);
  pit.playable = find_playable_area(make_topology_graph(pit.tiles)).tiles;
  BOOST_CHECK_THROW(adapt_world(pit, {{}, {floor_colour::blue, floor_colour::grey}, 1}, 1),
                    user_error);
}

BOOST_AUTO_TEST_SUITE_END()
