#pragma once

#include "core/evaluation/summary.hpp"

#include <nlohmann/json.hpp>

namespace troupe {

/// How a player did, as programs read it.
nlohmann::ordered_json to_json(const evaluation_summary& summary);

/// The other way. Throws if this is no such thing.
evaluation_summary evaluation_from_json(const nlohmann::ordered_json& json);

} // namespace troupe
