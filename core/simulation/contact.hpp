#pragma once

#include "core/simulation/hull.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace troupe {

/// Where a solid touches, or is about to touch, another one.
struct contact {
  /// On the surface of the other.
  btVector3 point;
  /// Out of the other; a unit vector.
  btVector3 normal;
  /// Metres along the normal; negative where they overlap.
  float distance = 0;
};

/// At most four contacts: enough to hold a face.
class contact_list {
public:
  static constexpr std::size_t capacity = 4;

  void push_back(const contact& c) { items_[size_++] = c; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  contact& operator[](std::size_t i) { return items_[i]; }
  const contact& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] const contact* begin() const { return items_.data(); }
  [[nodiscard]] const contact* end() const { return items_.data() + size_; }
  contact* begin() { return items_.data(); }
  contact* end() { return items_.data() + size_; }

private:
  std::array<contact, capacity> items_;
  std::size_t size_ = 0;
};

/// How much a normal may lean over a covered face.
inline constexpr float lean_tolerance = 0.02f;

/// Which contacts of two solids matter.
struct contact_query {
  /// Contacts farther apart than this, in metres, are left out.
  float margin = 0;
  /// How the first solid is about to move relative to the second, in metres.
  btVector3 motion{0, 0, 0};
  /// Faces of the second solid, by bits, with another solid behind them: nothing touches them.
  std::uint8_t covered_faces = 0;
};

/// The contacts of two solids, with normals out of `b`. Those of solids that are still apart tell
/// where they would meet: who limits the speed of approach to distance / time step keeps even fast
/// bodies from going through each other.
contact_list find_contacts(const hull& a, const hull& b, const contact_query& query);

/// The lowest contacts of a solid with all that is below the plane normal · x = offset.
contact_list find_plane_contacts(const hull& a, const btVector3& normal, float offset,
                                 float margin);

/// Keeps the contacts that hold a body best: the deepest and those that span the largest area.
contact_list reduce(std::span<const contact> all);

} // namespace troupe
