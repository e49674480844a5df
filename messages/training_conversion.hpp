#pragma once

#include "core/learning/unroll.hpp"
#include "core/simulation/assignment.hpp"
#include "messages/assignment.capnp.h"
#include "messages/learning.capnp.h"
#include "messages/message.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

// What actors that train tell each other; see conversion.hpp for the form.

message<schema::Assignment> to_message(const assignment& value);
arrival_problem from_schema(schema::Assignment::Reader reader, assignment& value);

message<schema::EpisodeResult> to_message(const episode_result& value);
arrival_problem from_schema(schema::EpisodeResult::Reader reader, episode_result& value);

message<schema::Results> to_message(const std::vector<episode_result>& value);
arrival_problem from_schema(schema::Results::Reader reader, std::vector<episode_result>& value);

/// Another goal for a player, from 0, in the text that `parse_goal` reads.
struct goal_change_request {
  std::uint8_t player = 0;
  std::string aim;

  friend bool operator==(const goal_change_request&, const goal_change_request&) = default;
};
message<schema::GoalChange> to_message(const goal_change_request& value);
arrival_problem from_schema(schema::GoalChange::Reader reader, goal_change_request& value);

message<schema::Unroll> to_message(const unroll& value);
arrival_problem from_schema(schema::Unroll::Reader reader, unroll& value);

/// The network that acts from now on: a `.safetensors` file and its version.
message<schema::Weights> weights_message(std::int64_t version, std::span<const std::byte> network);
/// The file in a message; valid as long as the message is.
std::span<const std::byte> network_of(schema::Weights::Reader reader);

/// What one update brought: its number, 0 if it was skipped, and what was measured.
struct update_notice {
  std::int64_t number = 0;
  std::int64_t agent_steps = 0;
  std::vector<std::pair<std::string, double>> values;
  /// Why it was skipped; empty if it was not.
  std::string problem;

  friend bool operator==(const update_notice&, const update_notice&) = default;
};
message<schema::Update> to_message(const update_notice& value);
arrival_problem from_schema(schema::Update::Reader reader, update_notice& value);

/// What a checkpoint consists of, and where everything but the learner was.
struct checkpoint_manifest {
  struct file {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint32_t checksum = 0;

    friend bool operator==(const file&, const file&) = default;
  };

  std::int64_t updates = 0;
  std::int64_t agent_steps = 0;
  std::vector<file> files;
  std::uint64_t environment_pools = 0;
  std::vector<std::pair<std::string, double>> counters;
  std::uint64_t configuration_hash = 0;

  friend bool operator==(const checkpoint_manifest&, const checkpoint_manifest&) = default;
};
/// Raised whenever what is in a checkpoint, or what it means, changes.
inline constexpr std::uint32_t checkpoint_version = 2;
message<schema::Checkpoint> to_message(const checkpoint_manifest& value);
arrival_problem from_schema(schema::Checkpoint::Reader reader, checkpoint_manifest& value);

} // namespace troupe
