#pragma once

#include "core/curriculum/population.hpp"
#include "core/curriculum/source_state.hpp"
#include "core/evaluation/percentiles.hpp"
#include "messages/curriculum.capnp.h"
#include "messages/message.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

// What the open-ended process remembers, and what its actors tell each other; see conversion.hpp
// for the form.

message<schema::SourceState> to_message(const source_state& value);
arrival_problem from_schema(schema::SourceState::Reader reader, source_state& value);

message<schema::Population> to_message(const population_state& value);
arrival_problem from_schema(schema::Population::Reader reader, population_state& value);

/// How far an experiment is: who was chosen in each generation that is over.
struct experiment_state {
  std::vector<generation_product> chosen;

  friend bool operator==(const experiment_state&, const experiment_state&) = default;
};
message<schema::Experiment> to_message(const experiment_state& value);
arrival_problem from_schema(schema::Experiment::Reader reader, experiment_state& value);

/// A policy that is to be measured: by the file of its network, or by its name if that is empty.
struct candidate {
  std::string name;
  std::vector<std::byte> network;

  friend bool operator==(const candidate&, const candidate&) = default;
};
message<schema::Candidate> to_message(const candidate& value);
arrival_problem from_schema(schema::Candidate::Reader reader, candidate& value);

/// Policies, by their names.
struct candidate_names {
  std::vector<std::string> all;

  friend bool operator==(const candidate_names&, const candidate_names&) = default;
};
message<schema::Candidates> to_message(const candidate_names& value);
arrival_problem from_schema(schema::Candidates::Reader reader, candidate_names& value);

/// How policies did, by their names.
using named_scores = std::vector<std::pair<std::string, agent_scores>>;
message<schema::Scores> to_message(const named_scores& value);
arrival_problem from_schema(schema::Scores::Reader reader, named_scores& value);

} // namespace troupe
