#pragma once

#include "core/evaluation/summary.hpp"

#include <nlohmann/json.hpp>

namespace troupe {

/// How a player did, as programs read it.
nlohmann::ordered_json to_json(const evaluation_summary& summary);

} // namespace troupe
