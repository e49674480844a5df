#include "messages/state_conversion.hpp"

#include "core/game/game.hpp"
#include "core/simulation/episode_record.hpp"
#include "core/support/error.hpp"
#include "messages/conversion.hpp"
#include "messages/vector_conversion.hpp"
#include "messages/world_conversion.hpp"

#include <cmath>
#include <initializer_list>

namespace troupe {

namespace {

/// Rough sizes in bytes, to reserve room for messages.
constexpr std::size_t body_bytes = 280;
constexpr std::size_t scene_overhead = 80;

/// No number of a state is larger: metres, radians, m/s, m/s², newtons. Scripts search along ways
/// between positions, so that absurd ones would cost time without end.
constexpr double max_number = 1e6;

bool is_plausible(double number) {
  return std::abs(number) <= max_number; // false for what is not a number, too
}

bool is_plausible(const vector3& v) {
  return is_plausible(v.x) && is_plausible(v.y) && is_plausible(v.z);
}

bool is_rotation(const quaternion& q) {
  constexpr double tolerance = 0.01;
  return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < tolerance;
}

bool are_plausible(std::initializer_list<vector3> vectors) {
  for (const auto& each : vectors)
    if (!is_plausible(each))
      return false;
  return true;
}

bool is_plausible(const object_state& value) {
  return are_plausible({value.position, value.velocity, value.spin})
         && is_rotation(value.orientation);
}

bool is_plausible(const player_state& value, std::size_t objects) {
  return are_plausible({value.position, value.velocity, value.acceleration,
                        value.gadget_hit.value_or(vector3{})})
         && is_plausible(value.heading) && is_plausible(value.pitch)
         && (!value.held
             || (value.held->object < objects && is_plausible(value.held->grip)
                 && is_plausible(value.held->force)));
}

std::uint8_t bits_of(floor_contacts floors) {
  return static_cast<std::uint8_t>(floors.to_ulong());
}

/// Whether bits stand for floor colours that exist.
bool are_floors(std::uint8_t bits) {
  return bits >> floor_contacts{}.size() == 0;
}

void write(const object_state& value, schema::State::Object::Builder builder) {
  write(value.position, builder.initPosition());
  write(value.orientation, builder.initOrientation());
  write(value.velocity, builder.initVelocity());
  write(value.spin, builder.initSpin());
  builder.setPresent(value.present);
  builder.setStepsLeft(value.steps_left);
  builder.setFloors(bits_of(value.floors));
}

object_state read(schema::State::Object::Reader reader) {
  return {.position = read_vector(reader.getPosition()),
          .orientation = read_quaternion(reader.getOrientation()),
          .velocity = read_vector(reader.getVelocity()),
          .spin = read_vector(reader.getSpin()),
          .present = reader.getPresent(),
          .steps_left = reader.getStepsLeft(),
          .floors = reader.getFloors()};
}

void write(const held_object& value, schema::State::HeldObject::Builder builder) {
  builder.setObject(value.object);
  write(value.grip, builder.initGrip());
  builder.setForce(value.force);
}

void write(const player_state& value, schema::State::Player::Builder builder) {
  write(value.position, builder.initPosition());
  builder.setHeading(value.heading);
  builder.setPitch(value.pitch);
  write(value.velocity, builder.initVelocity());
  write(value.acceleration, builder.initAcceleration());
  builder.setPresent(value.present);
  builder.setStepsLeft(value.steps_left);
  builder.setCoolDown(value.cool_down);
  if (value.held)
    write(*value.held, builder.initHeld());
  if (value.gadget_hit)
    write(*value.gadget_hit, builder.initGadgetHit());
  builder.setFloors(bits_of(value.floors));
}

player_state read(schema::State::Player::Reader reader) {
  player_state value{.position = read_vector(reader.getPosition()),
                     .heading = reader.getHeading(),
                     .pitch = reader.getPitch(),
                     .velocity = read_vector(reader.getVelocity()),
                     .acceleration = read_vector(reader.getAcceleration()),
                     .present = reader.getPresent(),
                     .steps_left = reader.getStepsLeft(),
                     .cool_down = reader.getCoolDown(),
                     .held = {},
                     .gadget_hit = {},
                     .floors = reader.getFloors()};
  if (reader.hasHeld()) {
    auto held = reader.getHeld();
    value.held = {held.getObject(), read_vector(held.getGrip()), held.getForce()};
  }
  if (reader.hasGadgetHit())
    value.gadget_hit = read_vector(reader.getGadgetHit());
  return value;
}

std::size_t payload_of(const simulation_state& value) {
  return scene_overhead + body_bytes * (value.objects.size() + value.players.size());
}

} // namespace

// -- states ---------------------------------------------------------------------------------------

void write(const simulation_state& value, schema::State::Builder builder) {
  builder.setPhysicsStep(value.physics_step);
  auto objects = builder.initObjects(static_cast<unsigned>(value.objects.size()));
  for (unsigned i = 0; i < objects.size(); ++i)
    write(value.objects[i], objects[i]);
  auto players = builder.initPlayers(static_cast<unsigned>(value.players.size()));
  for (unsigned i = 0; i < players.size(); ++i)
    write(value.players[i], players[i]);
}

message<schema::State> to_message(const simulation_state& value) {
  return build_message<schema::State>(value, payload_of(value));
}

arrival_problem from_schema(schema::State::Reader reader, simulation_state& value) {
  if (reader.getPlayers().size() > max_players)
    return arrival_problem::nonsense;
  value.physics_step = reader.getPhysicsStep();
  value.objects.clear();
  for (auto each : reader.getObjects()) {
    value.objects.push_back(read(each));
    if (!are_floors(each.getFloors()) || !is_plausible(value.objects.back()))
      return arrival_problem::nonsense;
  }
  value.players.clear();
  for (auto each : reader.getPlayers()) {
    value.players.push_back(read(each));
    if (!are_floors(each.getFloors()) || !is_plausible(value.players.back(), value.objects.size()))
      return arrival_problem::nonsense;
  }
  return arrival_problem::none;
}

// -- scenes ---------------------------------------------------------------------------------------

std::size_t payload_of(const whole_scene& value) {
  return scene_overhead + payload_of(value.state) + (value.played ? payload_of(*value.played) : 0);
}

void write(const whole_scene& value, schema::Scene::Builder builder) {
  write(value.state, builder.initState());
  if (value.played)
    write(*value.played, builder.initTask());
  builder.setPhysicsSteps(static_cast<std::uint16_t>(value.clock.physics_steps));
  builder.setPhysicsRate(value.clock.physics_rate);
}

message<schema::Scene> to_message(const whole_scene& value) {
  return build_message<schema::Scene>(value, payload_of(value));
}

arrival_problem from_schema(schema::Scene::Reader reader, whole_scene& value) {
  if (auto problem = from_schema(reader.getState(), value.state); problem != arrival_problem::none)
    return problem;
  value.clock = {reader.getPhysicsSteps(), reader.getPhysicsRate()};
  value.played.reset();
  try {
    validate(episode_rules{.steps = 1, .clock = value.clock});
    if (reader.hasTask())
      value.played = read_task(reader.getTask());
  } catch (const user_error&) {
    return arrival_problem::nonsense;
  }
  if (value.played
      && (value.played->place.objects.size() != value.state.objects.size()
          || value.played->place.players.size() != value.state.players.size()))
    return arrival_problem::nonsense;
  return arrival_problem::none;
}

arrival_problem from_schema(schema::Observation::Reader reader, scripted_view& value) {
  if (!reader.hasScene())
    return arrival_problem::nonsense;
  value.when = moment_of(reader);
  value.policy_seed = reader.getPolicySeed();
  if (auto problem = from_schema(reader.getScene(), value.scene); problem != arrival_problem::none)
    return problem;
  return value.when.player < value.scene.state.players.size() ? arrival_problem::none
                                                              : arrival_problem::nonsense;
}

} // namespace troupe
