@0xaed0905d304979b7;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "observation.capnp".Observation;

struct Unroll {
  # T steps of one player, across the ends of its episodes (core/learning/unroll.hpp).

  observations @0 :List(Observation);
  # T + 1.

  actions @1 :List(UInt16);
  # T; the last action group varies fastest.

  logits @2 :List(Float32);
  # T times 24: from which the actions were drawn.

  hidden @3 :List(Float32);
  cell @4 :List(Float32);
  # What the network remembered before the first observation.

  oldestVersion @5 :Int64;
  newestVersion @6 :Int64;
  # Of the networks that decided.
}

struct Weights {
  # The network that acts, from now on.

  version @0 :Int64;
  # Grows by one with every change.

  network @1 :Data;
  # A .safetensors file (core/agent/network_file.hpp).
}

struct Update {
  # What an agent learned by one update.

  number @0 :Int64;
  # Counts from 1; an update that was skipped has none.

  agentSteps @1 :Int64;
  # Steps that the agent learned from so far.

  values @2 :List(Value);
  # Losses and the like.

  problem @3 :Text;
  # Why the update was skipped; empty if it was not.

  struct Value {
    name @0 :Text;
    value @1 :Float64;
  }
}

struct Checkpoint {
  # The manifest of a checkpoint: written last, so that one which can be read is whole.

  version @0 :UInt32;
  # Of how checkpoints are kept; readers refuse others.

  updates @1 :Int64;
  agentSteps @2 :Int64;

  files @3 :List(File);
  # In the manifest's folder.

  environmentPools @4 :UInt64;
  # How many there were so far, so that their numbers stay unique.

  counters @5 :List(Counter);
  # What the MONITOR has counted.

  configurationHash @6 :UInt64;

  struct File {
    name @0 :Text;
    bytes @1 :UInt64;
    checksum @2 :UInt32;
    # CRC-32.
  }

  struct Counter {
    name @0 :Text;
    value @1 :Float64;
  }
}
