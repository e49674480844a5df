#pragma once

#include "core/simulation/state.hpp"
#include "core/world/terrain.hpp"
#include "core/world/world.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// Measures how deep bodies are in the ground and in each other, by Bullet's general algorithm for
/// convex solids: nothing here is shared with the simulation's own collision detection.
class body_probe {
public:
  struct overlap {
    double depth = 0;
    /// Which two: objects first, then players, then the ground.
    std::size_t first = 0;
    std::size_t second = 0;
  };

  explicit body_probe(const world& w) : world_(w) {
    for (const auto& object : w.objects)
      solids_.push_back(solid_of(object));
    for (std::size_t i = 0; i < w.players.size(); ++i) {
      auto radius = static_cast<float>(player_radius) - skin;
      auto straight = static_cast<float>(player_height - 2 * player_radius);
      solids_.push_back({std::make_unique<btCapsuleShapeZ>(radius, straight),
                         skin,
                         {0, 0, player_height / 2},
                         player_height / 2});
    }
    for (int y = 0; y < w.tiles.height(); ++y)
      for (int x = 0; x < w.tiles.width(); ++x)
        add_columns({x, y});
  }

  /// The deepest overlap of any two things, and overlaps that are too small to matter as 0.
  [[nodiscard]] overlap deepest(const simulation_state& state) const {
    std::vector<std::optional<btTransform>> where;
    for (const auto& object : state.objects)
      where.push_back(object.present ? std::optional(transform_of(object)) : std::nullopt);
    for (const auto& player : state.players)
      where.push_back(player.present ? std::optional(transform_of(player)) : std::nullopt);
    overlap worst;
    for (std::size_t i = 0; i < solids_.size(); ++i) {
      if (!where[i])
        continue;
      note(worst, depth_in_ground(i, *where[i]), i, solids_.size());
      for (std::size_t j = i + 1; j < solids_.size(); ++j)
        if (where[j])
          note(worst, depth_in_pair(i, *where[i], j, *where[j]), i, j);
    }
    return worst;
  }

  /// Whether the centre of everything is within the walls and above the floor.
  [[nodiscard]] bool all_inside(const simulation_state& state) const {
    auto inside = [&](vector3 centre) {
      return centre.x > 0 && centre.x < world_.tiles.width() * world_.tile_size.x && centre.y > 0
             && centre.y < world_.tiles.height() * world_.tile_size.y
             && centre.z > floor_height(world_, centre.x, centre.y) && centre.z < 1000;
    };
    auto object_inside = [&](const object_state& o) { return inside(o.position); };
    auto player_inside = [&](const player_state& p) {
      return inside(p.position + vector3{0, 0, player_height / 2});
    };
    return std::all_of(state.objects.begin(), state.objects.end(), object_inside)
           && std::all_of(state.players.begin(), state.players.end(), player_inside);
  }

private:
  /// Solids are measured this much smaller on all sides, so that resting contacts cost nothing;
  /// what they overlap by is that much deeper.
  static constexpr float skin = 0.005f;

  struct solid {
    std::unique_ptr<btConvexShape> shape;
    float skin = 0;
    /// From the origin of its state to the middle of its shape.
    vector3 middle;
    double reach = 0;
  };
  struct column {
    std::unique_ptr<btConvexShape> shape;
    btTransform where;
    box extent;
  };

  static solid solid_of(const world_object& object) {
    auto [x, y, z] = object_extents(object.shape, object.size);
    auto thin = std::min(skin, static_cast<float>(z / 8));
    auto half = btVector3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)) / 2;
    auto reach = static_cast<double>(half.length());
    if (object.shape == object_shape::sphere)
      return {std::make_unique<btSphereShape>(half.x() - thin), thin, {}, reach};
    if (object.shape != object_shape::pyramid)
      return {std::make_unique<btBoxShape>(half - btVector3(thin, thin, thin)), thin, {}, reach};
    // The pyramid's sides are steeper than its corners' distance suggests: shrink it about the
    // centre of the ball that fits into it.
    auto size = 2 * half.x();
    auto inner = size * 0.5f * (std::sqrt(5.f) - 1) / 2;
    auto shrink = 1 - thin / inner;
    auto centre = btVector3(0, 0, -size / 2 + inner);
    auto hull = std::make_unique<btConvexHullShape>();
    for (auto corner : {btVector3(-1, -1, -1), btVector3(1, -1, -1), btVector3(1, 1, -1),
                        btVector3(-1, 1, -1), btVector3(0, 0, 1)})
      hull->addPoint(centre + (corner * half.x() - centre) * shrink);
    hull->setMargin(0);
    return {std::move(hull), thin, {}, reach};
  }

  void add_columns(cell at) {
    auto [dx, dy, dz] = world_.tile_size;
    auto t = world_.tiles[at];
    auto point = [&, dx = dx, dy = dy](double u, double v, double z) {
      return btVector3(static_cast<float>((at.x + u) * dx), static_cast<float>((at.y + v) * dy),
                       static_cast<float>(z));
    };
    auto add = [&, dz = dz](const std::vector<vector3>& corners) {
      auto hull = std::make_unique<btConvexHullShape>();
      column c;
      c.extent = {{1e9, 1e9, -5}, {-1e9, -1e9, 0}};
      for (auto [u, v, level] : corners)
        for (auto z : {level * dz, -5.0}) {
          auto p = point(u, v, z);
          hull->addPoint(p);
          c.extent.low = {std::min<double>(c.extent.low.x, p.x()),
                          std::min<double>(c.extent.low.y, p.y()), -5};
          c.extent.high = {std::max<double>(c.extent.high.x, p.x()),
                           std::max<double>(c.extent.high.y, p.y()),
                           std::max<double>(c.extent.high.z, z)};
        }
      hull->setMargin(0);
      c.shape = std::move(hull);
      c.where.setIdentity();
      columns_.push_back(std::move(c));
    };
    if (t.kind == tile_kind::diagonal) {
      for (auto upper : {false, true}) {
        auto east = upper == upper_half_touches(t.facing, direction::east);
        auto north = upper == upper_half_touches(t.facing, direction::north);
        double level = t.level + (upper ? 1 : 0);
        double u = east ? 1 : 0;
        double v = north ? 1 : 0;
        add({{u, v, level}, {1 - u, v, level}, {u, 1 - v, level}});
      }
      return;
    }
    auto level = [&](double u, double v) {
      if (t.kind == tile_kind::flat)
        return double(t.level);
      switch (t.facing) {
      case direction::north:
        return t.level + v;
      case direction::south:
        return t.level + 1 - v;
      case direction::east:
        return t.level + u;
      default:
        return t.level + 1 - u;
      }
    };
    add({{0, 0, level(0, 0)}, {1, 0, level(1, 0)}, {0, 1, level(0, 1)}, {1, 1, level(1, 1)}});
  }

  static btVector3 converted(vector3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }

  static btTransform transform_of(const object_state& object) {
    auto [w, x, y, z] = object.orientation;
    return btTransform(btQuaternion(static_cast<float>(x), static_cast<float>(y),
                                    static_cast<float>(z), static_cast<float>(w)),
                       converted(object.position));
  }
  static btTransform transform_of(const player_state& player) {
    return btTransform(btQuaternion::getIdentity(),
                       converted(player.position + vector3{0, 0, player_height / 2}));
  }

  static void note(overlap& worst, double depth, std::size_t first, std::size_t second) {
    if (depth > worst.depth)
      worst = {depth, first, second};
  }

  static double depth_of(const btConvexShape& a, const btTransform& at, const btConvexShape& b,
                         const btTransform& bt, float skins) {
    btGjkEpaSolver2::sResults result;
    auto guess = bt.getOrigin() - at.getOrigin();
    if (!btGjkEpaSolver2::Penetration(&a, at, &b, bt, guess, result))
      return 0;
    return static_cast<double>(skins - result.distance);
  }

  [[nodiscard]] double depth_in_ground(std::size_t i, const btTransform& where) const {
    const auto& s = solids_[i];
    btVector3 low;
    btVector3 high;
    s.shape->getAabb(where, low, high);
    double east = world_.tiles.width() * world_.tile_size.x;
    double north = world_.tiles.height() * world_.tile_size.y;
    auto support = [&](const btVector3& direction) {
      auto local = direction * where.getBasis();
      return static_cast<double>(direction.dot(where * s.shape->localGetSupportingVertex(local)));
    };
    auto deepest = std::max({0.0, support({-1, 0, 0}), support({1, 0, 0}) - east,
                             support({0, -1, 0}), support({0, 1, 0}) - north});
    if (deepest > 0)
      deepest += s.skin;
    for (const auto& c : columns_) {
      if (low.x() > c.extent.high.x || high.x() < c.extent.low.x || low.y() > c.extent.high.y
          || high.y() < c.extent.low.y || low.z() > c.extent.high.z)
        continue;
      deepest = std::max(deepest, depth_of(*s.shape, where, *c.shape, c.where, s.skin));
    }
    return deepest;
  }

  [[nodiscard]] double depth_in_pair(std::size_t i, const btTransform& a, std::size_t j,
                                     const btTransform& b) const {
    const auto& first = solids_[i];
    const auto& second = solids_[j];
    if ((a.getOrigin() - b.getOrigin()).length() > first.reach + second.reach)
      return 0;
    return depth_of(*first.shape, a, *second.shape, b, first.skin + second.skin);
  }

  world world_;
  std::vector<solid> solids_;
  std::vector<column> columns_;
};

} // namespace troupe
