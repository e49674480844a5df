#include "core/simulation/rigid_world.hpp"

#include <algorithm>

namespace troupe {

namespace {

/// What overlaps by more than this after a step, in metres, is pulled apart at once.
constexpr float tolerated_overlap = 0.01f;
constexpr int untangling_rounds = 12;

} // namespace

/// Marks bodies that overlap something, or will after they have moved with their present speed, or
/// move farther than contacts are known: a small object that something squeezes can begin to spin
/// at once.
void rigid_world::note_tangles() {
  for (auto& body : bodies_)
    if (body.awake() && body.travel(time_step()) > body.foresight_)
      body.tangled_ = true;
  auto velocity = [&](std::uint16_t i, const btVector3& point) {
    return i == the_ground ? btVector3(0, 0, 0) : bodies_[i].velocity_at(point);
  };
  for (const auto& t : touches_)
    for (int j = 0; j < t.points.getNumContacts(); ++j) {
      const auto& c = t.points.getContactPoint(j);
      auto closing =
          velocity(t.a, c.getPositionWorldOnA()) - velocity(t.b, c.getPositionWorldOnB());
      auto next = c.getDistance() + c.m_normalWorldOnB.dot(closing) * time_step();
      if (std::min(c.getDistance(), next) > -tolerated_overlap)
        continue;
      bodies_[t.a].tangled_ = true;
      if (t.b != the_ground)
        bodies_[t.b].tangled_ = true;
    }
}

/// Moves a body out of another or, for a share of 1, out of the ground.
void rigid_world::shift(moving_body& body, const btVector3& normal, float distance, float share) {
  auto where = body.where();
  where.getOrigin() -= normal * ((distance + tolerated_overlap / 2) * share);
  body.move_to(where);
}

/// Pulls apart what the solver left in each other, which is rare: something between a player and a
/// wall, or large spins. True if there was nothing to do.
bool rigid_world::untangle(std::uint16_t i) {
  auto& body = bodies_[i];
  auto deepest = [](const contact_list& contacts) {
    return std::min_element(contacts.begin(), contacts.end(),
                            [](const auto& c, const auto& d) { return c.distance < d.distance; });
  };
  auto done = true;
  for (std::uint16_t other = 0; other < bodies_.size(); ++other) {
    auto& second = bodies_[other];
    if (other == i || !second.present() || !overlap(body.box_, second.box_))
      continue;
    auto contacts = troupe::find_contacts(body.solid(), second.solid(), {});
    const auto* worst = deepest(contacts);
    if (worst == contacts.end() || worst->distance > -tolerated_overlap)
      continue;
    auto share = second.moves() ? 0.5f : 1.f;
    shift(body, worst->normal, worst->distance, share);
    if (second.moves()) {
      shift(second, -worst->normal, worst->distance, share);
      second.tangled_ = true;
      wake(other);
    }
    done = false;
  }
  ground_contacts_.clear();
  ground_.find_contacts(body.solid(), body.box_, {}, ground_contacts_);
  for (const auto& set : ground_contacts_)
    if (const auto* worst = deepest(set.contacts); worst->distance < -tolerated_overlap) {
      shift(body, worst->normal, worst->distance, 1);
      done = false;
    }
  return done;
}

void rigid_world::end_step() {
  auto done = false;
  for (int round = 0; round < untangling_rounds && !done; ++round) {
    done = true;
    for (std::uint16_t i = 0; i < bodies_.size(); ++i)
      if (bodies_[i].tangled_ && bodies_[i].moves() && !untangle(i))
        done = false;
  }
  for (auto& body : bodies_) {
    if (body.tangled_)
      keep_inside(body);
    body.tangled_ = false;
  }
}

} // namespace troupe
