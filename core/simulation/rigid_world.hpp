#pragma once

#include "core/simulation/contact.hpp"
#include "core/simulation/ground.hpp"
#include "core/simulation/moving_body.hpp"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace troupe {

/// Rigid bodies on the ground of a world: Bullet's bodies and solver, with collision detection of
/// our own that knows the grid of tiles and looks ahead, so that bodies stop at surfaces instead of
/// being pushed out of them.
///
/// Everything happens in the order of the bodies' numbers: the same calls have the same results.
class rigid_world {
public:
  /// Stands for the ground where bodies are named by their numbers.
  static constexpr std::uint16_t the_ground = std::numeric_limits<std::uint16_t>::max();

  rigid_world(const world& w, float time_step);

  std::size_t add(const body_properties& properties, const btTransform& where);
  [[nodiscard]] std::size_t size() const { return bodies_.size(); }
  [[nodiscard]] moving_body& body(std::size_t i) { return bodies_[i]; }
  [[nodiscard]] const moving_body& body(std::size_t i) const { return bodies_[i]; }
  [[nodiscard]] const ground& terrain() const { return ground_; }
  /// Seconds that the next `move` takes.
  [[nodiscard]] float time_step() const { return info_.m_timeStep; }

  /// Takes a body out of the world.
  void remove(std::size_t i);
  /// Puts a body back at rest: where wanted or, if something is there, above it.
  void put_back(std::size_t i, const btTransform& where);
  /// Fixes a body where it is.
  void freeze(std::size_t i);
  void thaw(std::size_t i);
  void wake(std::size_t i);

  /// The contacts of two bodies, or of a body and the ground.
  struct touch {
    std::uint16_t a = 0;
    std::uint16_t b = the_ground;
    std::uint32_t surface = 0;
    btPersistentManifold points;
  };

  /// Into how many parts the next step is divided, each of which consists of `find_contacts` and
  /// `move`: the faster things are, the more.
  int begin_step();
  /// Finds out what touches what. Bodies may then be pushed.
  void find_contacts();
  /// Since the last `find_contacts`.
  [[nodiscard]] const std::vector<touch>& touches() const { return touches_; }
  /// Moves everything.
  void move();
  /// After all parts of a step.
  void end_step();

  struct hit {
    float distance = 0;
    /// A body's number or `the_ground`.
    std::uint16_t what = the_ground;
  };
  /// The first thing that a ray meets within `limit` metres, other than the body that looks.
  [[nodiscard]] std::optional<hit> first_hit(const btVector3& from, const btVector3& direction,
                                             float limit, std::size_t ignored) const;

private:
  void find_ground_contacts(std::uint16_t a);
  [[nodiscard]] contact_list pair_contacts(const moving_body& a, const moving_body& b) const;
  void wake_pushed();
  void add_touch(std::uint16_t a, std::uint16_t b, std::uint32_t surface,
                 const contact_list& contacts);
  /// The contacts that the same things had in the step before; null if they had none.
  [[nodiscard]] const touch* earlier(std::uint16_t a, std::uint16_t b, std::uint32_t surface);
  void wake_neighbours(std::size_t i);
  [[nodiscard]] bool is_free(const hull& solid, std::size_t i) const;
  [[nodiscard]] bool is_alone(std::size_t i, float travel) const;
  void yield(std::uint16_t i);
  void note_tangles();
  static void shift(moving_body& body, const btVector3& normal, float distance, float share);
  bool untangle(std::uint16_t i);
  void keep_inside(moving_body& body) const;
  void put_to_sleep();

  ground ground_;
  float whole_step_;
  btCollisionObject fixed_;
  std::vector<moving_body> bodies_;
  std::vector<touch> touches_;
  std::vector<touch> earlier_touches_;
  std::size_t next_earlier_ = 0;
  btSequentialImpulseConstraintSolver solver_;
  btContactSolverInfo info_;
  // Filled anew in every step.
  ground::contact_sets ground_contacts_;
  std::vector<btCollisionObject*> solver_bodies_;
  std::vector<btPersistentManifold*> solver_touches_;
  std::vector<std::uint16_t> group_of_;
  std::vector<bool> group_rests_;
};

} // namespace troupe
