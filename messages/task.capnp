@0xe3b2e40d66a23400;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "world.capnp".World;

struct Task {
  # A world, a game, and who plays against whom (core/tasks/task.hpp).

  world @0 :World;

  goals @1 :List(Text);
  # One for each player, in the text that `troupe game` reads.

  coPlayers @2 :List(Text);
  # The names of the policies of players 2, 3, …; empty where any may play.
}

struct TaskSet {
  # Tasks that belong together, such as an evaluation set.

  split @0 :Text;
  # train, validation, test or hand-authored.

  seed @1 :UInt64;
  # What the set was drawn from.

  origin @2 :Text;
  # How it was made, for people.

  tasks @3 :List(Task);

  version @4 :UInt32;
  # Of what seeds mean and how tasks are kept; readers refuse others.
}
