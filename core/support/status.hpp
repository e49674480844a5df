#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// The number of that name, if a report has one.
inline std::optional<double> number_in(const status_report& report, std::string_view name) {
  for (const auto& [each, value] : report.values)
    if (const auto* number = std::get_if<double>(&value); number && each == name)
      return *number;
  return std::nullopt;
}

} // namespace troupe
