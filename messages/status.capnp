@0xa45c7dba08b2e12c;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

struct Status {
  # How an actor is doing, for people and for the commands that show a running experiment.

  actor @0 :Text;
  # Its role and number, like "environment 12".

  values @1 :List(Value);
  # What it counts or holds, most telling first.

  struct Value {
    name @0 :Text;
    union {
      number @1 :Float64;
      text @2 :Text;
    }
  }
}
