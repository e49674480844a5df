#pragma once

#include "core/simulation/script.hpp"
#include "core/simulation/shapes.hpp"
#include "core/simulation/state.hpp"
#include "core/simulation/wayfinder.hpp"

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace troupe {

/// One object or player of a world.
struct individual {
  bool is_player = false;
  /// Among the world's players, or among its objects.
  std::size_t index = 0;

  friend bool operator==(const individual&, const individual&) = default;
};

/// A player's look at the whole state of its world at one moment: what a script decides by.
///
/// Relations are judged roughly, and nearness with a margin, so that what is taken for true is.
class situation {
public:
  /// Keeps references to everything.
  situation(const wayfinder& ways, const simulation_state& state, std::size_t player)
      : ways_(ways), state_(state), player_(player) {}

  [[nodiscard]] const world& setting() const { return ways_.setting(); }
  [[nodiscard]] const wayfinder& ways() const { return ways_; }
  [[nodiscard]] const simulation_state& state() const { return state_; }
  [[nodiscard]] const player_state& me() const { return state_.players[player_]; }
  [[nodiscard]] bool is_me(const physical_entity& thing) const;
  [[nodiscard]] bool has_tag_gadget() const;

  /// How many places away each vertex of the topology graph is, or `unreachable`.
  [[nodiscard]] const std::vector<std::uint32_t>& places_to() const;
  [[nodiscard]] std::uint32_t places_to(vector3 point) const;

  /// Who is present of those that a wish may mean: objects of a kind, or a player.
  using individuals = boost::container::small_vector<individual, 4>;
  [[nodiscard]] individuals all(const physical_entity& thing) const;
  [[nodiscard]] body body_of(individual one) const;
  [[nodiscard]] vector3 position_of(individual one) const { return body_of(one).position; }

  /// The one of them that is the fewest places away, and the closest of those; first of all what
  /// this player holds.
  [[nodiscard]] std::optional<individual> nearest(const individuals& candidates) const;
  [[nodiscard]] std::optional<individual> nearest(const physical_entity& thing) const {
    return nearest(all(thing));
  }
  [[nodiscard]] individuals other_players() const;

  [[nodiscard]] bool is_held_by_me(individual one) const;
  /// Whether this player holds an object of a kind.
  [[nodiscard]] bool holds_kind(object_kind what) const;

  /// Whether nothing of the topology is between two points.
  [[nodiscard]] bool in_line(vector3 a, vector3 b) const { return !ways_.ground().blocks(a, b); }

  /// Whether a wish has come true.
  [[nodiscard]] bool holds(const wish& wanted) const;

  /// Whether a wish about this player would be true if it stood at a point and looked the right
  /// way.
  [[nodiscard]] bool would_hold(const wish& wanted, vector3 feet) const;

private:
  [[nodiscard]] bool is_related(relation how, individual a, const physical_entity& second) const;
  [[nodiscard]] bool is_hidden_by_an_object(individual a, individual b) const;
  [[nodiscard]] bool sees(individual a, individual b) const;
  [[nodiscard]] bool would_be_related(const wish& wanted, vector3 feet) const;

  const wayfinder& ways_;
  const simulation_state& state_;
  std::size_t player_;
  /// Found out when first asked for.
  mutable std::vector<std::uint32_t> places_to_;
};

/// The room between two bodies, in metres, by the midpoint construction of the paper's `near`.
double gap_between(const body& a, const body& b);

} // namespace troupe
