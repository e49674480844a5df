@0xa0e46c7e5febc069;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "action.capnp".Action;
using import "state.capnp".Scene;

struct Observation {
  # What one player perceives at one step (paper, table of observations).

  environment @0 :UInt64;
  # The ENVIRONMENT that plays the episode, unique in a run.

  episode @1 :UInt64;
  # Counts the environment's episodes from 0.

  player @2 :UInt8;
  # The player's slot in the task.

  step @3 :UInt32;
  # Counts the episode's steps from 0.

  picture @4 :Image;
  # The player's view. Absent for policies that need none.

  proprioception @5 :Proprioception;

  lastAction @6 :Action;
  # The one that does nothing before the first; so does an absent one.

  goal @7 :Goal;

  privileged @8 :Privileged;
  # Only learning may read this: the policy's choice never depends on it. Absent where nobody
  # learns.

  policySeed @9 :UInt64;
  # Seeds whatever the policy draws during this episode.

  scene @10 :Scene;
  # Everything that there is to see. Absent for policies that need none.
}

struct Image {
  height @0 :UInt16;
  width @1 :UInt16;

  pixels @2 :Data;
  # RGB, 3 bytes a pixel, rows from top to bottom: 3 · height · width bytes.
}

struct Proprioception {
  accelerationRight @0 :Float32;
  accelerationForward @1 :Float32;
  accelerationUp @2 :Float32;
  # m/s² in the player's own frame.

  handIsHolding @3 :Bool;

  handDistance @4 :Float32;
  # Metres to the held object, 0 when nothing is held.

  handForce @5 :Float32;
  # Newtons applied to the held object, 0 when nothing is held.
}

struct Goal {
  # A goal in disjunctive normal form, as matrices (core/game/goal_encoding.hpp).

  matrix @0 :Data;
  # 6 × 6 signed bytes, a row an option: 1 needs the atom, -1 its negation, 0 does not mention it.

  atoms @1 :Data;
  # 6 × 5 bytes, a row an atom: relation, colour and shape of the first argument, colour and shape
  # of the second.
}

struct Privileged {
  reward @0 :Float32;
  # Earned by the action before this observation, 0 or 1.

  discount @1 :Float32 = 1;
  # 0 on an episode's last observation.

  first @2 :Bool;
  # Whether this is an episode's first observation.

  atomTruths @3 :UInt8;
  # Bit i: whether the goal's atom i holds now.

  intervened @4 :Bool;
  # Whether someone changed a goal during this episode.
}
