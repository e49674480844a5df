#pragma once

#include "core/simulation/sight.hpp"
#include "core/world/navigation.hpp"
#include "core/world/terrain.hpp"
#include "core/world/world.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace troupe {

/// Where to walk next, in a straight line.
struct waypoint {
  vector3 position;
  /// Whether the way there leads down a ledge.
  bool drops = false;

  friend bool operator==(const waypoint&, const waypoint&) = default;
};

/// Knows the ways through a world: over the places of its topology graph, from one to the next
/// through the part of their common side where a player can pass.
class wayfinder {
public:
  using vertex = directed_graph::vertex;

  /// Keeps what it needs of the world.
  explicit wayfinder(const world& w);

  [[nodiscard]] const world& setting() const { return world_; }
  [[nodiscard]] const topology_graph& graph() const { return graph_; }
  [[nodiscard]] const height_field& ground() const { return ground_; }

  /// The vertex of the place at a point.
  [[nodiscard]] vertex vertex_at(vector3 point) const;

  /// How many places away each vertex is from a point, or `unreachable`.
  [[nodiscard]] std::vector<std::uint32_t> distances_from(vector3 point) const;

  /// The next straight piece of a way from one point to another; nothing if there is no way.
  [[nodiscard]] std::optional<waypoint> next_waypoint(vector3 from, vector3 to);

  /// Whether a player can walk from one point to another in a straight line without leaving the
  /// floor, as far as the topology goes.
  [[nodiscard]] bool is_walkable(vector3 from, vector3 to) const;

private:
  /// How to pass from one place to the next: over the point `middle` in the direction `across`, a
  /// horizontal unit vector.
  struct gateway {
    vector3 middle;
    vector3 across;
    bool drops = false;
  };

  [[nodiscard]] gateway gateway_between(vertex from, vertex to) const;
  [[nodiscard]] gateway gateway_over_side(const place& from, direction side) const;
  /// Before and beyond a gateway, so far that a player there stands on one place only.
  [[nodiscard]] vector3 before(const gateway& gate) const {
    return gate.middle - gate.across * depth_;
  }
  [[nodiscard]] vector3 beyond(const gateway& gate) const {
    return gate.middle + gate.across * depth_;
  }
  /// Whether one can walk from one place to the other wherever they meet, if they do.
  [[nodiscard]] bool meet_evenly(const place& a, const place& b) const;
  const std::vector<vertex>& next_steps(vertex target);

  world world_;
  topology_graph graph_;
  height_field ground_;
  /// How far before and beyond its gateway one has passed it, in metres.
  double depth_;
  /// The next steps towards each target that was asked for lately.
  std::map<vertex, std::vector<vertex>> next_steps_;
};

/// The same point at another height.
constexpr vector3 at_height(vector3 point, double z) {
  return {point.x, point.y, z};
}

/// How far apart two points are on a map.
inline double horizontal_distance(vector3 a, vector3 b) {
  return length(at_height(a - b, 0));
}

} // namespace troupe
