#include "core/simulation/rigid_world.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace troupe {

namespace {

/// Contacts are considered this far, in metres, beyond what the present speeds ask for.
constexpr float contact_slop = 0.02f;

/// Two bodies closer than this touch, in metres.
constexpr float touching_distance = 0.01f;

/// A body that is slower for so long falls asleep; in m/s, rad/s and seconds.
constexpr float sleep_speed = 0.05f;
constexpr float sleep_spin = 0.15f;
constexpr float sleep_delay = 0.5f;

/// Bodies lose this share of their speed and spin per second.
constexpr float linear_damping = 0.02f;
constexpr float angular_damping = 0.1f;

constexpr float ground_friction = 0.8f;
constexpr float ground_restitution = 0.5f;

/// A contact is the same as one a step before if it is this close on the body, in metres.
constexpr float same_point_distance = 0.03f;

/// How fast bodies pushed into each other come apart: the share of the overlap per step.
constexpr float overlap_recovery = 0.4f;

constexpr int solver_iterations = 10;
constexpr float warm_start = 0.85f;

/// A step is taken in parts, such that nothing moves much farther than this in one, in metres; but
/// in no more and no fewer than these per second.
constexpr float part_travel = 0.03f;
constexpr float max_part_rate = 240;
constexpr float min_part_rate = 30;

/// The ground alone is met well at several times that travel.
constexpr float lone_share = 0.25f;

constexpr int yield_sweeps = 4;

/// What returns to an occupied place is tried this much higher, in metres, until it fits.
constexpr float return_step = 0.1f;

/// What two surfaces do to each other.
struct surface_bond {
  float friction;
  float restitution;
  float rolling_friction;
};

surface_bond bond_with_ground(const body_properties& body) {
  return {body.friction * ground_friction, body.restitution * ground_restitution,
          body.rolling_friction};
}

surface_bond bond_between(const body_properties& a, const body_properties& b) {
  // The solver divides by what rolling needs: that both can turn.
  auto both_turn = !a.inertia.isZero() && !b.inertia.isZero();
  return {a.friction * b.friction, a.restitution * b.restitution,
          both_turn ? std::max(a.rolling_friction, b.rolling_friction) : 0};
}

/// What the same contact had to bear in the step before, as a first guess.
float earlier_impulse(const btPersistentManifold& before, const btManifoldPoint& point) {
  for (int i = 0; i < before.getNumContacts(); ++i) {
    const auto& old = before.getContactPoint(i);
    if ((old.m_localPointA - point.m_localPointA).length() < same_point_distance)
      return old.m_appliedImpulse;
  }
  return 0;
}

/// Whether the contacts of two bodies matter: what sleeps has been woken by what comes near.
bool may_touch(const moving_body& a, const moving_body& b) {
  return (a.awake() && (b.awake() || b.frozen())) || (a.frozen() && b.awake());
}

} // namespace

rigid_world::rigid_world(const world& w, float time_step) : ground_(w), whole_step_(time_step) {
  bodies_.reserve(w.objects.size() + w.players.size());
  touches_.reserve(4 * bodies_.capacity());
  earlier_touches_.reserve(4 * bodies_.capacity());
  fixed_.setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
  info_.m_timeStep = time_step;
  info_.m_numIterations = solver_iterations;
  info_.m_erp2 = overlap_recovery;
  // Overlaps are removed without adding speed, however small they are.
  info_.m_splitImpulse = 1;
  info_.m_splitImpulsePenetrationThreshold = 0;
  info_.m_restitutionVelocityThreshold = 1;
  info_.m_solverMode = SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS;
}

std::size_t rigid_world::add(const body_properties& properties, const btTransform& where) {
  bodies_.emplace_back(properties, where);
  return bodies_.size() - 1;
}

void rigid_world::wake(std::size_t i) {
  bodies_[i].awake_ = true;
  bodies_[i].rest_time_ = 0;
}

/// Wakes whatever may lean on a body that is about to change.
void rigid_world::wake_neighbours(std::size_t i) {
  auto box = grown(bodies_[i].box_, contact_slop);
  for (std::size_t other = 0; other < bodies_.size(); ++other)
    if (other != i && bodies_[other].moves() && overlap(box, bodies_[other].box_))
      wake(other);
}

void rigid_world::remove(std::size_t i) {
  wake_neighbours(i);
  bodies_[i].stop();
  bodies_[i].present_ = false;
  bodies_[i].frozen_ = false;
}

bool rigid_world::is_free(const hull& solid, std::size_t i) const {
  auto box = bounds_of(solid);
  for (std::size_t other = 0; other < bodies_.size(); ++other)
    if (other != i && bodies_[other].present() && overlap(box, bodies_[other].box_)
        && !troupe::find_contacts(solid, bodies_[other].solid(), {}).empty())
      return false;
  return true;
}

void rigid_world::put_back(std::size_t i, const btTransform& where) {
  auto& body = bodies_[i];
  auto tried = where;
  body.move_to(tried);
  while (!is_free(body.solid(), i)) {
    tried.getOrigin() += btVector3(0, 0, return_step);
    body.move_to(tried);
  }
  body.stop();
  body.present_ = true;
  wake(i);
}

void rigid_world::freeze(std::size_t i) {
  wake_neighbours(i);
  bodies_[i].stop();
  bodies_[i].frozen_ = true;
}

void rigid_world::thaw(std::size_t i) {
  bodies_[i].frozen_ = false;
  wake(i);
  wake_neighbours(i);
}

const rigid_world::touch* rigid_world::earlier(std::uint16_t a, std::uint16_t b,
                                               std::uint32_t surface) {
  // Both lists are sorted, and this is asked in order.
  auto key = std::make_pair(static_cast<std::uint16_t>(b + 1), surface);
  while (next_earlier_ < earlier_touches_.size()) {
    const auto& t = earlier_touches_[next_earlier_];
    auto its_key = std::make_pair(static_cast<std::uint16_t>(t.b + 1), t.surface);
    if (t.a == a && its_key == key)
      return &t;
    if (t.a > a || (t.a == a && its_key > key))
      return nullptr;
    ++next_earlier_;
  }
  return nullptr;
}

void rigid_world::add_touch(std::uint16_t a, std::uint16_t b, std::uint32_t surface,
                            const contact_list& contacts) {
  auto object = [&](std::uint16_t i) -> btCollisionObject* {
    return i != the_ground && bodies_[i].moves() ? &bodies_[i].rigid_ : &fixed_;
  };
  const auto* before = earlier(a, b, surface);
  auto& t = touches_.emplace_back();
  t.a = a;
  t.b = b;
  t.surface = surface;
  t.points.setBodies(object(a), object(b));
  t.points.setContactProcessingThreshold(BT_LARGE_FLOAT);
  t.points.setNumContacts(static_cast<int>(contacts.size()));
  auto bond = b == the_ground ? bond_with_ground(bodies_[a].properties())
                              : bond_between(bodies_[a].properties(), bodies_[b].properties());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto& c = contacts[i];
    auto on_a = c.point + c.normal * c.distance;
    btManifoldPoint point(bodies_[a].where().invXform(on_a), c.point, c.normal, c.distance);
    point.m_positionWorldOnA = on_a;
    point.m_positionWorldOnB = c.point;
    point.m_combinedFriction = bond.friction;
    point.m_combinedRestitution = bond.restitution;
    point.m_combinedRollingFriction = bond.rolling_friction;
    point.m_combinedSpinningFriction = bond.rolling_friction;
    if (before != nullptr)
      point.m_appliedImpulse = earlier_impulse(before->points, point);
    t.points.getContactPoint(static_cast<int>(i)) = point;
  }
}

void rigid_world::find_ground_contacts(std::uint16_t a) {
  const auto& body = bodies_[a];
  contact_query query;
  query.margin = body.foresight_;
  query.motion = body.velocity() * time_step();
  ground_contacts_.clear();
  ground_.find_contacts(body.solid(), swept(grown(body.box_, contact_slop), query.motion), query,
                        ground_contacts_);
  std::sort(ground_contacts_.begin(), ground_contacts_.end(),
            [](const auto& c, const auto& d) { return c.surface < d.surface; });
  for (const auto& set : ground_contacts_)
    add_touch(a, the_ground, set.surface, set.contacts);
}

contact_list rigid_world::pair_contacts(const moving_body& a, const moving_body& b) const {
  auto margin = contact_slop + (a.awake() ? a.travel(time_step()) : 0.f)
                + (b.awake() ? b.travel(time_step()) : 0.f);
  if (!overlap(grown(a.box_, margin), b.box_))
    return {};
  contact_query query;
  query.margin = margin;
  query.motion = (a.velocity() - b.velocity()) * time_step();
  return troupe::find_contacts(a.solid(), b.solid(), query);
}

/// Wakes sleeping bodies that others touch or are about to touch.
void rigid_world::wake_pushed() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto& pusher = bodies_[i];
    if (!pusher.awake())
      continue;
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      const auto& sleeper = bodies_[j];
      if (!sleeper.moves() || sleeper.awake())
        continue;
      auto is_push = [&](const contact& c) {
        auto closing = std::max(0.f, -c.normal.dot(pusher.velocity_at(c.point)));
        return c.distance < touching_distance + closing * time_step();
      };
      auto contacts = pair_contacts(pusher, sleeper);
      if (std::any_of(contacts.begin(), contacts.end(), is_push))
        wake(j);
    }
  }
}

int rigid_world::begin_step() {
  auto farthest = 0.f;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (auto& body = bodies_[i]; body.awake()) {
      body.limit_speed(whole_step_);
      auto travel = body.travel(whole_step_);
      if (travel > farthest)
        farthest = std::max(farthest, is_alone(i, travel) ? travel * lone_share : travel);
    }
  auto parts = std::ceil(std::clamp(farthest / part_travel, whole_step_ * min_part_rate,
                                    std::max(1.f, whole_step_ * max_part_rate)));
  auto part = whole_step_ / parts;
  // Impulses are proportional to the time in which they act.
  info_.m_warmstartingFactor = warm_start * part / info_.m_timeStep;
  info_.m_timeStep = part;
  return static_cast<int>(parts);
}

/// Whether a body can touch nothing but the ground while it moves so far.
bool rigid_world::is_alone(std::size_t i, float travel) const {
  auto box = grown(bodies_[i].box_, travel + contact_slop);
  for (std::size_t other = 0; other < bodies_.size(); ++other)
    if (other != i && bodies_[other].present() && overlap(box, bodies_[other].box_))
      return false;
  return true;
}

void rigid_world::find_contacts() {
  std::swap(touches_, earlier_touches_);
  touches_.clear();
  next_earlier_ = 0;
  for (auto& body : bodies_)
    if (body.awake()) {
      body.limit_speed(whole_step_);
      body.set_velocity(body.velocity() * (1 - linear_damping * time_step()));
      body.set_spin(body.spin() * (1 - angular_damping * time_step()));
    }
  wake_pushed();
  for (std::uint16_t a = 0; a < bodies_.size(); ++a) {
    if (auto& body = bodies_[a]; body.awake()) {
      body.foresight_ = contact_slop + body.travel(time_step());
      find_ground_contacts(a);
    }
    for (auto b = static_cast<std::uint16_t>(a + 1); b < bodies_.size(); ++b)
      if (may_touch(bodies_[a], bodies_[b]))
        if (auto contacts = pair_contacts(bodies_[a], bodies_[b]); !contacts.empty())
          add_touch(a, b, 0, contacts);
  }
}

/// Makes a body that does not turn respect all that it touches as if that could not be pushed. The
/// solver needs many iterations until something light between a player and a wall stops the player;
/// this takes what is missing from the player's speed.
void rigid_world::yield(std::uint16_t i) {
  auto& body = bodies_[i];
  auto velocity = body.velocity();
  auto respect = [&](const touch& t) {
    auto is_a = t.a == i;
    auto other = is_a ? t.b : t.a;
    for (int j = 0; j < t.points.getNumContacts(); ++j) {
      const auto& c = t.points.getContactPoint(j);
      auto normal = is_a ? c.m_normalWorldOnB : -c.m_normalWorldOnB;
      auto theirs = other == the_ground ? btVector3(0, 0, 0)
                                        : bodies_[other].velocity_at(c.getPositionWorldOnB());
      auto excess = -normal.dot(velocity - theirs) - std::max(0.f, c.getDistance()) / time_step();
      if (excess > 0)
        velocity += normal * excess;
    }
  };
  for (int sweep = 0; sweep < yield_sweeps; ++sweep) {
    for (const auto& t : touches_)
      if (t.b == i || (t.a == i && t.b != the_ground))
        respect(t);
    for (const auto& t : touches_)
      if (t.a == i && t.b == the_ground)
        respect(t);
  }
  body.set_velocity(velocity);
}

/// The last resort against leaving the world: no sequence of actions is known to need it.
void rigid_world::keep_inside(moving_body& body) const {
  auto where = body.where();
  auto& centre = where.getOrigin();
  auto inside = centre;
  inside.setX(std::clamp(centre.x(), 0.f, ground_.east()));
  inside.setY(std::clamp(centre.y(), 0.f, ground_.north()));
  inside.setZ(std::max(centre.z(), ground_.height_at(inside.x(), inside.y())));
  if (inside == centre)
    return;
  centre = inside;
  body.move_to(where);
}

void rigid_world::move() {
  solver_bodies_.clear();
  solver_touches_.clear();
  for (auto& body : bodies_)
    if (body.awake()) {
      body.rigid_.applyCentralForce({0, 0, -gravity * body.properties().mass});
      solver_bodies_.push_back(&body.rigid_);
    }
  if (solver_bodies_.empty())
    return;
  // The solver serves best what it comes to last: nothing shall sink into the ground.
  for (auto& t : touches_)
    if (t.b != the_ground)
      solver_touches_.push_back(&t.points);
  for (auto& t : touches_)
    if (t.b == the_ground)
      solver_touches_.push_back(&t.points);
  solver_.solveGroup(solver_bodies_.data(), static_cast<int>(solver_bodies_.size()),
                     solver_touches_.data(), static_cast<int>(solver_touches_.size()), nullptr, 0,
                     info_, nullptr, nullptr);
  for (std::uint16_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].awake() && bodies_[i].properties().inertia.isZero())
      yield(i);
  note_tangles();
  for (auto& body : bodies_) {
    if (!body.awake())
      continue;
    btTransform next;
    body.rigid_.predictIntegratedTransform(time_step(), next);
    body.rigid_.clearForces();
    body.move_to(next);
    keep_inside(body);
  }
  info_.m_warmstartingFactor = warm_start;
  put_to_sleep();
}

void rigid_world::put_to_sleep() {
  group_of_.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    group_of_[i] = static_cast<std::uint16_t>(i);
  auto group = [&](std::uint16_t i) {
    while (group_of_[i] != i)
      i = group_of_[i] = group_of_[group_of_[i]];
    return i;
  };
  for (const auto& t : touches_)
    if (t.b != the_ground && bodies_[t.a].moves() && bodies_[t.b].moves())
      group_of_[group(t.a)] = group(t.b);
  group_rests_.assign(bodies_.size(), true);
  for (std::uint16_t i = 0; i < bodies_.size(); ++i) {
    auto& body = bodies_[i];
    if (!body.awake())
      continue;
    auto still = body.velocity().length2() < sleep_speed * sleep_speed
                 && body.spin().length2() < sleep_spin * sleep_spin;
    body.rest_time_ = still ? body.rest_time_ + time_step() : 0;
    if (body.rest_time_ < sleep_delay || !body.properties().may_sleep)
      group_rests_[group(i)] = false;
  }
  for (std::uint16_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].awake() && group_rests_[group(i)]) {
      bodies_[i].stop();
      bodies_[i].awake_ = false;
    }
}

std::optional<rigid_world::hit> rigid_world::first_hit(const btVector3& from,
                                                       const btVector3& direction, float limit,
                                                       std::size_t ignored) const {
  hit nearest{ground_.distance_along(from, direction, limit), the_ground};
  for (std::uint16_t i = 0; i < bodies_.size(); ++i) {
    if (i == ignored || !bodies_[i].present())
      continue;
    auto to_centre = bodies_[i].where().getOrigin() - from;
    auto along = to_centre.dot(direction);
    auto reach = bodies_[i].reach_;
    if (along < -reach || along - reach > nearest.distance
        || to_centre.length2() - along * along > reach * reach)
      continue;
    if (auto distance = enter(bodies_[i].solid(), from, direction);
        distance && *distance < nearest.distance)
      nearest = {*distance, i};
  }
  if (nearest.distance >= limit)
    return std::nullopt;
  return nearest;
}

} // namespace troupe
