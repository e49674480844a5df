#include "core/simulation/contact.hpp"
#include "core/simulation/object_body.hpp"
#include "core/simulation/walking.hpp"
#include "core/support/random.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace troupe;

namespace {

/// The solid of an object of any shape and size, or of a player, somewhere near the origin.
hull any_solid(random_stream& draw, bool round) {
  world_object object;
  object.size = draw.uniform(0.2, 1.2);
  auto polyhedra = {object_shape::cube, object_shape::pyramid, object_shape::slab};
  object.shape = round ? object_shape::sphere : *(polyhedra.begin() + draw.below(3));
  auto upright = round && draw.chance(0.5);
  auto shape = upright ? player_properties().shape : object_properties(object).shape;
  auto coordinate = [&] { return static_cast<float>(draw.uniform(-0.7, 0.7)); };
  btQuaternion turned(coordinate(), coordinate(), coordinate(), coordinate());
  btTransform where(upright ? btQuaternion::getIdentity() : turned.normalized());
  where.setOrigin({coordinate(), coordinate(), coordinate()});
  hull placed;
  move_into(shape, where, placed);
  return placed;
}

btConvexHullShape core_of(const hull& solid) {
  btConvexHullShape shape;
  for (const auto& corner : solid.points())
    shape.addPoint(corner);
  shape.setMargin(0);
  return shape;
}

/// How far two solids are apart according to Bullet; negative where they overlap.
double bullet_distance(const hull& a, const hull& b) {
  auto first = core_of(a);
  auto second = core_of(b);
  btTransform here;
  here.setIdentity();
  btGjkEpaSolver2::sResults result;
  auto radii = static_cast<double>(a.radius + b.radius);
  if (btGjkEpaSolver2::Distance(&first, here, &second, here, {1, 0, 0}, result))
    return static_cast<double>(result.distance) - radii;
  btGjkEpaSolver2::Penetration(&first, here, &second, here, {1, 0, 0}, result, false);
  return -std::abs(static_cast<double>(result.distance)) - radii;
}

double own_distance(const contact_list& contacts) {
  double nearest = 1e9;
  for (const auto& c : contacts)
    nearest = std::min(nearest, static_cast<double>(c.distance));
  return nearest;
}

} // namespace

BOOST_AUTO_TEST_SUITE(contact_test)

BOOST_AUTO_TEST_CASE(round_solids_are_as_far_from_others_as_bullet_finds) {
  random_stream draw(1);
  contact_query query;
  query.margin = 10;
  for (int i = 0; i < 2000; ++i) {
    auto a = any_solid(draw, true);
    auto b = any_solid(draw, draw.chance(0.5));
    auto expected = bullet_distance(a, b);
    // Deep inside of a polyhedron, the way out through a face is not always the shortest.
    if (expected + static_cast<double>(a.radius + b.radius) < 0.02)
      continue;
    BOOST_TEST(std::abs(own_distance(find_contacts(a, b, query)) - expected) < 2e-3);
    BOOST_TEST(std::abs(own_distance(find_contacts(b, a, query)) - expected) < 2e-3);
  }
}

BOOST_AUTO_TEST_CASE(overlapping_polyhedra_are_as_deep_in_each_other_as_bullet_finds) {
  random_stream draw(2);
  int overlaps = 0;
  for (int i = 0; i < 2000; ++i) {
    auto a = any_solid(draw, false);
    auto b = any_solid(draw, false);
    auto expected = bullet_distance(a, b);
    if (expected > -0.003)
      continue;
    ++overlaps;
    // Faces are preferred to edges that are a few millimetres better.
    auto found = own_distance(find_contacts(a, b, {}));
    BOOST_TEST(found < expected + 2e-3);
    BOOST_TEST(found > expected - 0.015);
  }
  BOOST_TEST(overlaps > 300);
}

BOOST_AUTO_TEST_CASE(solids_that_are_far_apart_have_no_contacts) {
  random_stream draw(3);
  for (int i = 0; i < 2000; ++i) {
    auto a = any_solid(draw, draw.chance(0.3));
    auto b = any_solid(draw, draw.chance(0.3));
    if (bullet_distance(a, b) > 0.005)
      BOOST_TEST(find_contacts(a, b, {}).empty());
  }
}

BOOST_AUTO_TEST_CASE(who_keeps_to_its_contacts_hardly_ever_gets_into_others) {
  // Moving along a normal by less than the distance leaves solids apart, unless a corner passes by
  // the face of a pyramid and meets the next one.
  random_stream draw(4);
  int missed = 0;
  for (int i = 0; i < 2000; ++i) {
    auto a = any_solid(draw, draw.chance(0.3));
    auto b = any_solid(draw, false);
    contact_query query;
    query.margin = 1;
    auto contacts = find_contacts(a, b, query);
    const auto* c =
        std::min_element(contacts.begin(), contacts.end(), [](const contact& x, const contact& y) {
          return x.distance < y.distance;
        });
    if (c == contacts.end() || c->distance < 0.01f)
      continue;
    for (auto& corner : a.corners)
      corner -= c->normal * (c->distance * 0.95f);
    find_planes(a);
    missed += bullet_distance(a, b) < -1e-3 ? 1 : 0;
  }
  BOOST_TEST(missed <= 2);
}

BOOST_AUTO_TEST_CASE(a_box_on_a_box_is_held_at_four_corners) {
  world_object object;
  hull lower;
  hull upper;
  auto shape = object_properties(object).shape;
  move_into(shape, btTransform::getIdentity(), lower);
  btTransform above(btQuaternion(btVector3(0, 0, 1), 0.3f), btVector3(0.1f, 0, 0.5f));
  move_into(shape, above, upper);
  auto contacts = find_contacts(upper, lower, {0.01f, {0, 0, 0}, 0});
  BOOST_TEST(contacts.size() == 4u);
  for (const auto& c : contacts) {
    BOOST_TEST(c.normal.z() > 0.999f);
    BOOST_TEST(std::abs(c.distance) < 1e-5f);
  }
}

BOOST_AUTO_TEST_SUITE_END()
