@0xb8ddea1be6e73230;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "task.capnp".Task;
using import "world.capnp".Quaternion;
using import "world.capnp".Vector;

struct Scene {
  # Everything that there is to see, for players that follow scripts.

  state @0 :State;

  task @1 :Task;
  # What is played, the goals as they are now. There on an episode's first observation, and whenever
  # goals have changed since the one before.

  physicsSteps @2 :UInt16 = 4;
  # In one environment step.

  physicsRate @3 :Float64 = 30;
  # Physics steps in a second.
}

struct State {
  # Everything that moves in a world, at one moment (core/simulation/state.hpp).

  physicsStep @0 :UInt64;
  # Since the beginning of the episode.

  objects @1 :List(Object);
  players @2 :List(Player);
  # In the world's order.

  struct Object {
    position @0 :Vector;
    orientation @1 :Quaternion;

    velocity @2 :Vector;
    # m/s

    spin @3 :Vector;
    # rad/s

    present @4 :Bool = true;
    # False while it is tagged away.

    stepsLeft @5 :UInt16;
    # Physics steps until it comes back or moves again.

    floors @6 :UInt8;
    # Bit i: whether it touches floor colour i.
  }

  struct Player {
    position @0 :Vector;
    # Its feet.

    heading @1 :Float64;
    # Radians from east, counter-clockwise.

    pitch @2 :Float64;
    # Radians up from the horizon.

    velocity @3 :Vector;
    # m/s

    acceleration @4 :Vector;
    # m/s² in its own frame: right, forward, up.

    present @5 :Bool = true;
    # False while it is tagged away.

    stepsLeft @6 :UInt16;
    # Physics steps until it comes back.

    coolDown @7 :UInt16;
    # Physics steps until its gadget can be used again.

    held @8 :HeldObject;
    # Absent while its hand is empty.

    gadgetHit @9 :Vector;
    # Where its gadget hit something in the last environment step; absent if it did not.

    floors @10 :UInt8;
    # Bit i: whether it touches floor colour i.
  }

  struct HeldObject {
    object @0 :UInt16;
    # Its number among the objects.

    grip @1 :Vector;
    # Where the beam meets it.

    force @2 :Float64;
    # Newtons that the beam applied in the last physics step.
  }
}
