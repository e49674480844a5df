@0xcc8819c4799c1fb2;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "replay.capnp".Replay;
using import "task.capnp".Task;

struct Assignment {
  # What an environment plays next. The policies of its players travel beside it.

  number @0 :UInt64;
  # Counts the assignments of a run, whoever plays them.

  purpose @1 :Purpose;

  task @2 :Task;

  seed @3 :UInt64;
  # Of what policies draw.

  players @4 :List(Player);
  # As many as the task has goals.

  group @5 :Text;
  # Under which results are added up, such as "near"; empty for none.

  wantsRecord @6 :Bool;
  # Whether the result should have a record.

  struct Player {
    name @0 :Text;
    # Of the policy.

    pictureWidth @1 :UInt16;
    pictureHeight @2 :UInt16;
    # Of the picture that it must be shown, in pixels; both 0 if it needs none.

    needsState @3 :Bool;
    # Whether it must be shown everything that there is.

    learns @4 :Bool;
    # Whether it also gets what only learning may use, and the last observation of an episode.
  }

  enum Purpose {
    training @0;
    evaluation @1;
    trial @2;
  }
}

struct EpisodeResult {
  # How an assignment ended.

  assignment @0 :UInt64;
  environment @1 :UInt64;

  purpose @2 :Assignment.Purpose;

  group @3 :Text;
  # As in the assignment.

  steps @4 :UInt32;

  returns @5 :List(Float32);
  # Of each player: what it earned after its first observation. Empty if nothing was played.

  intervened @6 :Bool;
  # Whether someone changed a goal.

  problem @7 :Text;
  # Why the task could not be played; empty if it was.

  record @8 :Replay;
  # If the assignment wanted one.
}

struct Results {
  # How a number of assignments ended.

  episodes @0 :List(EpisodeResult);
}

struct GoalChange {
  # Another goal for a player of the episode that is being played.

  player @0 :UInt8;
  # From 0.

  goal @1 :Text;
  # In the text that `troupe game` reads.
}
