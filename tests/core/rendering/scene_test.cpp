#include "core/rendering/scene.hpp"
#include "core/world/generation.hpp"
#include "core/world/terrain.hpp"
#include "tests/core/world/small_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace troupe;

namespace {

world world_of(const std::vector<std::string>& rows) {
  world w;
  w.tiles = topology_of(rows);
  w.tile_size = {2, 3, 1.5};
  w.floor_colours = default_floor_colours(w.tiles);
  w.playable = cell_mask(w.tiles.size(), 1);
  return w;
}

std::vector<surface> of_kind(const stage& setting, surface_kind kind) {
  std::vector<surface> result;
  for (const auto& face : setting.surfaces)
    if (face.kind == kind)
      result.push_back(face);
  return result;
}

vector3 normal_of(const surface& face) {
  return normalised(cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]));
}

double area_of(const surface& face) {
  auto first = cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]);
  auto second = cross(face.corners[2] - face.corners[0], face.corners[3] - face.corners[0]);
  return 0.5 * (length(first) + length(second));
}

/// The floor that lies straight below or above a point.
const surface* floor_at(const stage& setting, double x, double y, double& height) {
  for (const auto& face : setting.surfaces) {
    if (face.kind != surface_kind::floor)
      continue;
    bool inside = true;
    for (std::size_t i = 0; i < 4; ++i) {
      auto a = face.corners[i];
      auto b = face.corners[(i + 1) % 4];
      inside = inside && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
    }
    if (!inside)
      continue;
    auto normal = normal_of(face);
    auto [px, py, pz] = face.corners[0];
    height = pz - (normal.x * (x - px) + normal.y * (y - py)) / normal.z;
    return &face;
  }
  return nullptr;
}

} // namespace

BOOST_AUTO_TEST_SUITE(scene_test)

BOOST_AUTO_TEST_CASE(floors_lie_where_the_terrain_is_and_have_its_colour) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto w = generate_world({}, seed);
    auto setting = make_stage(w);
    random_stream draw(seed);
    for (int i = 0; i < 200; ++i) {
      auto x = draw.uniform(0, w.tiles.width() * w.tile_size.x);
      auto y = draw.uniform(0, w.tiles.height() * w.tile_size.y);
      double height = std::numeric_limits<double>::quiet_NaN();
      const auto* floor = floor_at(setting, x, y, height);
      BOOST_REQUIRE(floor != nullptr);
      BOOST_TEST(height == floor_height(w, x, y), boost::test_tools::tolerance(1e-9));
      BOOST_TEST((floor->colour == surface_colour(w, place_at(w, x, y))));
    }
  }
}

BOOST_AUTO_TEST_CASE(floors_cover_the_ground_once) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto w = generate_world({}, seed);
    double area = 0;
    for (const auto& face : of_kind(make_stage(w), surface_kind::floor))
      area += area_of(face) * normal_of(face).z;
    auto ground = w.tiles.size().cells() * w.tile_size.x * w.tile_size.y;
    BOOST_TEST(area == ground, boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(floors_sides_and_a_ground_enclose_a_volume_without_gaps) {
  // The area vectors of a closed surface add up to zero, and its volume is that below the floors.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto w = generate_world({}, seed);
    vector3 sum;
    double volume = 0;
    for (const auto& face : make_stage(w).surfaces) {
      if (face.kind == surface_kind::wall)
        continue;
      auto part = area_of(face) * normal_of(face);
      sum = sum + part;
      volume += dot(part, face.corners[0]) / 3;
    }
    double expected = 0;
    for (auto t : w.tiles.values())
      expected += t.level + (t.kind == tile_kind::flat ? 0 : 0.5);
    auto tile_area = w.tile_size.x * w.tile_size.y;
    auto ground = w.tiles.size().cells() * tile_area;
    BOOST_TEST(std::abs(sum.x) < 1e-9);
    BOOST_TEST(std::abs(sum.y) < 1e-9);
    BOOST_TEST(sum.z == ground, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(volume == expected * w.tile_size.z * tile_area, boost::test_tools::tolerance(1e-9));
  }
}

BOOST_AUTO_TEST_CASE(alike_neighbours_are_one_rectangle) {
  auto floors = of_kind(make_stage(world_of({"1 1 1", "1 1 1", "0 0 0"})), surface_kind::floor);
  BOOST_TEST(floors.size() == 2U);
  auto ramps = of_kind(make_stage(world_of({"1 1 1", "^0 ^0 ^0", "0 0 0"})), surface_kind::floor);
  BOOST_TEST(ramps.size() == 3U);
}

BOOST_AUTO_TEST_CASE(neighbours_of_different_colour_stay_apart) {
  auto w = world_of({"0 0", "0 0"});
  w.floor_colours[{1, 1}] = floor_colour::white;
  BOOST_TEST(of_kind(make_stage(w), surface_kind::floor).size() == 3U);
}

BOOST_AUTO_TEST_CASE(sides_face_the_lower_floor_and_have_the_higher_floors_colour) {
  auto w = world_of({"0 2 0"});
  auto sides = of_kind(make_stage(w), surface_kind::side);
  BOOST_REQUIRE(sides.size() == 4U);
  for (const auto& side : sides) {
    BOOST_TEST((side.colour == floor_colour::orange));
    vector3 middle{3, 1.5, 1.5};
    BOOST_TEST(dot(normal_of(side), side.corners[0] - middle) > 0);
    BOOST_TEST(std::abs(normal_of(side).z) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(beside_a_ramp_there_is_a_triangle) {
  auto sides = of_kind(make_stage(world_of({"0 >0 1", "0 0 1"})), surface_kind::side);
  auto is_beside = [](const surface& face) {
    return face.corner_count == 3 && normal_of(face).y < -0.99 && face.corners[0].y == 3;
  };
  BOOST_TEST(std::count_if(sides.begin(), sides.end(), is_beside) == 1);
}

BOOST_AUTO_TEST_CASE(ramps_that_cross_have_a_triangle_on_each_side) {
  auto sides = of_kind(make_stage(world_of({"0 >0 0", "0 <0 0"})), surface_kind::side);
  auto triangles_facing = [&](double north) {
    return std::count_if(sides.begin(), sides.end(), [&](const surface& face) {
      return face.corner_count == 3 && face.corners[0].y == 3 && face.corners[2].y == 3
             && normal_of(face).y * north > 0.99;
    });
  };
  BOOST_TEST(triangles_facing(1) == 1);
  BOOST_TEST(triangles_facing(-1) == 1);
}

BOOST_AUTO_TEST_CASE(walls_face_inwards_up_to_their_height) {
  auto w = small_world();
  auto setting = make_stage(w);
  auto walls = of_kind(setting, surface_kind::wall);
  BOOST_TEST(walls.size() == 4U);
  auto middle = 0.5 * (setting.low + setting.high);
  for (const auto& wall : walls) {
    BOOST_TEST(dot(normal_of(wall), middle - wall.corners[0]) > 0);
    BOOST_TEST(wall.corners[2].z == enclosing_walls(w)[0].high.z);
  }
}

BOOST_AUTO_TEST_CASE(a_camera_that_looks_at_a_point_has_it_straight_ahead) {
  auto view = look_at({1, 2, 3}, {4, -5, 1}, 1);
  auto ahead = normalised(vector3{4, -5, 1} - view.position);
  BOOST_TEST(dot(ahead, axes_of(view).forward) == 1, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(the_axes_of_a_camera_are_level_and_at_right_angles) {
  camera view;
  view.heading = 0.7;
  view.pitch = 0.4;
  auto [right, up, forward] = axes_of(view);
  BOOST_TEST(right.z == 0);
  BOOST_TEST(up.z > 0);
  BOOST_TEST(std::abs(dot(right, up)) + std::abs(dot(up, forward)) < 1e-12);
  BOOST_TEST(length(up) == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(dot(cross(forward, up), right) == 1, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(views_of_a_stage_show_all_of_it) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    auto setting = make_stage(generate_world({}, seed));
    for (auto aspect : {0.5, 1.0, 4.0 / 3, 2.0})
      for (const auto& view : {top_view(setting, aspect), orbit_view(setting, 0.3, aspect),
                               orbit_view(setting, 4, aspect)}) {
        auto [right, up, forward] = axes_of(view);
        auto slope = std::tan(view.field_of_view / 2);
        double widest = 0;
        for (const auto& face : setting.surfaces)
          for (const auto& corner : face.corners) {
            auto p = corner - view.position;
            auto reach = std::max(std::abs(dot(p, right)), aspect * std::abs(dot(p, up)));
            widest = std::max(widest, reach / (slope * dot(p, forward)));
            BOOST_TEST(dot(p, forward) > 0);
          }
        BOOST_TEST(widest <= 1);
        BOOST_TEST(widest > 0.9);
      }
  }
}

BOOST_AUTO_TEST_CASE(north_is_up_in_the_top_view) {
  auto [right, up, forward] = axes_of(top_view(make_stage(small_world()), 1));
  BOOST_TEST(up.y == 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(right.x == 1, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
