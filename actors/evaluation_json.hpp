#pragma once

#include "core/curriculum/evolution.hpp"
#include "core/evaluation/percentiles.hpp"
#include "core/evaluation/summary.hpp"

#include <nlohmann/json.hpp>

namespace troupe {

/// How a player did, as programs read it.
nlohmann::ordered_json to_json(const evaluation_summary& summary);

/// How a policy did, without single games.
nlohmann::ordered_json to_json(const agent_scores& scores);

/// The hyperparameters that evolve, by the names of their settings.
nlohmann::ordered_json to_json(const evolving_values& values);

} // namespace troupe
