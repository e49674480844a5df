#include "core/simulation/simulation.hpp"

#include "core/simulation/beam.hpp"
#include "core/simulation/object_body.hpp"
#include "core/simulation/rigid_world.hpp"
#include "core/simulation/walking.hpp"
#include "core/support/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace troupe {

namespace {

/// Seconds for which gadgets work (paper, "Players"), and until one that hit something can be used
/// again: a miss costs nothing.
constexpr double freeze_time = 5;
constexpr double tag_time = 3;
constexpr double gadget_cool_down = 3;

/// The numbers of the action groups.
enum : std::size_t {
  move_forward_back,
  move_left_right,
  look_left_right,
  look_up_down,
  grab_group,
  gadget_group
};

float time_step_of(const simulation_clock& clock) {
  if (clock.physics_steps < 1 || !(clock.physics_rate >= 1) || clock.physics_rate > 10'000)
    throw user_error("A simulation needs at least 1 physics step per action and 1 … 10,000 physics "
                     "steps per second.");
  return static_cast<float>(1 / clock.physics_rate);
}

/// What a player does and has, beyond its state.
struct player_memory {
  gadget tool = gadget::freeze;
  vector3 initial_position;
  double initial_heading = 0;
  std::optional<beam> held;
  bool stands = true;
};

} // namespace

class simulation::implementation {
public:
  implementation(const world& w, simulation_clock clock)
      : clock_(clock), bodies_(w, time_step_of(clock)) {
    for (const auto& object : w.objects) {
      bodies_.add(object_properties(object), initial_transform(object));
      objects_.push_back({centre_of_mass(object), initial_transform(object)});
    }
    for (const auto& player : w.players) {
      bodies_.add(player_properties(), initial_player_transform(player.position));
      memories_.push_back({player.gadget, player.position, player.heading, std::nullopt, true});
    }
    state_.objects.resize(w.objects.size());
    state_.players.resize(w.players.size());
    for (std::size_t p = 0; p < memories_.size(); ++p)
      state_.players[p].heading = memories_[p].initial_heading;
    record();
  }

  void step(std::span<const action> actions, const physics_watcher& watch) {
    if (actions.size() != memories_.size())
      throw std::invalid_argument("a simulation step needs one action for each player");
    start_velocities_.clear();
    for (auto& player : state_.players) {
      player.gadget_hit.reset();
      start_velocities_.push_back(player.velocity);
    }
    for (int i = 0; i < clock_.physics_steps; ++i) {
      physics_step(actions, i == 0);
      if (watch || i + 1 == clock_.physics_steps)
        record();
      if (watch)
        watch(state_);
    }
  }

  [[nodiscard]] const simulation_state& state() const { return state_; }

private:
  struct object_frame {
    btVector3 centre_of_mass;
    btTransform initial;
  };

  static btTransform initial_player_transform(const vector3& feet) {
    btTransform where;
    where.setIdentity();
    where.setOrigin(to_bullet(feet) + player_centre_above_feet());
    return where;
  }

  [[nodiscard]] std::size_t body_of(std::size_t player) const { return objects_.size() + player; }

  [[nodiscard]] std::uint16_t steps_in(double seconds) const {
    return static_cast<std::uint16_t>(std::lround(seconds * clock_.physics_rate));
  }

  [[nodiscard]] viewpoint view_of(std::size_t player) const {
    const auto& p = state_.players[player];
    auto feet = bodies_.body(body_of(player)).where().getOrigin() - player_centre_above_feet();
    return {feet + btVector3(0, 0, static_cast<float>(eye_height)),
            to_bullet(direction_of(p.heading, p.pitch)), body_of(player)};
  }

  void physics_step(std::span<const action> actions, bool first) {
    ++state_.physics_step;
    count_down();
    for (std::size_t p = 0; p < memories_.size(); ++p)
      if (state_.players[p].present)
        turn(p, actions[p]);
    if (first)
      for (std::size_t p = 0; p < memories_.size(); ++p)
        if (state_.players[p].present)
          use_hands(p, actions[p]);
    for (auto parts = bodies_.begin_step(); parts > 0; --parts) {
      bodies_.find_contacts();
      for (std::size_t p = 0; p < memories_.size(); ++p)
        if (state_.players[p].present)
          act(p, actions[p]);
      bodies_.move();
    }
    bodies_.end_step();
  }

  void count_down() {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      auto& object = state_.objects[i];
      if (object.steps_left == 0 || --object.steps_left > 0)
        continue;
      if (object.present) {
        bodies_.thaw(i);
      } else {
        bodies_.put_back(i, objects_[i].initial);
        object.present = true;
      }
    }
    for (std::size_t p = 0; p < memories_.size(); ++p) {
      auto& player = state_.players[p];
      if (player.cool_down > 0)
        --player.cool_down;
      if (player.steps_left > 0 && --player.steps_left == 0)
        return_player(p);
    }
  }

  void return_player(std::size_t p) {
    const auto& memory = memories_[p];
    auto& player = state_.players[p];
    bodies_.put_back(body_of(p), initial_player_transform(memory.initial_position));
    player.present = true;
    player.heading = memory.initial_heading;
    player.pitch = 0;
  }

  void turn(std::size_t p, const action& act) {
    auto& player = state_.players[p];
    auto time = 1 / clock_.physics_rate;
    if (auto right = act.value(look_left_right); right != 0)
      player.heading =
          std::remainder(player.heading - right * turning_speed * time, 2 * std::numbers::pi);
    player.pitch = std::clamp(player.pitch + act.value(look_up_down) * pitching_speed * time,
                              -max_pitch, max_pitch);
  }

  void use_hands(std::size_t p, const action& act) {
    auto& memory = memories_[p];
    if (act.value(grab_group) == 0)
      memory.held.reset();
    else if (!memory.held)
      memory.held = grab(bodies_, view_of(p), objects_.size());
    if (act.value(gadget_group) != 0 && state_.players[p].cool_down == 0)
      use_gadget(p);
  }

  void use_gadget(std::size_t p) {
    auto target = aim_at(bodies_, view_of(p), gadget_range, bodies_.size());
    if (!target)
      return;
    if (memories_[p].tool == gadget::tag)
      tag(target->body);
    else if (target->body < objects_.size())
      freeze(target->body);
    else
      return;
    state_.players[p].gadget_hit = from_bullet(target->point);
    state_.players[p].cool_down = steps_in(gadget_cool_down);
  }

  void freeze(std::size_t object) {
    bodies_.freeze(object);
    state_.objects[object].steps_left = steps_in(freeze_time);
  }

  void tag(std::size_t body) {
    bodies_.remove(body);
    if (body < objects_.size()) {
      state_.objects[body].present = false;
      state_.objects[body].steps_left = steps_in(tag_time);
      for (auto& memory : memories_)
        if (memory.held && memory.held->object == body)
          memory.held.reset();
    } else {
      auto p = body - objects_.size();
      state_.players[p].present = false;
      state_.players[p].steps_left = steps_in(tag_time);
      memories_[p].held.reset();
    }
  }

  void act(std::size_t p, const action& chosen) {
    auto& memory = memories_[p];
    auto forward = static_cast<double>(chosen.value(move_forward_back));
    auto right = static_cast<double>(chosen.value(move_left_right));
    auto speed = walking_speed / std::max(1.0, std::hypot(forward, right));
    auto ahead = direction_of(state_.players[p].heading, 0);
    vector3 aside{ahead.y, -ahead.x, 0};
    auto wanted = to_bullet((ahead * forward + aside * right) * speed);
    auto stand = find_footing(bodies_, body_of(p), wanted, memory.stands);
    memory.stands = stand.has_value();
    walk(bodies_, body_of(p), wanted, stand);
    if (!memory.held)
      return;
    auto turning = static_cast<float>(-chosen.value(look_left_right) * turning_speed);
    if (!pull(bodies_, view_of(p), bodies_.body(body_of(p)).velocity(), turning, *memory.held))
      memory.held.reset();
  }

  void record() {
    record_objects();
    record_players();
  }

  void record_objects() {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      const auto& body = bodies_.body(i);
      auto& object = state_.objects[i];
      auto before = object;
      object.velocity = from_bullet(body.velocity());
      object.spin = from_bullet(body.spin());
      auto where = body.where();
      object.position =
          from_bullet(where.getOrigin() - where.getBasis() * objects_[i].centre_of_mass);
      auto turned = where.getRotation();
      object.orientation = {turned.w(), turned.x(), turned.y(), turned.z()};
      auto moved = object.position != before.position || object.orientation != before.orientation;
      if (!body.present())
        object.floors.reset();
      else if (moved || object.floors.none())
        object.floors = bodies_.terrain().floors_below(body.solid());
    }
  }

  void record_players() {
    for (std::size_t p = 0; p < memories_.size(); ++p) {
      const auto& body = bodies_.body(body_of(p));
      auto& player = state_.players[p];
      player.position = from_bullet(body.where().getOrigin() - player_centre_above_feet());
      player.velocity = from_bullet(body.velocity());
      record_acceleration(p);
      player.floors.reset();
      if (player.present)
        player.floors = bodies_.terrain().floors_below(body.solid());
      player.held.reset();
      if (const auto& held = memories_[p].held)
        player.held =
            held_object{held->object, from_bullet(bodies_.body(held->object).where() * held->grip),
                        held->force};
    }
  }

  void record_acceleration(std::size_t p) {
    auto& player = state_.players[p];
    player.acceleration = {};
    if (start_velocities_.empty() || !player.present)
      return;
    auto change =
        (player.velocity - start_velocities_[p]) * (clock_.physics_rate / clock_.physics_steps);
    auto ahead = direction_of(player.heading, 0);
    player.acceleration = {ahead.y * change.x - ahead.x * change.y,
                           ahead.x * change.x + ahead.y * change.y, change.z};
  }

  simulation_clock clock_;
  rigid_world bodies_;
  std::vector<object_frame> objects_;
  std::vector<player_memory> memories_;
  std::vector<vector3> start_velocities_;
  simulation_state state_;
};

simulation::simulation(const world& w, simulation_clock clock)
    : implementation_(std::make_unique<implementation>(w, clock)) {}
simulation::~simulation() = default;
simulation::simulation(simulation&&) noexcept = default;
simulation& simulation::operator=(simulation&&) noexcept = default;

void simulation::step(std::span<const action> actions, const physics_watcher& watch) {
  implementation_->step(actions, watch);
}

const simulation_state& simulation::state() const {
  return implementation_->state();
}

} // namespace troupe
