#pragma once

#include "messages/type_ids.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

namespace troupe {

// The protocol. Every payload is a message<Schema>; messages/*.capnp say what is in it. A request
// whose payload is unreadable is answered with an error of category "arrival", and counted.

/// STATUS: what everyone can be asked.
using status_actor = caf::typed_actor<
    // How are you?
    caf::replies_to<status_atom>::with<message<schema::Status>>>;

/// POLICY: observation in, action out. What the INFERENCE BATCHER and every CO-PLAYER are.
using policy_actor = caf::typed_actor<
    // What do you do, seeing this? The action names the observation that it answers.
    caf::replies_to<message<schema::Observation>>::with<message<schema::Action>>>::
    extend_with<status_actor>;

/// CO-PLAYER: a policy that does not learn.
using co_player_actor = caf::typed_actor<
    // Who are you, and what must you be shown?
    caf::replies_to<describe_atom>::with<message<schema::PolicyDescription>>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<policy_actor>;

/// MONITOR: metrics in; progress on the terminal and the metrics file out.
using monitor_actor = caf::typed_actor<
    // This was measured. Unreadable samples are dropped and counted.
    caf::reacts_to<message<schema::MetricSample>>,
    // Write what you have, now. Answered when it is written.
    caf::replies_to<flush_atom>::with<ok_atom>,
    // To itself: the interval is over. From others it is ignored.
    caf::reacts_to<tick_atom>>::extend_with<status_actor>;

} // namespace troupe
