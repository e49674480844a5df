#pragma once

#include "core/support/random.hpp"
#include "core/world/cppn.hpp"
#include "core/world/terrain.hpp"

#include <vector>

namespace troupe {

/// Which objects start close to each other.
enum class object_grouping : std::uint8_t { none, by_shape, by_colour };

/// Finds places to start for the entities of one world.
///
/// A place is drawn from the entity's probability map (`placement_network`) over the playable area,
/// a point uniformly within it. Every entity lies wholly on one tile, or one half of a diagonal
/// tile, apart from all others. Players and objects start on level floor; only spheres may start on
/// ramps, and roll.
class entity_placer {
public:
  /// Looks at the topology, colours and playable area of `w`, which must outlive the placer. The
  /// entities that `w` has are obstacles once `avoid` is called for them.
  explicit entity_placer(const world& w);

  void avoid(const world_object& object);
  void avoid(const world_player& player);

  /// Whether a point belongs to the playable area.
  [[nodiscard]] bool is_playable(const vector3& position) const;

  /// Gives a player or an object a position that its latent likes, and avoids it from then on.
  /// An object that does not fit is made smaller, down to `min_size`. Returns false, and leaves the
  /// position alone, if there is no room.
  bool put(world_player& player, random_stream& stream);
  bool put(world_object& object, double min_size, random_stream& stream);

  /// The same for an object that likes to be near `companion`.
  bool put_near(const world_object& companion, world_object& object, double min_size,
                random_stream& stream);

private:
  struct circle {
    double x;
    double y;
    double radius;
  };

  bool put_object(std::vector<double> preferences, world_object& object, double min_size,
                  random_stream& stream);
  bool find_point(std::vector<double> preferences, circle& body, bool may_roll,
                  random_stream& stream) const;
  bool draw_point(const place& p, circle& body, random_stream& stream) const;
  [[nodiscard]] bool is_free(const circle& body) const;

  const world& world_;
  topology_graph graph_;
  std::vector<bool> playable_;
  /// The playable places.
  std::vector<place> places_;
  placement_network network_;
  std::vector<circle> taken_;
};

/// Gives all players and objects of `w` positions, objects in groups as asked. Returns false if
/// they do not fit.
bool place_entities(world& w, object_grouping grouping, double min_object_size,
                    random_stream& stream);

} // namespace troupe
