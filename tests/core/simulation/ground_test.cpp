#include "core/simulation/ground.hpp"
#include "core/simulation/object_body.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;

namespace {

world any_world(std::uint64_t seed) {
  world_parameters parameters;
  parameters.width = parameters.height = {5, 7};
  parameters.diagonal_weight = {0.5, 1};
  return generate_world(parameters, seed);
}

vector3 any_point(const world& w, random_stream& draw) {
  return {draw.uniform(0, w.tiles.width() * w.tile_size.x),
          draw.uniform(0, w.tiles.height() * w.tile_size.y), draw.uniform(0, 9)};
}

hull ball(vector3 centre, float radius) {
  hull solid;
  solid.corners[0] = to_bullet(centre);
  solid.radius = radius;
  return solid;
}

} // namespace

BOOST_AUTO_TEST_SUITE(ground_test)

BOOST_AUTO_TEST_CASE(its_height_is_that_of_the_worlds_floor) {
  random_stream draw(1);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto w = any_world(seed);
    ground g(w);
    for (int i = 0; i < 300; ++i) {
      auto p = any_point(w, draw);
      BOOST_TEST(std::abs(static_cast<double>(
                              g.height_at(static_cast<float>(p.x), static_cast<float>(p.y)))
                          - floor_height(w, p.x, p.y))
                 < 1e-4);
    }
  }
}

BOOST_AUTO_TEST_CASE(rays_end_where_they_first_go_below_the_floor) {
  random_stream draw(2);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto w = any_world(seed);
    ground g(w);
    for (int i = 0; i < 100; ++i) {
      auto from = any_point(w, draw);
      if (from.z < floor_height(w, from.x, from.y) + 0.1)
        continue;
      auto way = direction_of(draw.uniform(-3, 3), draw.uniform(-1, 0.3));
      auto found = static_cast<double>(g.distance_along(to_bullet(from), to_bullet(way), 8));
      double expected = 0;
      for (; expected < 8; expected += 0.002) {
        auto p = from + way * expected;
        if (p.x < 0 || p.y < 0 || p.x > w.tiles.width() * w.tile_size.x
            || p.y > w.tiles.height() * w.tile_size.y || p.z < floor_height(w, p.x, p.y))
          break;
      }
      BOOST_TEST(std::abs(found - expected) < 0.01);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_ball_on_flat_floor_feels_no_seams) {
  random_stream draw(3);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto w = any_world(seed);
    ground g(w);
    for (int i = 0; i < 300; ++i) {
      auto p = any_point(w, draw);
      auto at = cell_at(w, p.x, p.y);
      if (w.tiles[at].kind != tile_kind::flat)
        continue;
      p.z = floor_height(w, p.x, p.y) + 0.2;
      // Ramps nearby may add contacts of their own.
      auto flat_around = true;
      for (auto [dx, dy] : {std::pair{-0.3, 0.0}, {0.3, 0.0}, {0.0, -0.3}, {0.0, 0.3}})
        flat_around &= std::abs(floor_height(w, p.x + dx, p.y + dy) - (p.z - 0.2)) < 1e-9
                       && p.x + dx > 0 && p.y + dy > 0 && p.x + dx < w.tiles.width() * w.tile_size.x
                       && p.y + dy < w.tiles.height() * w.tile_size.y;
      if (!flat_around)
        continue;
      auto solid = ball(p, 0.2f);
      contact_query query;
      query.margin = 0.05f;
      ground::contact_sets found;
      g.find_contacts(solid, grown(bounds_of(solid), 0.05f), query, found);
      // One for each tile below it and for each cliff beside it, but never one that leans.
      BOOST_TEST(found.size() >= 1u);
      for (const auto& set : found)
        for (const auto& c : set.contacts)
          if (c.distance < 0.01f)
            BOOST_TEST((c.normal.z() > 0.999f || c.normal.z() < 0.001f));
      BOOST_TEST(g.floors_below(solid).any());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
