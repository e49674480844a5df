@0xcb07a7d07f7a7621;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

struct PolicyDescription {
  # Who plays.

  name @0 :Text;
  # Unique among a run's policies, like "random".

  needsPicture @1 :Bool;
  # Whether its observations must have a picture: drawing one is most of a step's cost.

  needsState @2 :Bool;
  # Whether it must be shown everything, as scripts must.
}
