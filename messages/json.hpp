#pragma once

#include "core/tasks/task.hpp"
#include "core/world/world.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace troupe {

// Worlds and tasks as JSON, for people and other programs. What is written reads back to the same
// value, to the last bit.

nlohmann::ordered_json to_json(const world& value);
/// The texts of its goals.
nlohmann::ordered_json to_json(const game& value);
nlohmann::ordered_json to_json(const task& value);
nlohmann::ordered_json to_json(const task_set& value);

/// Throw `user_error` that begins with `name` and says which member is wrong and what it should be.
world world_from_json(const nlohmann::json& json, const std::string& name);
task task_from_json(const nlohmann::json& json, const std::string& name);
task_set task_set_from_json(const nlohmann::json& json, const std::string& name);

/// Parses one JSON text; throws `user_error` with `name` and the column.
nlohmann::json parse_json(std::string_view text, const std::string& name);

} // namespace troupe
