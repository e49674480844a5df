@0x8d487bac66f438bb;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

struct MetricSample {
  # Measurements of one quantity, gathered by whoever measured since its last sample.

  name @0 :Text;
  # Dotted, like "environment.steps"; 1 to 200 printable ASCII characters, no spaces. Samples of the
  # same name are added up, whoever measured.

  kind @1 :Kind;

  count @2 :UInt64;
  # How many measurements this stands for.

  sum @3 :Float64;
  minimum @4 :Float64;
  maximum @5 :Float64;
  # Over those measurements; all 0 if there are none.

  enum Kind {
    counter @0;
    # Things that happened: sums over time mean something.

    gauge @1;
    # A level: means over time mean something.
  }
}
