#include "core/simulation/contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace troupe {

namespace {

/// Clipping a face of four corners by a face of four sides leaves at most eight.
constexpr std::size_t max_polygon = 8;

constexpr float lowest = -std::numeric_limits<float>::max();

/// A face is a better contact than an edge or another face that is farther apart by no more than
/// this: contacts that jump between features make bodies tremble.
constexpr float face_preference = 0.005f;

/// Directions with a larger cosine of the angle between them are the same.
constexpr float parallel_cosine = 0.999f;

/// How much a surface may lean for a capsule to touch it along a line.
constexpr float upright_tolerance = 0.05f;

/// The extent of a solid's corners along an axis.
struct projection {
  float low;
  float high;
};

projection project(const hull& solid, const btVector3& axis) {
  projection extent{std::numeric_limits<float>::max(), lowest};
  for (const auto& point : solid.points()) {
    auto at = axis.dot(point);
    extent.low = std::min(extent.low, at);
    extent.high = std::max(extent.high, at);
  }
  return extent;
}

/// The direction along which two solids are farthest apart.
struct separation {
  enum class kind { face_of_a, face_of_b, edges };

  kind by = kind::face_of_b;
  /// Out of b.
  btVector3 normal{0, 0, 1};
  float distance = lowest;
  /// Face number, or axes of the edges.
  std::size_t a = 0;
  std::size_t b = 0;
};

bool is_covered(const contact_query& query, std::size_t face) {
  return (query.covered_faces >> face & 1) != 0;
}

/// Whether the outermost part of `b` along a normal is the rim of a covered face that the normal
/// leans over: nothing can touch it from there.
bool leans_over_covered_face(const hull& b, const contact_query& query, const btVector3& normal) {
  constexpr float tolerance = 1e-3f;
  auto is_on = [&](const btVector3& corner, std::size_t face) {
    return b.normals[face].dot(corner) > b.offsets[face] - tolerance;
  };
  auto outermost = project(b, normal).high - tolerance;
  for (std::size_t f = 0; f < b.face_count(); ++f)
    if (is_covered(query, f) && normal.dot(b.normals[f]) > lean_tolerance
        && std::all_of(b.points().begin(), b.points().end(), [&](const btVector3& corner) {
             return normal.dot(corner) < outermost || is_on(corner, f);
           }))
      return true;
  return false;
}

void try_faces_of_b(const hull& a, const hull& b, separation& best) {
  for (std::size_t f = 0; f < b.face_count(); ++f) {
    auto distance = project(a, b.normals[f]).low - b.offsets[f];
    if (distance > best.distance)
      best = {separation::kind::face_of_b, b.normals[f], distance, 0, f};
  }
}

void try_faces_of_a(const hull& a, const hull& b, const contact_query& query, separation& best) {
  for (std::size_t f = 0; f < a.face_count(); ++f) {
    auto distance = project(b, a.normals[f]).low - a.offsets[f];
    if (distance > best.distance + face_preference
        && (distance > query.margin || !leans_over_covered_face(b, query, -a.normals[f])))
      best = {separation::kind::face_of_a, -a.normals[f], distance, f, 0};
  }
}

/// One edge for each direction.
using edge_axes = std::array<btVector3, 6>;

edge_axes edge_axes_of(const hull& solid) {
  edge_axes axes;
  for (const auto& e : solid.topology->edges)
    axes[e.axis] = solid.direction(e);
  return axes;
}

void try_edges(const hull& a, const hull& b, const contact_query& query, separation& best) {
  auto axes_a = edge_axes_of(a);
  auto axes_b = edge_axes_of(b);
  auto found = best;
  for (std::size_t i = 0; i < a.topology->axes; ++i)
    for (std::size_t j = 0; j < b.topology->axes; ++j) {
      auto normal = axes_a[i].cross(axes_b[j]);
      auto size = normal.length2();
      if (size < 1e-4f * axes_a[i].length2() * axes_b[j].length2())
        continue;
      normal *= 1 / std::sqrt(size);
      auto extent_a = project(a, normal);
      auto extent_b = project(b, normal);
      auto distance = extent_a.low - extent_b.high;
      if (auto other = extent_b.low - extent_a.high; other > distance) {
        distance = other;
        normal = -normal;
      }
      if (distance > found.distance + face_preference && !leans_over_covered_face(b, query, normal))
        found = {separation::kind::edges, normal, distance - face_preference, i, j};
    }
  if (found.by == separation::kind::edges)
    found.distance += face_preference;
  best = found;
}

struct polygon {
  std::array<btVector3, max_polygon> points;
  std::size_t size = 0;
};

/// The part of a polygon on the lower side of a plane.
polygon clip(const polygon& whole, const btVector3& normal, float offset) {
  polygon kept;
  for (std::size_t i = 0; i < whole.size; ++i) {
    const auto& p = whole.points[i];
    const auto& q = whole.points[i + 1 == whole.size ? 0 : i + 1];
    auto height_p = normal.dot(p) - offset;
    auto height_q = normal.dot(q) - offset;
    if (height_p <= 0 && kept.size < max_polygon)
      kept.points[kept.size++] = p;
    if ((height_p < 0) != (height_q < 0) && height_p != height_q && kept.size < max_polygon)
      kept.points[kept.size++] = p + (q - p) * (height_p / (height_p - height_q));
  }
  return kept;
}

/// The face of a solid that looks most against a direction.
std::size_t opposing_face(const hull& solid, const btVector3& direction) {
  std::size_t face = 0;
  for (std::size_t f = 1; f < solid.face_count(); ++f)
    if (solid.normals[f].dot(direction) < solid.normals[face].dot(direction))
      face = f;
  return face;
}

/// The part of `other`'s face towards a face of `reference` that lies, or comes to lie by moving
/// along `motion`, beside that face.
polygon face_overlap(const hull& reference, std::size_t face, const hull& other,
                     const btVector3& motion) {
  const auto& normal = reference.normals[face];
  polygon result;
  for (auto corner : other.topology->faces[opposing_face(other, normal)])
    result.points[result.size++] = other.corners[corner];
  auto loop = reference.topology->faces[face];
  for (std::size_t i = 0; i < loop.size() && result.size > 0; ++i) {
    const auto& from = reference.corners[loop[i]];
    const auto& to = reference.corners[loop[i + 1 == loop.size() ? 0 : i + 1]];
    auto side = (to - from).cross(normal);
    result = clip(result, side, side.dot(from) + std::max(0.f, -side.dot(motion)));
  }
  return result;
}

contact_list face_contacts(const hull& a, const hull& b, const contact_query& query,
                           const separation& best) {
  auto by_b = best.by == separation::kind::face_of_b;
  const auto& reference = by_b ? b : a;
  auto face = by_b ? best.b : best.a;
  auto motion = best.distance > 0 ? query.motion * (by_b ? 1.f : -1.f) : btVector3(0, 0, 0);
  auto shared = face_overlap(reference, face, by_b ? a : b, motion);
  std::array<contact, max_polygon> found;
  std::size_t count = 0;
  for (std::size_t i = 0; i < shared.size; ++i) {
    const auto& point = shared.points[i];
    auto distance = reference.normals[face].dot(point) - reference.offsets[face];
    if (distance <= query.margin)
      found[count++] = {by_b ? point - best.normal * distance : point, best.normal, distance};
  }
  return reduce({found.data(), count});
}

struct point_pair {
  btVector3 a;
  btVector3 b;
};

/// The closest points of two segments.
point_pair closest(const btVector3& a0, const btVector3& a1, const btVector3& b0,
                   const btVector3& b1) {
  auto along_a = a1 - a0;
  auto along_b = b1 - b0;
  auto between = a0 - b0;
  auto aa = along_a.length2();
  auto bb = along_b.length2();
  auto ab = along_a.dot(along_b);
  auto ca = along_a.dot(between);
  auto cb = along_b.dot(between);
  auto denominator = aa * bb - ab * ab;
  auto s =
      denominator > 1e-6f * aa * bb ? std::clamp((ab * cb - ca * bb) / denominator, 0.f, 1.f) : 0.f;
  auto t = bb > 0 ? std::clamp((ab * s + cb) / bb, 0.f, 1.f) : 0.f;
  s = aa > 0 ? std::clamp((ab * t - ca) / aa, 0.f, 1.f) : 0.f;
  return {a0 + along_a * s, b0 + along_b * t};
}

/// The edge of a direction that lies farthest along `normal`.
const hull_topology::edge& outermost_edge(const hull& solid, std::size_t axis,
                                          const btVector3& normal) {
  const hull_topology::edge* outermost = nullptr;
  auto farthest = lowest;
  for (const auto& e : solid.topology->edges)
    if (e.axis == axis)
      if (auto at = normal.dot(solid.corners[e.from] + solid.corners[e.to]); at > farthest) {
        farthest = at;
        outermost = &e;
      }
  return *outermost;
}

/// The contact of two edges and, so that a body does not tilt about it unnoticed, those of the
/// faces that are nearly as far apart.
contact_list edge_contacts(const hull& a, const hull& b, const separation& best,
                           const contact_list& of_faces) {
  const auto& edge_a = outermost_edge(a, best.a, -best.normal);
  const auto& edge_b = outermost_edge(b, best.b, best.normal);
  auto points = closest(a.corners[edge_a.from], a.corners[edge_a.to], b.corners[edge_b.from],
                        b.corners[edge_b.to]);
  contact_list result;
  result.push_back({points.b, best.normal, best.distance});
  for (const auto& c : of_faces)
    if (c.distance > best.distance - face_preference && result.size() < contact_list::capacity)
      result.push_back(c);
  return result;
}

contact_list polyhedron_contacts(const hull& a, const hull& b, const contact_query& query) {
  separation best;
  try_faces_of_b(a, b, best);
  if (best.distance > query.margin)
    return {};
  try_faces_of_a(a, b, query, best);
  if (best.distance > query.margin)
    return {};
  auto best_face = best;
  try_edges(a, b, query, best);
  if (best.distance > query.margin)
    return {};
  // What is nearer to leaving through a covered face is the business of what covers it.
  auto covered = best_face.by == separation::kind::face_of_b && is_covered(query, best_face.b);
  if (best.by == separation::kind::edges)
    return edge_contacts(a, b, best,
                         covered ? contact_list{} : face_contacts(a, b, query, best_face));
  return covered ? contact_list{} : face_contacts(a, b, query, best);
}

/// A point of a solid's surface, and how far from it something else is.
struct nearest_point {
  btVector3 at{0, 0, 0};
  btVector3 from{0, 0, 0};
  float distance2 = std::numeric_limits<float>::max();
  bool covered = false;
};

bool is_beside(const hull& solid, std::size_t face, const btVector3& point) {
  auto loop = solid.topology->faces[face];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const auto& from = solid.corners[loop[i]];
    const auto& to = solid.corners[loop[i + 1 == loop.size() ? 0 : i + 1]];
    if ((to - from).cross(solid.normals[face]).dot(point - from) > 0)
      return false;
  }
  return true;
}

void keep_nearer(nearest_point& best, const btVector3& from, const btVector3& at, bool covered) {
  auto distance2 = (from - at).length2();
  if (distance2 < best.distance2)
    best = {at, from, distance2, covered};
}

/// The faces of `b` that a point lies beside and outside of.
void try_faces(const btVector3& point, const hull& b, const contact_query& query,
               nearest_point& best) {
  for (std::size_t f = 0; f < b.face_count(); ++f) {
    auto height = b.normals[f].dot(point) - b.offsets[f];
    if (height > 0 && height * height < best.distance2 && is_beside(b, f, point))
      keep_nearer(best, point, point - b.normals[f] * height, is_covered(query, f));
  }
}

/// Whether the core of a round solid enters a polyhedron.
bool core_enters(const hull& a, const hull& b) {
  auto along = a.corner_count == 2 ? a.corners[1] - a.corners[0] : btVector3(0, 0, 0);
  float first = 0;
  float last = 1;
  for (std::size_t f = 0; f < b.face_count(); ++f) {
    auto height = b.normals[f].dot(a.corners[0]) - b.offsets[f];
    auto change = b.normals[f].dot(along);
    if (height > 0 && height + change > 0)
      return false;
    if (change < 0)
      first = std::max(first, -height / change);
    else if (change > 0)
      last = std::min(last, -height / change);
  }
  return first < last;
}

/// For a round solid whose core is inside of a polyhedron: out through the nearest face.
contact_list deep_contact(const hull& a, const hull& b, const contact_query& query) {
  separation best;
  try_faces_of_b(a, b, best);
  contact_list result;
  if (is_covered(query, best.b))
    return result;
  auto deepest = a.corners[0];
  if (a.corner_count == 2 && best.normal.dot(a.corners[1]) < best.normal.dot(deepest))
    deepest = a.corners[1];
  result.push_back({deepest - best.normal * best.distance, best.normal, best.distance - a.radius});
  return result;
}

/// The contact of two points as of round solids about them.
contact_list round_contact(const nearest_point& best, float radius, float radius_b, float margin) {
  contact_list result;
  auto length = std::sqrt(best.distance2);
  auto distance = length - radius - radius_b;
  if (distance > margin)
    return result;
  auto normal = length > 1e-6f ? (best.from - best.at) / length : btVector3(0, 0, 1);
  result.push_back({best.at + normal * radius_b, normal, distance});
  return result;
}

/// The part of a segment between two parallel planes: normal · x in [low, high].
void clip_segment(point_pair& ends, const btVector3& normal, float low, float high) {
  for (auto [direction, limit] : {std::pair{normal, high}, std::pair{-normal, -low}}) {
    auto a = direction.dot(ends.a) - limit;
    auto b = direction.dot(ends.b) - limit;
    if (a > 0 && b < a)
      ends.a = b >= 0 ? ends.b : ends.a.lerp(ends.b, a / (a - b));
    else if (b > 0 && a < b)
      ends.b = a >= 0 ? ends.a : ends.b.lerp(ends.a, b / (b - a));
  }
}

/// A capsule that leans against a face or an edge touches it along a line: both ends of that hold
/// it, not one that jumps up and down.
contact_list line_contacts(const hull& a, const hull& b, const contact& nearest, float margin) {
  contact_list result;
  auto along = (a.corners[1] - a.corners[0]).normalized();
  if (std::abs(along.dot(nearest.normal)) > upright_tolerance)
    return result;
  point_pair ends{a.corners[0], a.corners[1]};
  auto offset = nearest.normal.dot(nearest.point);
  auto touches_line = false;
  for (std::size_t f = 0; f < b.face_count(); ++f)
    if (b.normals[f].dot(nearest.normal) > parallel_cosine) {
      auto loop = b.topology->faces[f];
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto& from = b.corners[loop[i]];
        auto side = (b.corners[loop[i + 1 == loop.size() ? 0 : i + 1]] - from).cross(b.normals[f]);
        clip_segment(ends, side, lowest, side.dot(from));
      }
      touches_line = true;
    }
  for (const auto& e : b.topology->edges)
    if (auto direction = b.direction(e).normalized();
        !touches_line && std::abs(direction.dot(along)) > parallel_cosine
        && std::abs(nearest.normal.dot(b.corners[e.from]) - offset) < 1e-3f) {
      auto from = direction.dot(b.corners[e.from]);
      clip_segment(ends, direction, from, direction.dot(b.corners[e.to]));
      touches_line = true;
    }
  if (!touches_line || (ends.a - ends.b).length2() < 1e-4f)
    return result;
  for (const auto& end : {ends.a, ends.b}) {
    auto distance = nearest.normal.dot(end) - offset;
    if (distance - a.radius <= margin)
      result.push_back({end - nearest.normal * distance, nearest.normal, distance - a.radius});
  }
  return result;
}

contact_list round_polyhedron_contact(const hull& a, const hull& b, const contact_query& query) {
  if (core_enters(a, b))
    return deep_contact(a, b, query);
  nearest_point best;
  for (const auto& point : a.points())
    try_faces(point, b, query, best);
  for (const auto& e : b.topology->edges) {
    auto points =
        closest(a.corners[0], a.corners[a.corner_count - 1], b.corners[e.from], b.corners[e.to]);
    keep_nearer(best, points.a, points.b, false);
  }
  if (best.covered)
    return {};
  auto nearest = round_contact(best, a.radius, 0, query.margin);
  if (a.corner_count == 1 || nearest.empty())
    return nearest;
  auto line = line_contacts(a, b, nearest[0], query.margin);
  return line.empty() ? nearest : line;
}

contact_list round_round_contact(const hull& a, const hull& b, const contact_query& query) {
  auto points = closest(a.corners[0], a.corners[a.corner_count - 1], b.corners[0],
                        b.corners[b.corner_count - 1]);
  nearest_point best;
  keep_nearer(best, points.a, points.b, false);
  return round_contact(best, a.radius, b.radius, query.margin);
}

/// The same contacts seen from the other solid.
contact_list turned_around(contact_list contacts) {
  for (auto& c : contacts) {
    c.point += c.normal * c.distance;
    c.normal = -c.normal;
  }
  return contacts;
}

} // namespace

contact_list find_contacts(const hull& a, const hull& b, const contact_query& query) {
  auto round_a = a.face_count() == 0;
  auto round_b = b.face_count() == 0;
  if (round_a && round_b)
    return round_round_contact(a, b, query);
  if (round_a)
    return round_polyhedron_contact(a, b, query);
  if (round_b)
    return turned_around(round_polyhedron_contact(b, a, {query.margin, -query.motion, 0}));
  return polyhedron_contacts(a, b, query);
}

contact_list find_plane_contacts(const hull& a, const btVector3& normal, float offset,
                                 float margin) {
  std::array<contact, hull::max_corners> found;
  std::size_t count = 0;
  for (const auto& point : a.points()) {
    auto height = normal.dot(point) - offset;
    if (height - a.radius <= margin)
      found[count++] = {point - normal * height, normal, height - a.radius};
  }
  if (count > contact_list::capacity) {
    auto lower = [](const contact& c, const contact& d) { return c.distance < d.distance; };
    std::sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), lower);
    count = contact_list::capacity;
  }
  return reduce({found.data(), count});
}

contact_list reduce(std::span<const contact> all) {
  contact_list kept;
  if (all.size() <= contact_list::capacity) {
    for (const auto& c : all)
      kept.push_back(c);
    return kept;
  }
  auto keep_best = [&](auto&& merit) {
    std::size_t best = 0;
    auto highest = lowest;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (auto value = merit(all[i]); value > highest) {
        highest = value;
        best = i;
      }
    kept.push_back(all[best]);
  };
  keep_best([](const contact& c) { return -c.distance; });
  keep_best([&](const contact& c) { return (c.point - kept[0].point).length2(); });
  auto side = (kept[1].point - kept[0].point).cross(kept[0].normal);
  auto across = [&](const contact& c) { return side.dot(c.point - kept[0].point); };
  keep_best([&](const contact& c) { return across(c); });
  keep_best([&](const contact& c) { return -across(c); });
  return kept;
}

} // namespace troupe
