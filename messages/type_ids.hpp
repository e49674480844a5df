#pragma once

#include "messages/action.capnp.h"
#include "messages/assignment.capnp.h"
#include "messages/curriculum.capnp.h"
#include "messages/learning.capnp.h"
#include "messages/message.hpp"
#include "messages/metric.capnp.h"
#include "messages/observation.capnp.h"
#include "messages/policy.capnp.h"
#include "messages/status.capnp.h"

#include <caf/type_id.hpp>

/// Everything that travels between actors, once. The order is part of the protocol: append, and
/// raise `protocol_version` (actors/system.hpp) when something else changes.
CAF_BEGIN_TYPE_ID_BLOCK(troupe, first_custom_type_id)

CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Observation>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Action>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::MetricSample>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Status>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::PolicyDescription>))

CAF_ADD_ATOM(troupe, troupe, status_atom, "status")
CAF_ADD_ATOM(troupe, troupe, describe_atom, "describe")
CAF_ADD_ATOM(troupe, troupe, tick_atom, "tick")
CAF_ADD_ATOM(troupe, troupe, pass_on_atom, "passon")
CAF_ADD_ATOM(troupe, troupe, ok_atom, "ok")

CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Assignment>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::EpisodeResult>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Results>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::GoalChange>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Unroll>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Weights>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Update>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Checkpoint>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::SourceState>))

CAF_ADD_ATOM(troupe, troupe, assign_atom, "assign")
CAF_ADD_ATOM(troupe, troupe, weights_atom, "weights")
CAF_ADD_ATOM(troupe, troupe, save_atom, "save")
CAF_ADD_ATOM(troupe, troupe, finish_atom, "finish")
CAF_ADD_ATOM(troupe, troupe, stop_atom, "stop")
CAF_ADD_ATOM(troupe, troupe, gone_atom, "gone")
CAF_ADD_ATOM(troupe, troupe, count_atom, "count")
CAF_ADD_ATOM(troupe, troupe, allow_atom, "allow")

CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Candidate>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Candidates>))
CAF_ADD_TYPE_ID(troupe, (troupe::message<troupe::schema::Scores>))

CAF_ADD_ATOM(troupe, troupe, meet_atom, "meet")

CAF_END_TYPE_ID_BLOCK(troupe)
