#include "actors/json_lines.hpp"

#include "core/support/error.hpp"

#include <cstddef>
#include <fstream>
#include <string>

namespace troupe {

void read_json_lines(const std::filesystem::path& file,
                     const std::function<void(const nlohmann::ordered_json&)>& take) {
  std::ifstream in{file};
  if (!in && std::filesystem::exists(file))
    throw user_error(file.string() + ": cannot be opened");
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    auto where = file.string() + ":" + std::to_string(++number) + ": ";
    auto value = nlohmann::ordered_json::parse(line, nullptr, false);
    if (value.is_discarded() && in.peek() == std::ifstream::traits_type::eof())
      return;
    if (!value.is_object())
      throw user_error(where + "is not a JSON object");
    try {
      take(value);
    } catch (const nlohmann::json::exception& problem) {
      throw user_error(where + problem.what());
    } catch (const user_error& problem) {
      throw user_error(where + problem.what());
    }
  }
  if (in.bad())
    throw user_error(file.string() + ": cannot be read");
}

} // namespace troupe
