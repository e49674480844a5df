#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace troupe {

/// How an actor is doing, for people.
struct status_report {
  using value = std::variant<double, std::string>;

  /// Its role and number, like "environment 12".
  std::string actor;
  /// What it counts or holds, most telling first.
  std::vector<std::pair<std::string, value>> values;

  friend bool operator==(const status_report&, const status_report&) = default;
};

} // namespace troupe
