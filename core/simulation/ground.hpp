#pragma once

#include "core/simulation/contact.hpp"
#include "core/simulation/hull.hpp"
#include "core/simulation/state.hpp"
#include "core/world/world.hpp"

#include <array>
#include <vector>

namespace troupe {

/// Whether a surface with this normal carries what is on it, rather than standing beside it.
inline bool is_floor(const btVector3& normal) {
  return normal.z() > 0.5f;
}

/// Everything in a world that never moves, for collision: a column of solid ground below every
/// tile, two below diagonal ones, and walls that have no upper end, so that nothing can be thrown
/// out of the world.
class ground {
public:
  explicit ground(const world& w);

  /// Contacts with one column or wall.
  struct surface_contacts {
    /// Tells the surfaces that touch one body apart.
    std::uint32_t surface = 0;
    contact_list contacts;
  };
  using contact_sets = std::vector<surface_contacts>;

  /// Adds all contacts of a solid with normals out of the ground. `box` is the solid's, grown by
  /// the margin and by the motion.
  void find_contacts(const hull& solid, const bounds& box, const contact_query& query,
                     contact_sets& found) const;

  /// The colours of the floors that carry a solid.
  [[nodiscard]] floor_contacts floors_below(const hull& solid) const;

  /// How far along a ray, up to `limit` metres, the ground is; `limit` if it is farther.
  [[nodiscard]] float distance_along(const btVector3& from, const btVector3& direction,
                                     float limit) const;

  /// The height of the floor; that of the nearest tile for points outside of the walls.
  [[nodiscard]] float height_at(float x, float y) const;

  /// The corner opposite to the origin.
  [[nodiscard]] float east() const { return east_; }
  [[nodiscard]] float north() const { return north_; }

private:
  /// The upper end of a column: z = height + slope_x x + slope_y y.
  struct top {
    float height = 0;
    float slope_x = 0;
    float slope_y = 0;
    std::uint8_t colour = 0;

    [[nodiscard]] float at(float x, float y) const { return height + slope_x * x + slope_y * y; }
    [[nodiscard]] bool same_plane(const top& other) const {
      return height == other.height && slope_x == other.slope_x && slope_y == other.slope_y;
    }
  };
  /// The ground below one tile. A diagonal one is parted by the line cut_x x + cut_y y = cut: where
  /// the left side is greater, the floor is `upper`.
  struct column {
    top floor;
    top upper;
    float cut_x = 0;
    float cut_y = 0;
    float cut = 0;
    float highest = 0;

    [[nodiscard]] bool parted() const { return cut_x != 0; }
  };
  /// Tiles from (x0, y0) to (x1, y1), both included.
  struct tile_range {
    int x0;
    int y0;
    int x1;
    int y1;
  };
  /// One convex part of the ground.
  struct part {
    hull solid;
    std::uint8_t covered_faces = 0;
    std::uint8_t colour = 0;
  };

  [[nodiscard]] static column make_column(const world& w, cell at);
  [[nodiscard]] const column& column_at(int x, int y) const {
    return columns_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)
                    + static_cast<std::size_t>(x)];
  }
  [[nodiscard]] tile_range tiles_below(const bounds& box) const;
  [[nodiscard]] const top* common_top(const tile_range& tiles) const;
  [[nodiscard]] const top& top_at(const column& c, float x, float y) const;
  [[nodiscard]] part whole_part(int x, int y) const;
  [[nodiscard]] part half_part(int x, int y, bool upper) const;
  [[nodiscard]] bool rises_beyond(const btVector3& from, const btVector3& to, float beyond_x,
                                  float beyond_y) const;
  [[nodiscard]] bool is_real(const contact& c, const part& p) const;
  void find_wall_contacts(const hull& solid, const bounds& box, const contact_query& query,
                          contact_sets& found) const;
  [[nodiscard]] contact_list part_contacts(const hull& solid, const part& p,
                                           contact_query query) const;
  template <class Visit>
  void visit_parts(const tile_range& tiles, float above, Visit&& visit) const;

  int width_;
  int height_;
  float tile_x_;
  float tile_y_;
  float east_;
  float north_;
  float bottom_;
  std::vector<column> columns_;
};

} // namespace troupe
