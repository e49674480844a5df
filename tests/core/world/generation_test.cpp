#include "core/support/error.hpp"
#include "core/world/distances.hpp"
#include "core/world/generation.hpp"
#include "core/world/navigation.hpp"
#include "core/world/terrain.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <set>

using namespace troupe;

namespace {

struct body {
  vector3 position;
  double radius;
};

std::vector<body> bodies_of(const world& w) {
  std::vector<body> bodies;
  for (const auto& object : w.objects)
    bodies.push_back({object.position, object_radius(object.shape, object.size)});
  for (const auto& player : w.players)
    bodies.push_back({player.position, player_radius});
  return bodies;
}

/// Nothing is inside of something else, a wall or a cliff, or off the playable area.
bool entities_are_well_placed(const world& w) {
  auto graph = make_topology_graph(w.tiles);
  auto playable = playable_places(w, graph);
  auto bodies = bodies_of(w);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    auto [x, y, z] = bodies[i].position;
    auto r = bodies[i].radius;
    auto home = place_at(w, x, y);
    if (!playable[graph.vertex_of(home)])
      return false;
    if (x < r || y < r || x > w.tiles.width() * w.tile_size.x - r
        || y > w.tiles.height() * w.tile_size.y - r)
      return false;
    for (int step = 0; step < 16; ++step) {
      auto angle = step * 0.3927;
      if (place_at(w, x + r * std::cos(angle), y + r * std::sin(angle)) != home)
        return false;
    }
    for (std::size_t j = 0; j < i; ++j)
      if (std::hypot(x - bodies[j].position.x, y - bodies[j].position.y) < r + bodies[j].radius)
        return false;
  }
  return true;
}

bool entities_rest_on_the_floor(const world& w) {
  for (const auto& player : w.players)
    if (player.position.z != floor_height(w, player.position.x, player.position.y))
      return false;
  for (const auto& object : w.objects) {
    auto [x, y, z] = object.position;
    auto above = z - floor_height(w, x, y) - object_extents(object.shape, object.size).z / 2;
    auto on_ramp = w.tiles[cell_at(w, x, y)].kind == tile_kind::ramp;
    if (on_ramp ? object.shape != object_shape::sphere || above <= 0 || above > 0.2
                : std::abs(above) > 1e-12)
      return false;
  }
  return true;
}

world_parameters parameters_of_size(int width, int height) {
  world_parameters parameters;
  parameters.width = {width, width};
  parameters.height = {height, height};
  return parameters;
}

} // namespace

BOOST_AUTO_TEST_SUITE(generation_test)

BOOST_AUTO_TEST_CASE(entities_neither_overlap_nor_leave_the_playable_area) {
  auto parameters = evaluation_world_parameters();
  parameters.players = {3, 3};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    auto w = generate_world(parameters, seed);
    BOOST_REQUIRE_MESSAGE(entities_are_well_placed(w), "seed " << seed);
    BOOST_REQUIRE_MESSAGE(entities_rest_on_the_floor(w), "seed " << seed);
    BOOST_REQUIRE_NO_THROW(validate(w));
  }
}

BOOST_AUTO_TEST_CASE(small_worlds_have_room_for_everything) {
  auto parameters = evaluation_world_parameters();
  parameters.players = {3, 3};
  for (int side : {2, 3, 4}) {
    parameters.width = parameters.height = {side, side};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      auto w = generate_world(parameters, seed);
      BOOST_REQUIRE_MESSAGE(entities_are_well_placed(w), side << " tiles, seed " << seed);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_size_up_to_the_limit_works) {
  for (int side : {2, 7, 20, 32, 64})
    BOOST_TEST((generate_world(parameters_of_size(side, 66 - side), 7).tiles.size()
                == grid_size{side, 66 - side}));
}

BOOST_AUTO_TEST_CASE(the_playable_map_is_the_playable_area) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto w = generate_world({}, seed);
    BOOST_TEST((find_playable_area(make_topology_graph(w.tiles)).tiles == w.playable));
  }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_world) {
  BOOST_TEST(rc::check("worlds are functions of their seeds", [](std::uint64_t seed) {
    RC_ASSERT(generate_world({}, seed) == generate_world({}, seed));
    RC_ASSERT(generate_world({}, seed) != generate_world({}, seed + 1));
  }));
}

BOOST_AUTO_TEST_CASE(a_seed_means_the_same_world_for_ever) {
  // A changed number here means that all seeds have changed their meaning: say so in the changelog.
  auto w = generate_world(evaluation_world_parameters(), 2021);
  std::uint64_t hash = 14695981039346656037u;
  auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 1099511628211u; };
  for (auto t : w.tiles.values())
    add(tile_index(t));
  for (const auto& b : bodies_of(w)) {
    add(static_cast<std::uint64_t>(std::llround(b.position.x * 1e6)));
    add(static_cast<std::uint64_t>(std::llround(b.position.y * 1e6)));
  }
  BOOST_TEST(hash == 2539634525294009886u);
}

BOOST_AUTO_TEST_CASE(evaluation_worlds_have_one_object_of_each_kind) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto w = generate_world(evaluation_world_parameters(), seed);
    std::set<std::pair<object_colour, object_shape>> kinds;
    for (const auto& object : w.objects)
      kinds.emplace(object.colour, object.shape);
    BOOST_TEST(w.objects.size() == 12u);
    BOOST_TEST(kinds.size() == 12u);
  }
}

BOOST_AUTO_TEST_CASE(counts_sizes_and_scales_stay_within_their_ranges) {
  world_parameters parameters;
  parameters.width = {4, 6};
  parameters.height = {5, 7};
  std::set<int> widths;
  std::set<std::size_t> players;
  std::set<gadget> gadgets;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto w = generate_world(parameters, seed);
    widths.insert(w.tiles.width());
    players.insert(w.players.size());
    BOOST_TEST((w.tiles.height() >= 5 && w.tiles.height() <= 7));
    BOOST_TEST((w.objects.size() >= 3 && w.objects.size() <= 12));
    BOOST_TEST((w.tile_size.x >= 2 && w.tile_size.x < 4));
    for (const auto& object : w.objects)
      BOOST_TEST((object.size >= 0.3 && object.size <= 0.7));
    for (const auto& player : w.players)
      gadgets.insert(player.gadget);
    BOOST_TEST(w.seed == seed);
  }
  BOOST_TEST((widths == std::set<int>{4, 5, 6}));
  BOOST_TEST((players == std::set<std::size_t>{1, 2, 3}));
  BOOST_TEST(gadgets.size() == 2u);
}

BOOST_AUTO_TEST_CASE(players_have_their_colours_in_every_order) {
  world_parameters parameters;
  parameters.players = {3, 3};
  std::set<std::vector<player_colour>> orders;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto w = generate_world(parameters, seed);
    orders.insert({w.players[0].colour, w.players[1].colour, w.players[2].colour});
  }
  BOOST_TEST(orders.size() == 6u);
}

BOOST_AUTO_TEST_CASE(grouped_objects_are_closer_to_their_kin) {
  auto mean_distance = [](double group_chance) {
    world_parameters parameters = evaluation_world_parameters();
    parameters.group_by_colour_chance = group_chance;
    parameters.group_by_shape_chance = 0;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      auto w = generate_world(parameters, seed);
      for (std::size_t i = 0; i < 12; i += 4) // four of a colour follow each other
        sum += std::hypot(w.objects[i].position.x - w.objects[i + 1].position.x,
                          w.objects[i].position.y - w.objects[i + 1].position.y);
    }
    return sum;
  };
  BOOST_TEST(mean_distance(1) < 0.5 * mean_distance(0));
}

BOOST_AUTO_TEST_CASE(what_cannot_fit_is_a_users_error) {
  auto parameters = parameters_of_size(2, 2);
  parameters.objects = {64, 64};
  parameters.object_size = {2, 2};
  BOOST_CHECK_THROW(generate_world(parameters, 1), user_error);
  parameters.width = {10'000, 10'000};
  BOOST_CHECK_THROW(generate_world(parameters, 1), user_error);
}

BOOST_AUTO_TEST_CASE(a_world_like_another_resembles_it) {
  double alike = 0;
  double unrelated = 0;
  double latent_change = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto original = generate_world({}, seed);
    auto child = generate_world_like(original, {}, seed + 1000);
    BOOST_TEST(entities_are_well_placed(child));
    BOOST_TEST(entities_rest_on_the_floor(child));
    BOOST_TEST((child == generate_world_like(original, {}, seed + 1000)));
    BOOST_TEST(child.objects.size() == original.objects.size());
    BOOST_TEST(child.players.size() == original.players.size());
    alike += topology_distance(original.tiles, child.tiles);
    unrelated += topology_distance(original.tiles, generate_world({}, seed + 2000).tiles);
    latent_change += std::abs(child.players[0].latent[0] - original.players[0].latent[0]) / 200;
  }
  BOOST_TEST(alike < unrelated / 2);
  // The mean size of Gaussian noise with standard deviation 0.3.
  BOOST_TEST(latent_change == 0.3 * std::sqrt(2 / 3.14159), boost::test_tools::tolerance(0.2));
}

BOOST_AUTO_TEST_SUITE_END()
