#pragma once

#include "core/simulation/action.hpp"
#include "core/simulation/observation.hpp"
#include "core/support/metric.hpp"
#include "core/support/status.hpp"
#include "messages/action.capnp.h"
#include "messages/message.hpp"
#include "messages/metric.capnp.h"
#include "messages/observation.capnp.h"
#include "messages/policy.capnp.h"
#include "messages/status.capnp.h"

#include <caf/expected.hpp>

#include <span>
#include <string>

namespace troupe {

/// The two ways between messages and the values of `core`, in one form for every schema:
///
///     write(value, builder)      fills a struct, wherever it stands
///     to_message(value)          a whole message
///     from_schema(reader, out)   the value, or why the struct's fields make none
///
/// Readers must come from checked messages: then only the values remain to be judged here.

/// An action together with the observation that it answers.
struct action_message {
  player_moment when;
  action chosen = noop_action();

  friend bool operator==(const action_message&, const action_message&) = default;
};

void write(const action_message& value, schema::Action::Builder builder);
message<schema::Action> to_message(const action_message& value);
arrival_problem from_schema(schema::Action::Reader reader, action_message& value);

void write(const goal_encoding& value, schema::Goal::Builder builder);
arrival_problem from_schema(schema::Goal::Reader reader, goal_encoding& value);

/// Writes all of an observation but its pixels and returns the place for them:
/// 3 · height · width bytes inside the message, empty if the observation has no picture.
std::span<std::uint8_t> write_all_but_pixels(const observation& value,
                                             schema::Observation::Builder builder);
void write(const observation& value, schema::Observation::Builder builder);
message<schema::Observation> to_message(const observation& value);
/// Leaves out the scene, for which there is state_conversion.hpp.
arrival_problem from_schema(schema::Observation::Reader reader, observation& value);

/// How many bytes to reserve for an observation whose picture has so many.
std::size_t observation_payload(std::size_t pixel_bytes) noexcept;

/// Which player of which episode an observation is for. Cheap: reads no other field.
player_moment moment_of(schema::Observation::Reader reader);

message<schema::MetricSample> to_message(const metric_sample& value);
arrival_problem from_schema(schema::MetricSample::Reader reader, metric_sample& value);

message<schema::Status> to_message(const status_report& value);
arrival_problem from_schema(schema::Status::Reader reader, status_report& value);

/// Who plays, and what it must be shown.
struct policy_description {
  std::string name;
  bool needs_picture = false;
  bool needs_state = false;

  friend bool operator==(const policy_description&, const policy_description&) = default;
};

message<schema::PolicyDescription> to_message(const policy_description& value);
arrival_problem from_schema(schema::PolicyDescription::Reader reader, policy_description& value);

/// The value in a message from anywhere: checked, then converted.
template <class Value, class Schema>
caf::expected<Value> read_value(const message<Schema>& source, const arrival_limits& limits) {
  auto problem = source.check(limits);
  if (problem == arrival_problem::none) {
    Value value;
    problem = from_schema(*source.read(), value);
    if (problem == arrival_problem::none)
      return value;
  }
  return make_error(problem, schema_name<Schema>());
}

} // namespace troupe
