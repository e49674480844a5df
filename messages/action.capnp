@0x9417223dd9bc0a68;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

struct Action {
  # What a player does at one step: for each action group of the paper, the index of the chosen
  # value (core/simulation/action.hpp).

  environment @0 :UInt64;
  episode @1 :UInt64;
  player @2 :UInt8;
  step @3 :UInt32;
  # The observation that this answers.

  moveForwardBack @4 :UInt8 = 1;
  moveLeftRight @5 :UInt8 = 2;
  lookLeftRight @6 :UInt8 = 3;
  lookUpDown @7 :UInt8 = 2;
  grab @8 :UInt8 = 0;
  useGadget @9 :UInt8 = 0;
  # The defaults do nothing.
}
