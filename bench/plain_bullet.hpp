#pragma once

#include "core/simulation/action.hpp"
#include "core/world/terrain.hpp"
#include "core/world/world.hpp"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace troupe {

/// A world in Bullet with default settings: the ground a compound of boxes and hulls, objects as
/// Bullet's own shapes, and players as capsules that are pushed about. No grabbing, no gadgets, no
/// states.
class plain_bullet {
public:
  explicit plain_bullet(const world& w) {
    world_.setGravity({0, 0, -9.81f});
    add_ground(w);
    for (const auto& object : w.objects)
      add_object(object);
    for (const auto& player : w.players)
      add_player(player);
  }
  ~plain_bullet() {
    for (auto& body : bodies_)
      world_.removeRigidBody(body.get());
  }
  plain_bullet(const plain_bullet&) = delete;
  plain_bullet& operator=(const plain_bullet&) = delete;

  void step(std::span<const action> actions) {
    for (int i = 0; i < 4; ++i) {
      for (std::size_t p = 0; p < actions.size(); ++p) {
        auto v = players_[p]->getLinearVelocity();
        players_[p]->setLinearVelocity(
            {3.5f * actions[p].value(0), 3.5f * actions[p].value(1), v.z()});
      }
      world_.stepSimulation(1.f / 30, 0);
    }
  }

  [[nodiscard]] double moving() const {
    double count = 0;
    for (const auto* object : objects_)
      count += object->isActive() ? 1 : 0;
    return count;
  }

private:
  btRigidBody* add(std::unique_ptr<btCollisionShape> shape, float mass, const btTransform& where) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0)
      shape->calculateLocalInertia(mass, inertia);
    auto body = std::make_unique<btRigidBody>(mass, nullptr, shape.get(), inertia);
    body->setWorldTransform(where);
    world_.addRigidBody(body.get());
    shapes_.push_back(std::move(shape));
    bodies_.push_back(std::move(body));
    return bodies_.back().get();
  }

  void add_ground(const world& w) {
    auto ground = std::make_unique<btCompoundShape>();
    auto put = [&](std::unique_ptr<btCollisionShape> shape, const btVector3& where) {
      btTransform at(btQuaternion::getIdentity(), where);
      ground->addChildShape(at, shape.get());
      shapes_.push_back(std::move(shape));
    };
    auto put_box = [&](const box& b) {
      auto half = (b.high - b.low) * 0.5;
      auto middle = b.low + half;
      put(std::make_unique<btBoxShape>(converted(half)), converted(middle));
    };
    for (auto wall : enclosing_walls(w))
      put_box({wall.low, wall.high + vector3{0, 0, 20}});
    for (std::size_t i = 0; i < w.tiles.values().size(); ++i) {
      auto at = w.tiles.cell_of(i);
      vector3 corner{at.x * w.tile_size.x, at.y * w.tile_size.y, -1};
      if (auto t = w.tiles[at]; t.kind == tile_kind::flat) {
        put_box({corner,
                 {corner.x + w.tile_size.x, corner.y + w.tile_size.y, t.level * w.tile_size.z}});
        continue;
      }
      put(column_hull(w, at), {0, 0, 0});
    }
    add(std::move(ground), 0, btTransform::getIdentity());
  }

  /// The ground below a tile that is not flat; a diagonal one is cut off rather than stepped.
  static std::unique_ptr<btCollisionShape> column_hull(const world& w, cell at) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (auto u : {0.001, 0.999})
      for (auto v : {0.001, 0.999}) {
        auto x = (at.x + u) * w.tile_size.x;
        auto y = (at.y + v) * w.tile_size.y;
        hull->addPoint(converted({x, y, floor_height(w, x, y)}));
        hull->addPoint(converted({x, y, -1}));
      }
    return hull;
  }

  void add_object(const world_object& object) {
    auto half = object_extents(object.shape, object.size) * 0.5;
    auto h = static_cast<float>(half.x);
    std::unique_ptr<btCollisionShape> shape;
    if (object.shape == object_shape::sphere) {
      shape = std::make_unique<btSphereShape>(h);
    } else if (object.shape == object_shape::pyramid) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (auto corner : {btVector3(-h, -h, -h), btVector3(h, -h, -h), btVector3(h, h, -h),
                          btVector3(-h, h, -h), btVector3(0, 0, h)})
        hull->addPoint(corner);
      shape = std::move(hull);
    } else {
      shape = std::make_unique<btBoxShape>(converted(half));
    }
    auto [qw, qx, qy, qz] = object.orientation;
    btQuaternion turned(static_cast<float>(qx), static_cast<float>(qy), static_cast<float>(qz),
                        static_cast<float>(qw));
    objects_.push_back(add(std::move(shape), 10, btTransform(turned, converted(object.position))));
  }

  void add_player(const world_player& player) {
    auto shape = std::make_unique<btCapsuleShapeZ>(
        static_cast<float>(player_radius), static_cast<float>(player_height - 2 * player_radius));
    auto centre = player.position + vector3{0, 0, player_height / 2};
    auto* body =
        add(std::move(shape), 60, btTransform(btQuaternion::getIdentity(), converted(centre)));
    body->setAngularFactor(0.f);
    body->setActivationState(DISABLE_DEACTIVATION);
    players_.push_back(body);
  }

  static btVector3 converted(vector3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<btRigidBody*> objects_;
  std::vector<btRigidBody*> players_;
};

} // namespace troupe
