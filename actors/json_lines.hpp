#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>

namespace troupe {

/// Calls `take` with every line of a file of JSON objects; there are none if there is no file. A
/// last line that is torn, as a killed run leaves it or one that is writing, is ignored. Throws
/// `user_error` that names file and line if one is no object, or not what `take` expects.
void read_json_lines(const std::filesystem::path& file,
                     const std::function<void(const nlohmann::ordered_json&)>& take);

} // namespace troupe
