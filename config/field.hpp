#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace troupe {

/// Everything that a setting can be.
using field_target = std::variant<bool*, std::int64_t*, double*, std::string*,
                                  std::vector<std::int64_t>*, std::vector<std::string>*>;

/// The value of a setting, apart from where it is kept.
using field_value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>,
                                 std::vector<std::string>>;

/// The smallest and largest value allowed, both included.
struct value_range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

inline constexpr value_range anything{};
inline constexpr value_range positive{std::numeric_limits<double>::min()};
inline constexpr value_range not_negative{0};
inline constexpr value_range probability{0, 1};

inline constexpr value_range at_least(double low) {
  return {low};
}

/// One setting: where its value is kept, and all there is to know about it.
struct field {
  /// "section.name".
  std::string key;
  field_target target;
  std::string meaning;
  std::string unit = {};
  /// Of a number, or of each number in a list.
  value_range range = anything;
  /// The words allowed, if this is a text and not all are.
  std::vector<std::string> choices = {};

  /// Stores `value`, which comes from TOML or from text. Returns what is wrong with it, empty if
  /// nothing is; then nothing is stored.
  [[nodiscard]] std::string assign(const field_value& value) const;

  /// Stores a value written as on a command line: TOML without the need for quotes.
  [[nodiscard]] std::string assign_text(std::string_view text) const;

  [[nodiscard]] field_value value() const;

  /// "number from 0 to 1", "one of resnet, strided", …
  [[nodiscard]] std::string expected() const;
};

/// As TOML writes it.
std::string to_toml(const field_value& value);

/// The environment variable that sets a key: TROUPE_ and the key in capitals, dots as underscores.
std::string environment_name(std::string_view key);

} // namespace troupe
