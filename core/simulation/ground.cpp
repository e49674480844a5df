#include "core/simulation/ground.hpp"

#include "core/world/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace troupe {

namespace {

/// How close to a floor a body must be to count as on it, in metres.
constexpr float touching_distance = 0.02f;

/// Steps to the side by which the surroundings of a point are felt.
constexpr float probe_step = 4e-3f;

constexpr std::uint8_t bit(std::size_t face) {
  return static_cast<std::uint8_t>(1u << face);
}

/// The lower faces of a hexahedron and of a prism.
constexpr std::size_t hexahedron_bottom = 4;
constexpr std::size_t prism_bottom = 3;

btVector3 normal_of(float slope_x, float slope_y) {
  return btVector3(-slope_x, -slope_y, 1).normalized();
}

} // namespace

ground::ground(const world& w)
    : width_(w.tiles.width()),
      height_(w.tiles.height()),
      tile_x_(static_cast<float>(w.tile_size.x)),
      tile_y_(static_cast<float>(w.tile_size.y)),
      east_(static_cast<float>(w.tiles.width() * w.tile_size.x)),
      north_(static_cast<float>(w.tiles.height() * w.tile_size.y)),
      bottom_(-10 * static_cast<float>(std::max({1.0, w.tile_size.x, w.tile_size.y}))) {
  columns_.reserve(w.tiles.values().size());
  for (std::size_t i = 0; i < w.tiles.values().size(); ++i)
    columns_.push_back(make_column(w, w.tiles.cell_of(i)));
}

ground::column ground::make_column(const world& w, cell at) {
  auto t = w.tiles[at];
  auto colour = [&](tile_part part) {
    return static_cast<std::uint8_t>(surface_colour(w, {at, part}));
  };
  auto height = [&](int level) { return static_cast<float>(level * w.tile_size.z); };
  column c;
  c.floor = {height(t.level), 0, 0, colour(tile_part::whole)};
  c.highest = height(top_level(t));
  auto west = at.x * w.tile_size.x;
  auto south = at.y * w.tile_size.y;
  auto slope_x = w.tile_size.z / w.tile_size.x;
  auto slope_y = w.tile_size.z / w.tile_size.y;
  auto lean = [&](double along_x, double along_y, double x, double y) {
    c.floor.slope_x = static_cast<float>(along_x);
    c.floor.slope_y = static_cast<float>(along_y);
    c.floor.height = static_cast<float>(t.level * w.tile_size.z - along_x * x - along_y * y);
  };
  auto part_by = [&](double x, double y) {
    c.upper = {c.highest, 0, 0, colour(tile_part::upper_half)};
    c.floor.colour = colour(tile_part::lower_half);
    c.cut_x = static_cast<float>(x / w.tile_size.x);
    c.cut_y = static_cast<float>(y / w.tile_size.y);
    auto middle_x = west + w.tile_size.x / 2;
    auto middle_y = south + w.tile_size.y / 2;
    c.cut = static_cast<float>(x / w.tile_size.x * middle_x + y / w.tile_size.y * middle_y);
  };
  if (t.kind == tile_kind::flat)
    return c;
  switch (t.facing) {
  case direction::north:
    lean(0, slope_y, west, south);
    break;
  case direction::south:
    lean(0, -slope_y, west, south + w.tile_size.y);
    break;
  case direction::east:
    lean(slope_x, 0, west, south);
    break;
  case direction::west:
    lean(-slope_x, 0, west + w.tile_size.x, south);
    break;
  case direction::northeast:
    part_by(1, 1);
    break;
  case direction::northwest:
    part_by(-1, 1);
    break;
  case direction::southeast:
    part_by(1, -1);
    break;
  case direction::southwest:
    part_by(-1, -1);
    break;
  }
  return c;
}

ground::tile_range ground::tiles_below(const bounds& box) const {
  auto index = [](float at, float size, int count) {
    return std::clamp(static_cast<int>(std::floor(at / size)), 0, count - 1);
  };
  return {index(box.low.x(), tile_x_, width_), index(box.low.y(), tile_y_, height_),
          index(box.high.x(), tile_x_, width_), index(box.high.y(), tile_y_, height_)};
}

/// The floor that all tiles share; null if they lie on different planes.
const ground::top* ground::common_top(const tile_range& tiles) const {
  const auto& first = column_at(tiles.x0, tiles.y0);
  for (int y = tiles.y0; y <= tiles.y1; ++y)
    for (int x = tiles.x0; x <= tiles.x1; ++x) {
      const auto& c = column_at(x, y);
      if (c.parted() || !c.floor.same_plane(first.floor))
        return nullptr;
    }
  return &first.floor;
}

const ground::top& ground::top_at(const column& c, float x, float y) const {
  return c.parted() && c.cut_x * x + c.cut_y * y > c.cut ? c.upper : c.floor;
}

float ground::height_at(float x, float y) const {
  auto tiles = tiles_below({btVector3(x, y, 0), btVector3(x, y, 0)});
  x = std::clamp(x, 0.f, east_);
  y = std::clamp(y, 0.f, north_);
  const auto& c = column_at(tiles.x0, tiles.y0);
  return top_at(c, x, y).at(x, y);
}

/// Whether the ground beyond the upper edge between two corners is nowhere lower than the edge.
bool ground::rises_beyond(const btVector3& from, const btVector3& to, float beyond_x,
                          float beyond_y) const {
  auto reaches = [&](float share) {
    auto point = from.lerp(to, share);
    auto x = point.x() + beyond_x * probe_step;
    auto y = point.y() + beyond_y * probe_step;
    if (x < 0 || y < 0 || x > east_ || y > north_)
      return true;
    // A slope that begins at the edge is a little lower already.
    return height_at(x, y) >= point.z() - 2 * probe_step;
  };
  return reaches(0.02f) && reaches(0.98f);
}

ground::part ground::whole_part(int x, int y) const {
  const auto& c = column_at(x, y);
  part p;
  p.colour = c.floor.colour;
  p.solid.topology = &hexahedron_topology;
  p.solid.corner_count = 8;
  for (std::size_t i = 0; i < 8; ++i) {
    auto at_x = tile_x_ * static_cast<float>(x + static_cast<int>(i & 1));
    auto at_y = tile_y_ * static_cast<float>(y + static_cast<int>(i >> 1 & 1));
    p.solid.corners[i] = {at_x, at_y, (i & 4) != 0 ? c.floor.at(at_x, at_y) : bottom_};
  }
  find_planes(p.solid);
  p.covered_faces = bit(hexahedron_bottom);
  const auto& corners = p.solid.corners;
  if (rises_beyond(corners[4], corners[6], -1, 0))
    p.covered_faces |= bit(0);
  if (rises_beyond(corners[5], corners[7], 1, 0))
    p.covered_faces |= bit(1);
  if (rises_beyond(corners[4], corners[5], 0, -1))
    p.covered_faces |= bit(2);
  if (rises_beyond(corners[6], corners[7], 0, 1))
    p.covered_faces |= bit(3);
  return p;
}

ground::part ground::half_part(int x, int y, bool upper) const {
  const auto& c = column_at(x, y);
  const auto& floor = upper ? c.upper : c.floor;
  // The half's right angle is towards the side that its cut faces.
  auto east = (c.cut_x > 0) == upper;
  auto north = (c.cut_y > 0) == upper;
  auto corner = [&](bool at_east, bool at_north) {
    return btVector3(tile_x_ * static_cast<float>(x + (at_east ? 1 : 0)),
                     tile_y_ * static_cast<float>(y + (at_north ? 1 : 0)), floor.height);
  };
  std::array<btVector3, 3> tops{corner(east, north), corner(!east, north), corner(east, !north)};
  if ((tops[1] - tops[0]).cross(tops[2] - tops[0]).z() < 0)
    std::swap(tops[1], tops[2]);
  part p;
  p.colour = floor.colour;
  p.solid.topology = &prism_topology;
  p.solid.corner_count = 6;
  for (std::size_t i = 0; i < 3; ++i) {
    p.solid.corners[i] = {tops[i].x(), tops[i].y(), bottom_};
    p.solid.corners[i + 3] = tops[i];
  }
  find_planes(p.solid);
  p.covered_faces = bit(prism_bottom);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& out = p.solid.normals[i];
    if (rises_beyond(tops[i], tops[(i + 1) % 3], out.x(), out.y()))
      p.covered_faces |= bit(i);
  }
  return p;
}

/// Calls `visit(part, number)` for every part of the ground that rises above a height.
template <class Visit>
void ground::visit_parts(const tile_range& tiles, float above, Visit&& visit) const {
  for (int y = tiles.y0; y <= tiles.y1; ++y)
    for (int x = tiles.x0; x <= tiles.x1; ++x) {
      const auto& c = column_at(x, y);
      if (c.highest < above)
        continue;
      auto number = 2 * static_cast<std::uint32_t>(y * width_ + x);
      if (!c.parted()) {
        visit(whole_part(x, y), number);
        continue;
      }
      if (c.floor.height >= above)
        visit(half_part(x, y, false), number);
      visit(half_part(x, y, true), number + 1);
    }
}

/// Whether a contact is not one with an edge that other ground hides: something that slides or
/// rolls over the seam of two tiles must not feel it.
bool ground::is_real(const contact& c, const part& p) const {
  for (std::size_t f = 0; f < p.solid.face_count(); ++f) {
    const auto& out = p.solid.normals[f];
    auto lean = c.normal.dot(out);
    if ((p.covered_faces >> f & 1) == 0 || lean < lean_tolerance)
      continue;
    auto x = c.point.x() + out.x() * probe_step;
    auto y = c.point.y() + out.y() * probe_step;
    if (x < 0 || y < 0 || x > east_ || y > north_)
      return false;
    // The neighbour may slope down from a common edge, which then is felt.
    auto slope = (height_at(x, y) - c.point.z()) / probe_step;
    if (lean + c.normal.z() * slope > lean_tolerance)
      return false;
  }
  return true;
}

contact_list ground::part_contacts(const hull& solid, const part& p, contact_query query) const {
  query.covered_faces = p.covered_faces;
  auto contacts = troupe::find_contacts(solid, p.solid, query);
  auto is_round = solid.face_count() == 0;
  return is_round && !contacts.empty() && !is_real(contacts[0], p) ? contact_list{} : contacts;
}

void ground::find_wall_contacts(const hull& solid, const bounds& box, const contact_query& query,
                                contact_sets& found) const {
  auto surface = static_cast<std::uint32_t>(2 * width_ * height_);
  auto add = [&](bool near, const btVector3& normal, float offset) {
    ++surface;
    if (!near)
      return;
    if (auto contacts = find_plane_contacts(solid, normal, offset, query.margin); !contacts.empty())
      found.push_back({surface, contacts});
  };
  add(box.low.x() < 0, {1, 0, 0}, 0);
  add(box.high.x() > east_, {-1, 0, 0}, -east_);
  add(box.low.y() < 0, {0, 1, 0}, 0);
  add(box.high.y() > north_, {0, -1, 0}, -north_);
}

void ground::find_contacts(const hull& solid, const bounds& box, const contact_query& query,
                           contact_sets& found) const {
  auto tiles = tiles_below(box);
  if (const auto* floor = common_top(tiles)) {
    auto normal = normal_of(floor->slope_x, floor->slope_y);
    if (auto contacts =
            find_plane_contacts(solid, normal, normal.z() * floor->height, query.margin);
        !contacts.empty())
      found.push_back({std::numeric_limits<std::uint32_t>::max(), contacts});
  } else {
    visit_parts(tiles, box.low.z(), [&](const part& p, std::uint32_t surface) {
      if (auto contacts = part_contacts(solid, p, query); !contacts.empty())
        found.push_back({surface, contacts});
    });
  }
  find_wall_contacts(solid, box, query, found);
}

floor_contacts ground::floors_below(const hull& solid) const {
  auto box = grown(bounds_of(solid), touching_distance);
  auto tiles = tiles_below(box);
  contact_query query;
  query.margin = touching_distance;
  floor_contacts touched;
  visit_parts(tiles, box.low.z(), [&](const part& p, std::uint32_t) {
    for (const auto& c : part_contacts(solid, p, query))
      if (c.distance <= touching_distance && is_floor(c.normal))
        touched.set(p.colour);
  });
  return touched;
}

float ground::distance_along(const btVector3& from, const btVector3& direction, float limit) const {
  auto tiles = tiles_below({from, from});
  auto x = tiles.x0;
  auto y = tiles.y0;
  auto crossing = [](float at, float speed, float size, int index) {
    if (speed == 0)
      return std::numeric_limits<float>::max();
    return (size * static_cast<float>(speed > 0 ? index + 1 : index) - at) / speed;
  };
  float begin = 0;
  while (begin < limit) {
    auto end_x = crossing(from.x(), direction.x(), tile_x_, x);
    auto end_y = crossing(from.y(), direction.y(), tile_y_, y);
    auto end = std::min({end_x, end_y, limit});
    const auto& c = column_at(x, y);
    // Where the ray meets a floor between two distances; `limit` if it does not.
    auto meet = [&](const top& floor, float first, float last) {
      auto height = from.z() - floor.at(from.x(), from.y());
      auto speed = direction.z() - floor.slope_x * direction.x() - floor.slope_y * direction.y();
      if (height + speed * first <= 0)
        return first;
      if (height + speed * last > 0)
        return limit;
      return std::clamp(-height / speed, first, last);
    };
    auto hit = limit;
    if (c.parted()) {
      auto side = c.cut_x * from.x() + c.cut_y * from.y() - c.cut;
      auto change = c.cut_x * direction.x() + c.cut_y * direction.y();
      auto middle = change == 0 ? begin : std::clamp(-side / change, begin, end);
      auto part_at = [&](float distance) -> const top& {
        return side + change * distance > 0 ? c.upper : c.floor;
      };
      hit = meet(part_at((begin + middle) / 2), begin, middle);
      if (hit >= limit)
        hit = meet(part_at((middle + end) / 2), middle, end);
    } else {
      hit = meet(c.floor, begin, end);
    }
    if (hit < limit)
      return hit;
    begin = end;
    if (end_x <= end_y)
      x += direction.x() > 0 ? 1 : -1;
    else
      y += direction.y() > 0 ? 1 : -1;
    if (x < 0 || y < 0 || x >= width_ || y >= height_)
      return std::min(begin, limit);
  }
  return limit;
}

} // namespace troupe
