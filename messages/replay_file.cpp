#include "messages/replay_file.hpp"

#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/text.hpp"
#include "messages/world_conversion.hpp"

#include <string>

namespace troupe {

namespace {

/// Room for an episode of millions of steps.
constexpr arrival_limits file_limits{std::size_t{64} << 20};

std::size_t payload_of(const episode_record& value) {
  constexpr std::size_t typical_task = 8000;
  constexpr std::size_t typical_goal_change = 200;
  return typical_task + sizeof(std::uint16_t) * value.actions.size()
         + sizeof(std::uint64_t) * value.state_hashes.size()
         + typical_goal_change * value.goal_changes.size();
}

void write(const goal_change& value, schema::Replay::GoalChange::Builder builder) {
  builder.setStep(value.step);
  builder.setPlayer(value.player);
  builder.setGoal(text_of(to_string(value.aim)));
}

goal_change read(schema::Replay::GoalChange::Reader reader) {
  return {reader.getStep(), reader.getPlayer(), parse_goal(text_of(reader.getGoal()))};
}

action read_action(std::uint16_t index) {
  if (index >= action_count)
    throw user_error("The record of an episode cannot be used: it has an action "
                     + std::to_string(index) + "; there are " + std::to_string(action_count)
                     + ", counted from 0.");
  return action_at(index);
}

void check_version(std::uint32_t version) {
  if (version != replay_version)
    throw user_error("The record of an episode cannot be used: it is of version "
                     + std::to_string(version) + ", and this Troupe makes and reads version "
                     + std::to_string(replay_version) + "; record it anew.");
}

} // namespace

void write(const episode_record& value, schema::Replay::Builder builder) {
  builder.setVersion(replay_version);
  write(value.played, builder.initTask());
  builder.setSeed(value.seed);
  builder.setSteps(value.rules.steps);
  builder.setPhysicsSteps(static_cast<std::uint16_t>(value.rules.clock.physics_steps));
  builder.setPhysicsRate(value.rules.clock.physics_rate);
  auto actions = builder.initActions(static_cast<unsigned>(value.actions.size()));
  for (unsigned i = 0; i < actions.size(); ++i)
    actions.set(i, static_cast<std::uint16_t>(action_index(value.actions[i])));
  auto changes = builder.initGoalChanges(static_cast<unsigned>(value.goal_changes.size()));
  for (unsigned i = 0; i < changes.size(); ++i)
    write(value.goal_changes[i], changes[i]);
  auto hashes = builder.initStateHashes(static_cast<unsigned>(value.state_hashes.size()));
  for (unsigned i = 0; i < hashes.size(); ++i)
    hashes.set(i, value.state_hashes[i]);
  auto policies = builder.initPolicies(static_cast<unsigned>(value.policies.size()));
  for (unsigned i = 0; i < policies.size(); ++i)
    policies.set(i, text_of(value.policies[i]));
}

message<schema::Replay> to_message(const episode_record& value) {
  return build_message<schema::Replay>(value, payload_of(value));
}

episode_record read_replay(schema::Replay::Reader reader) {
  check_version(reader.getVersion());
  episode_record value{.played = read_task(reader.getTask()),
                       .seed = reader.getSeed(),
                       .rules = {.steps = reader.getSteps(),
                                 .clock = {.physics_steps = reader.getPhysicsSteps(),
                                           .physics_rate = reader.getPhysicsRate()}},
                       .actions = {},
                       .goal_changes = {},
                       .state_hashes = {},
                       .policies = {}};
  for (auto index : reader.getActions())
    value.actions.push_back(read_action(index));
  for (auto change : reader.getGoalChanges())
    value.goal_changes.push_back(read(change));
  for (auto hash : reader.getStateHashes())
    value.state_hashes.push_back(hash);
  for (auto name : reader.getPolicies())
    value.policies.push_back(text_of(name));
  validate(value);
  return value;
}

episode_record load_replay(const std::filesystem::path& path) {
  auto found = load_file<schema::Replay>(path, file_limits);
  try {
    return read_replay(*found.read());
  } catch (const user_error& problem) {
    throw user_error(path.string() + ": " + problem.what());
  }
}

void save_replay(const std::filesystem::path& path, const episode_record& value) {
  save_file(path, to_message(value));
}

} // namespace troupe
