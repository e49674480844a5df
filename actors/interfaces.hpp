#pragma once

#include "messages/type_ids.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <cstdint>
#include <vector>

namespace troupe {

// The protocol. Every payload is a message<Schema>; messages/*.capnp say what is in it. A request
// whose payload is unreadable is answered with an error of category "arrival", and counted.
// Handles of actors travel beside payloads; environments are named by their number.

/// STATUS: what everyone can be asked.
using status_actor = caf::typed_actor<
    // How are you?
    caf::replies_to<status_atom>::with<message<schema::Status>>>;

/// POLICY: observation in, action out. What the INFERENCE BATCHER and every CO-PLAYER are.
using policy_actor = caf::typed_actor<
    // What do you do, seeing this? The action names the observation that it answers.
    caf::replies_to<message<schema::Observation>>::with<message<schema::Action>>>::
    extend_with<status_actor>;

/// The policies of an assignment's players, in their order.
using policy_list = std::vector<policy_actor>;

/// CO-PLAYER: a policy that does not learn.
using co_player_actor = caf::typed_actor<
    // Who are you, and what must you be shown?
    caf::replies_to<describe_atom>::with<message<schema::PolicyDescription>>,
    // The environment of this number is gone: forget its players.
    caf::reacts_to<gone_atom, std::uint64_t>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<policy_actor>;

/// INFERENCE BATCHER: a network that acts in many environments at once.
using inference_batcher_actor = caf::typed_actor<
    // Act with these weights, from the next batch on.
    caf::reacts_to<message<schema::Weights>>,
    // To itself: somebody may have waited for long enough.
    caf::reacts_to<tick_atom>>::extend_with<co_player_actor>;

/// TASK SOURCE: what environments play.
using task_source_actor = caf::typed_actor<
    // What shall the environment of this number play next?
    caf::replies_to<assign_atom, std::uint64_t>::with<message<schema::Assignment>, policy_list>,
    // This is how an assignment ended.
    caf::reacts_to<message<schema::EpisodeResult>>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// TRAINING SOURCE: the TASK SOURCE of an agent that learns.
using training_source_actor = caf::typed_actor<
    // What do you know? As part of a checkpoint.
    caf::replies_to<save_atom>::with<message<schema::SourceState>>>::extend_with<task_source_actor>;

/// EVALUATOR: the TASK SOURCE that plays a set of tasks once.
using evaluator_actor = caf::typed_actor<
    // How did all of it end? Answered when it has.
    caf::replies_to<finish_atom>::with<message<schema::Results>>>::extend_with<task_source_actor>;

/// EXAMINER: has policies play the same games with the same co-players, and keeps who got what.
using examiner_actor = caf::typed_actor<
    // Have this policy play all that it has not played yet. Answered when it has.
    caf::replies_to<message<schema::Candidate>>::with<ok_atom>,
    // Play with this co-player too from now on.
    caf::replies_to<meet_atom, message<schema::Candidate>>::with<ok_atom>,
    // How did these do, beside each other and the co-players? All must have played.
    caf::replies_to<message<schema::Candidates>>::with<message<schema::Scores>>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// ENVIRONMENT: one world being played.
using environment_actor = caf::typed_actor<
    // From now on a player of the present episode has another goal. Answered with an error if there
    // is no such player, the world lacks what the goal names, or nothing is being played.
    caf::replies_to<message<schema::GoalChange>>::with<ok_atom>,
    // To itself: ask for something to play.
    caf::reacts_to<tick_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// UPDATE WATCHER: whoever wants to know what a LEARNER does.
using update_watcher_actor = caf::typed_actor<
    // This was an update.
    caf::reacts_to<message<schema::Update>>>;

/// MILESTONE WATCHER: who is told how far agents are.
using milestone_watcher_actor = caf::typed_actor<
    // The agent of this number has come to a milestone, and this is its checkpoint.
    caf::reacts_to<std::uint64_t, message<schema::Checkpoint>>>;

/// LEARNER: unrolls in, weights out.
using learner_actor = caf::typed_actor<
    // Learn from this. Answered when that is done, or when it is too old to be of use: whoever
    // sends waits with more until enough answers have come.
    caf::replies_to<message<schema::Unroll>>::with<ok_atom>,
    // What are the weights that act now?
    caf::replies_to<weights_atom>::with<message<schema::Weights>>,
    // Send every change of them to this one.
    caf::reacts_to<weights_atom, inference_batcher_actor>,
    // Learn until that many updates are done, then wait with what is to be learned from.
    caf::reacts_to<allow_atom, std::int64_t>,
    // Write a checkpoint now. Answered with its manifest, as far as the learner knows it.
    caf::replies_to<save_atom>::with<message<schema::Checkpoint>>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

/// MONITOR: metrics in; progress on the terminal and metric files out.
using monitor_actor = caf::typed_actor<
    // This was measured. Unreadable samples are dropped and counted.
    caf::reacts_to<message<schema::MetricSample>>,
    // What have you counted, since the run began? As the counters of a checkpoint. Answered with an
    // error if a line was lost, so that no checkpoint goes beyond it.
    caf::replies_to<count_atom>::with<message<schema::Checkpoint>>,
    // To itself: the interval is over. From others it is ignored.
    caf::reacts_to<tick_atom>>::extend_with<status_actor>::extend_with<update_watcher_actor>;

/// TRAINER: one agent's training.
using trainer_actor = caf::typed_actor<
    // How did it end? Answered when it has; with an error if it failed.
    caf::replies_to<finish_atom>::with<ok_atom>,
    // End now, with a checkpoint.
    caf::reacts_to<stop_atom>,
    // Learn until that many updates are done, then wait at the next milestone.
    caf::reacts_to<allow_atom, std::int64_t>,
    // To itself: look after everything.
    caf::reacts_to<tick_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>::extend_with<update_watcher_actor>;

/// PBT SUPERVISOR: one population, for one generation.
using pbt_supervisor_actor = caf::typed_actor<
    // Who came of it? Everybody whom the EXAMINER knows. Answered when the generation is over, or
    // with an error if it failed.
    caf::replies_to<finish_atom>::with<message<schema::Candidates>>,
    // End now, with checkpoints.
    caf::reacts_to<stop_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>::extend_with<milestone_watcher_actor>;

/// GENERATION MANAGER: an experiment.
using generation_manager_actor = caf::typed_actor<
    // How did it end? Answered when it has; with an error if it failed.
    caf::replies_to<finish_atom>::with<ok_atom>,
    // End now, with checkpoints.
    caf::reacts_to<stop_atom>,
    // To itself: show how it goes.
    caf::reacts_to<tick_atom>,
    // To itself: pass on the metrics that you hold back.
    caf::reacts_to<pass_on_atom>>::extend_with<status_actor>;

} // namespace troupe

/// Handles that travel beside messages.
CAF_BEGIN_TYPE_ID_BLOCK(troupe_handles, caf::id_block::troupe::end)

CAF_ADD_TYPE_ID(troupe_handles, (troupe::policy_actor))
CAF_ADD_TYPE_ID(troupe_handles, (troupe::policy_list))
CAF_ADD_TYPE_ID(troupe_handles, (troupe::inference_batcher_actor))

CAF_END_TYPE_ID_BLOCK(troupe_handles)
