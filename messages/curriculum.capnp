@0xb1d6c1f0a7e34d52;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("troupe::schema");

using import "task.capnp".Task;
using import "world.capnp".World;

struct SourceState {
  # What a source of training tasks knows, so that it can go on after a pause
  # (core/curriculum/source_state.hpp).

  assignments @0 :UInt64;
  # How many it has given away: where its random stream goes on.

  accepted @1 :List(AcceptedTask);
  # The tasks that were found worth training on.

  counts @2 :Counts;

  worlds @3 :Worlds;
  # Those that evolve beside the agent; none where none do.

  struct AcceptedTask {
    task @0 :Task;
    judged @1 :UInt64;
  }

  struct Counts {
    proposed @0 :UInt64;
    accepted @1 :UInt64;
    triedAgain @2 :UInt64;
    dropped @3 :UInt64;
    rejected @4 :List(UInt64);
    # By criterion.
    trainingEpisodes @5 :UInt64;
    unfilteredEpisodes @6 :UInt64;
    trialEpisodes @7 :UInt64;
  }

  struct Worlds {
    trainSet @0 :List(EvolvingWorld);
    evaluateSet @1 :List(EvolvingWorld);
    discarded @2 :List(EvolvingWorld);
    # Without outcomes.
    nextId @3 :UInt64;
  }

  struct EvolvingWorld {
    id @0 :UInt64;
    created @1 :Int64;
    world @2 :World;
    outcomes @3 :List(Bool);
  }
}

struct Population {
  # What a population remembers between two checks for evolution (core/curriculum/population.hpp).

  agents @0 :List(Agent);

  checks @1 :Int64;
  # How many were made.

  underWay @2 :Evolution;
  # One that was decided and not carried out yet; none where there is none.

  struct Agent {
    values @0 :Values;

    hasEvolved @1 :Bool;
    stepsAtLastEvolution @2 :Int64;
  }

  struct Values {
    learningRate @0 :Float64;
    epsilonAlpha @1 :Float64;
    mGreater @2 :Float64;
    mS @3 :Float64;
    mCont @4 :Float64;
    mGreaterCont @5 :Float64;
    mSolved @6 :Float64;
  }

  struct Evolution {
    parent @0 :UInt64;
    child @1 :UInt64;
    ratio @2 :Float64;
  }
}

struct Experiment {
  # How far an experiment is: who was chosen in each generation that is over.

  chosen @0 :List(Chosen);

  struct Chosen {
    agent @0 :UInt64;
    # Of its generation's population, from 1.
    agentSteps @1 :Int64;
    participation @2 :Float64;
    lowPercentile @3 :Float64;
  }
}

struct Candidate {
  # A policy that is to be measured.

  name @0 :Text;

  network @1 :Data;
  # A .safetensors file (core/agent/network_file.hpp). Empty for a policy that goes by its name.
}

struct Candidates {
  # Policies that are compared, by their names.

  names @0 :List(Text);
}

struct Scores {
  # How policies did, beside each other (core/evaluation/percentiles.hpp).

  agents @0 :List(Agent);

  struct Agent {
    name @0 :Text;
    participation @1 :Float64;
    meanReturn @2 :Float64;
    percentiles @3 :List(Float64);
    # The normalised score at the percentiles 0, 1, …
    byGame @4 :List(Float64);
    participationByGame @5 :List(Float64);
  }
}
