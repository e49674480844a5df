#pragma once

#include "actors/experiment_reader.hpp"

#include <nlohmann/json.hpp>

namespace troupe {

// What runs came to, as programs read it.

/// The counters of all agents together; the seconds are those of generations one after the other,
/// whose agents learn at the same time.
nlohmann::ordered_json counters_of(const experiment_history& experiment);

nlohmann::ordered_json summary_of(const run_history& run);
nlohmann::ordered_json summary_of(const experiment_history& experiment);

} // namespace troupe
