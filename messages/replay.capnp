@0xb5a2c7d94e01f386;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "task.capnp".Task;

struct Replay {
  # Everything that an episode depended on, and what proves that a re-simulation is the same
  # (core/simulation/episode_record.hpp).

  version @0 :UInt32;
  # Of what the same actions do and how they are kept; readers refuse others.

  task @1 :Task;

  seed @2 :UInt64;
  # What policies drew from.

  steps @3 :UInt32;
  # The environment steps after which the episode ends; a record may have fewer.

  physicsSteps @4 :UInt16;
  # In one environment step.

  physicsRate @5 :Float64;
  # Physics steps in a second.

  actions @6 :List(UInt16);
  # Step by step, player by player; the last action group varies fastest.

  goalChanges @7 :List(GoalChange);
  # In the order of their steps.

  stateHashes @8 :List(UInt64);
  # At reset and after every step.

  policies @9 :List(Text);
  # The names of the policies of all players; empty where nobody wrote them down.

  struct GoalChange {
    step @0 :UInt32;
    # From this observation on.

    player @1 :UInt8;

    goal @2 :Text;
    # In the text that `troupe game` reads.
  }
}
