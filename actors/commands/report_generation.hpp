#pragma once

#include "actors/experiment_reader.hpp"

#include <string>

namespace troupe {

/// What became of a generation's agents, as a section of an experiment's page: how they did at each
/// check, who became a mutant of whom, and what evolved.
std::string generation_section(const generation_history& generation);

} // namespace troupe
