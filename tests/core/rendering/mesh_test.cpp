#include "core/rendering/avatar.hpp"
#include "core/rendering/mesh.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

using namespace troupe;

namespace {

double volume_of(const mesh& m) {
  double volume = 0;
  for (auto [a, b, c] : m.triangles)
    volume += dot(m.positions[a], cross(m.positions[b], m.positions[c])) / 6;
  return volume;
}

/// Whether each edge between two points occurs as often in one direction as in the other.
bool is_closed(const mesh& m) {
  auto key = [&](std::uint32_t i) {
    auto [x, y, z] = m.positions[i];
    return std::tuple{std::lround(x * 1e6), std::lround(y * 1e6), std::lround(z * 1e6)};
  };
  std::map<std::pair<decltype(key(0)), decltype(key(0))>, int> edges;
  for (auto triangle : m.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      auto from = key(triangle[i]);
      auto to = key(triangle[(i + 1) % 3]);
      ++edges[{from, to}];
      --edges[{to, from}];
    }
  return std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second == 0; });
}

std::vector<mesh> all_meshes() {
  return {object_mesh(object_shape::cube, 8),
          object_mesh(object_shape::sphere, 8),
          object_mesh(object_shape::pyramid, 8),
          object_mesh(object_shape::slab, 8),
          avatar_body_mesh(8),
          avatar_visor_mesh(8),
          avatar_hand_mesh(8)};
}

} // namespace

BOOST_AUTO_TEST_SUITE(mesh_test)

BOOST_AUTO_TEST_CASE(meshes_are_closed) {
  for (const auto& m : all_meshes())
    BOOST_TEST(is_closed(m));
}

BOOST_AUTO_TEST_CASE(normals_are_unit_vectors_on_the_outer_side_of_their_triangles) {
  for (const auto& m : all_meshes()) {
    BOOST_TEST(m.normals.size() == m.positions.size());
    for (auto [a, b, c] : m.triangles) {
      auto outwards = cross(m.positions[b] - m.positions[a], m.positions[c] - m.positions[a]);
      BOOST_TEST(length(outwards) > 0);
      for (auto corner : {a, b, c}) {
        BOOST_TEST(length(m.normals[corner]) == 1, boost::test_tools::tolerance(1e-9));
        BOOST_TEST(dot(m.normals[corner], outwards) > 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(objects_have_the_volume_of_their_shape) {
  auto tolerance = boost::test_tools::tolerance(1e-9);
  BOOST_TEST(volume_of(object_mesh(object_shape::cube, 2)) == 1, tolerance);
  BOOST_TEST(volume_of(object_mesh(object_shape::slab, 2)) == 0.1, tolerance);
  BOOST_TEST(volume_of(object_mesh(object_shape::pyramid, 2)) == 1.0 / 3, tolerance);
  BOOST_TEST(volume_of(object_mesh(object_shape::sphere, 64)) == std::numbers::pi / 6,
             boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(a_body_is_as_tall_and_wide_as_a_player) {
  auto body = avatar_body_mesh(16);
  double tallest = 0;
  double widest = 0;
  double lowest = 1;
  for (const auto& p : body.positions) {
    tallest = std::max(tallest, p.z);
    lowest = std::min(lowest, p.z);
    widest = std::max(widest, p.x);
  }
  BOOST_TEST(tallest == player_height, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(widest == player_radius, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(std::abs(lowest) < 1e-12);
}

BOOST_AUTO_TEST_CASE(an_avatar_looks_where_its_player_looks) {
  auto ahead = rotated(look_rotation(0.7, 0.4), {1, 0, 0});
  BOOST_TEST(length(ahead - direction_of(0.7, 0.4)) < 1e-12);
  auto hand = hand_position({1, 2, 3}, 0);
  BOOST_TEST(length(hand - (vector3{1, 2, 3} + avatar_hand)) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
