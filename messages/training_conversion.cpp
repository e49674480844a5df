#include "messages/training_conversion.hpp"

#include "core/support/error.hpp"
#include "messages/conversion.hpp"
#include "messages/list.hpp"
#include "messages/replay_file.hpp"
#include "messages/text.hpp"
#include "messages/world_conversion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace troupe {

namespace {

/// Room for texts and lists that are usually small.
constexpr std::size_t usual_overhead = 256;

/// In the order of `episode_purpose`.
constexpr std::array purposes{schema::Assignment::Purpose::TRAINING,
                              schema::Assignment::Purpose::EVALUATION,
                              schema::Assignment::Purpose::TRIAL};

schema::Assignment::Purpose to_schema(episode_purpose purpose) {
  return purposes[static_cast<std::size_t>(purpose)];
}

arrival_problem from_schema(schema::Assignment::Purpose purpose, episode_purpose& value) {
  auto found = std::ranges::find(purposes, purpose);
  if (found == purposes.end())
    return arrival_problem::nonsense;
  value = static_cast<episode_purpose>(found - purposes.begin());
  return arrival_problem::none;
}

template <class List>
void write_pairs(const std::vector<std::pair<std::string, double>>& pairs, List list) {
  for (unsigned i = 0; i < list.size(); ++i) {
    list[i].setName(text_of(pairs[i].first));
    list[i].setValue(pairs[i].second);
  }
}

template <class List>
std::vector<std::pair<std::string, double>> read_pairs(List list) {
  std::vector<std::pair<std::string, double>> pairs;
  for (auto each : list)
    pairs.emplace_back(text_of(each.getName()), each.getValue());
  return pairs;
}

constexpr std::size_t bytes_per_pair = 64;

} // namespace

// -- assignments ----------------------------------------------------------------------------------

static void write(const assignment& value, schema::Assignment::Builder builder) {
  builder.setNumber(value.number);
  builder.setPurpose(to_schema(value.purpose));
  write(value.played, builder.initTask());
  builder.setSeed(value.seed);
  auto players = builder.initPlayers(size_of(value.players));
  for (unsigned i = 0; i < players.size(); ++i) {
    players[i].setName(text_of(value.players[i].policy));
    players[i].setPictureWidth(static_cast<std::uint16_t>(value.players[i].picture_width));
    players[i].setPictureHeight(static_cast<std::uint16_t>(value.players[i].picture_height));
    players[i].setNeedsState(value.players[i].needs_state);
    players[i].setLearns(value.players[i].learns);
  }
  builder.setGroup(text_of(value.group));
  builder.setWantsRecord(value.wants_record);
}

message<schema::Assignment> to_message(const assignment& value) {
  return build_message<schema::Assignment>(value, payload_of(value.played) + usual_overhead);
}

arrival_problem from_schema(schema::Assignment::Reader reader, assignment& value) {
  value.number = reader.getNumber();
  value.seed = reader.getSeed();
  value.group = text_of(reader.getGroup());
  value.wants_record = reader.getWantsRecord();
  value.players.clear();
  for (auto each : reader.getPlayers()) {
    value.players.push_back({text_of(each.getName()), each.getPictureWidth(),
                             each.getPictureHeight(), each.getNeedsState(), each.getLearns()});
    if (!is_valid(value.players.back()))
      return arrival_problem::nonsense;
  }
  try {
    value.played = read_task(reader.getTask());
  } catch (const user_error&) {
    return arrival_problem::nonsense;
  }
  if (value.players.size() != value.played.played.players())
    return arrival_problem::nonsense;
  return from_schema(reader.getPurpose(), value.purpose);
}

static void write(const episode_result& value, schema::EpisodeResult::Builder builder) {
  builder.setAssignment(value.assignment);
  builder.setEnvironment(value.environment);
  builder.setPurpose(to_schema(value.purpose));
  builder.setGroup(text_of(value.group));
  builder.setSteps(value.steps);
  write_numbers(value.returns, builder.initReturns(size_of(value.returns)));
  builder.setIntervened(value.intervened);
  builder.setProblem(text_of(value.problem));
  if (value.record)
    write(*value.record, builder.initRecord());
}

message<schema::EpisodeResult> to_message(const episode_result& value) {
  return build_message<schema::EpisodeResult>(value, value.problem.size() + usual_overhead);
}

arrival_problem from_schema(schema::EpisodeResult::Reader reader, episode_result& value) {
  value.assignment = reader.getAssignment();
  value.environment = reader.getEnvironment();
  value.group = text_of(reader.getGroup());
  value.steps = reader.getSteps();
  value.returns = read_numbers<float>(reader.getReturns());
  value.intervened = reader.getIntervened();
  value.problem = text_of(reader.getProblem());
  value.record.reset();
  if (reader.hasRecord())
    try {
      value.record = read_replay(reader.getRecord());
    } catch (const user_error&) {
      return arrival_problem::nonsense;
    }
  return from_schema(reader.getPurpose(), value.purpose);
}

message<schema::Results> to_message(const std::vector<episode_result>& value) {
  message_builder<schema::Results> builder{value.size() * usual_overhead};
  auto episodes = builder->initEpisodes(size_of(value));
  for (unsigned i = 0; i < episodes.size(); ++i)
    write(value[i], episodes[i]);
  return std::move(builder).finish();
}

arrival_problem from_schema(schema::Results::Reader reader, std::vector<episode_result>& value) {
  value.clear();
  for (auto each : reader.getEpisodes())
    if (auto problem = from_schema(each, value.emplace_back()); problem != arrival_problem::none)
      return problem;
  return arrival_problem::none;
}

static void write(const goal_change_request& value, schema::GoalChange::Builder builder) {
  builder.setPlayer(value.player);
  builder.setGoal(text_of(value.aim));
}

message<schema::GoalChange> to_message(const goal_change_request& value) {
  return build_message<schema::GoalChange>(value, value.aim.size() + sizeof(capnp::word));
}

arrival_problem from_schema(schema::GoalChange::Reader reader, goal_change_request& value) {
  value = {reader.getPlayer(), text_of(reader.getGoal())};
  return arrival_problem::none;
}

// -- unrolls --------------------------------------------------------------------------------------

static void write(const unroll& value, schema::Unroll::Builder builder) {
  auto observations = builder.initObservations(size_of(value.seen));
  for (unsigned i = 0; i < observations.size(); ++i)
    write(value.seen[i], observations[i]);
  auto actions = builder.initActions(size_of(value.done));
  auto logits = builder.initLogits(size_of(value.done) * unsigned{action_encoding_size});
  for (unsigned step = 0; step < actions.size(); ++step) {
    const auto& [done, said] = value.done[step];
    actions.set(step, static_cast<std::uint16_t>(action_index(done)));
    for (unsigned i = 0; i < said.size(); ++i)
      logits.set(step * unsigned{action_encoding_size} + i, said[i]);
  }
  write_numbers(value.begin.hidden, builder.initHidden(size_of(value.begin.hidden)));
  write_numbers(value.begin.cell, builder.initCell(size_of(value.begin.cell)));
  builder.setOldestVersion(value.oldest_version);
  builder.setNewestVersion(value.newest_version);
}

message<schema::Unroll> to_message(const unroll& value) {
  std::size_t payload = usual_overhead + sizeof(float) * 2 * value.begin.hidden.size();
  for (const auto& each : value.seen)
    payload += observation_payload(each.picture.byte_count())
               + sizeof(capnp::word) * capnp::sizeInWords<schema::Observation>() + sizeof(decision);
  return build_message<schema::Unroll>(value, payload);
}

arrival_problem from_schema(schema::Unroll::Reader reader, unroll& value) {
  auto observations = reader.getObservations();
  auto actions = reader.getActions();
  auto logits = reader.getLogits();
  if (observations.size() != actions.size() + 1
      || logits.size() != actions.size() * unsigned{action_encoding_size})
    return arrival_problem::nonsense;
  value.seen.resize(observations.size());
  for (unsigned i = 0; i < observations.size(); ++i)
    if (auto problem = from_schema(observations[i], value.seen[i]);
        problem != arrival_problem::none)
      return problem;
  value.done.resize(actions.size());
  for (unsigned step = 0; step < actions.size(); ++step) {
    auto& [done, said] = value.done[step];
    if (actions[step] >= action_count)
      return arrival_problem::nonsense;
    done = action_at(actions[step]);
    for (unsigned i = 0; i < said.size(); ++i)
      said[i] = logits[step * unsigned{action_encoding_size} + i];
  }
  value.begin = {read_numbers<float>(reader.getHidden()), read_numbers<float>(reader.getCell())};
  value.oldest_version = reader.getOldestVersion();
  value.newest_version = reader.getNewestVersion();
  return arrival_problem::none;
}

// -- weights --------------------------------------------------------------------------------------

message<schema::Weights> weights_message(std::int64_t version, std::span<const std::byte> network) {
  message_builder<schema::Weights> builder{network.size() + sizeof(capnp::word)};
  builder->setVersion(version);
  builder->setNetwork({reinterpret_cast<const kj::byte*>(network.data()), network.size()});
  return std::move(builder).finish();
}

std::span<const std::byte> network_of(schema::Weights::Reader reader) {
  auto bytes = reader.getNetwork();
  return {reinterpret_cast<const std::byte*>(bytes.begin()), bytes.size()};
}

// -- updates --------------------------------------------------------------------------------------

static void write(const update_notice& value, schema::Update::Builder builder) {
  builder.setNumber(value.number);
  builder.setAgentSteps(value.agent_steps);
  write_pairs(value.values, builder.initValues(size_of(value.values)));
  builder.setProblem(text_of(value.problem));
}

message<schema::Update> to_message(const update_notice& value) {
  return build_message<schema::Update>(value, usual_overhead + value.problem.size()
                                                  + bytes_per_pair * value.values.size());
}

arrival_problem from_schema(schema::Update::Reader reader, update_notice& value) {
  value = {reader.getNumber(), reader.getAgentSteps(), read_pairs(reader.getValues()),
           text_of(reader.getProblem())};
  return arrival_problem::none;
}

// -- checkpoints ----------------------------------------------------------------------------------

static void write(const checkpoint_manifest& value, schema::Checkpoint::Builder builder) {
  builder.setVersion(checkpoint_version);
  builder.setUpdates(value.updates);
  builder.setAgentSteps(value.agent_steps);
  auto files = builder.initFiles(size_of(value.files));
  for (unsigned i = 0; i < files.size(); ++i) {
    files[i].setName(text_of(value.files[i].name));
    files[i].setBytes(value.files[i].bytes);
    files[i].setChecksum(value.files[i].checksum);
  }
  builder.setEnvironmentPools(value.environment_pools);
  write_pairs(value.counters, builder.initCounters(size_of(value.counters)));
  builder.setConfigurationHash(value.configuration_hash);
}

message<schema::Checkpoint> to_message(const checkpoint_manifest& value) {
  return build_message<schema::Checkpoint>(
      value, usual_overhead + bytes_per_pair * (value.files.size() + value.counters.size()));
}

arrival_problem from_schema(schema::Checkpoint::Reader reader, checkpoint_manifest& value) {
  if (reader.getVersion() != checkpoint_version)
    return arrival_problem::nonsense;
  value.updates = reader.getUpdates();
  value.agent_steps = reader.getAgentSteps();
  value.files.clear();
  for (auto each : reader.getFiles())
    value.files.push_back({text_of(each.getName()), each.getBytes(), each.getChecksum()});
  value.environment_pools = reader.getEnvironmentPools();
  value.counters = read_pairs(reader.getCounters());
  value.configuration_hash = reader.getConfigurationHash();
  return arrival_problem::none;
}

} // namespace troupe
