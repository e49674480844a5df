#pragma once

#include "config/field.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// One "key = value" of a TOML document.
struct toml_entry {
  /// With all tables it stands in: "section.name".
  std::string key;
  /// Absent if it is of a type that no setting has, such as a date.
  std::optional<field_value> value;
  std::size_t line = 0;
  /// A heading with nothing below it.
  bool is_empty_table = false;
};

/// All entries of a document, in the order of their lines. Throws `user_error` with name, line and
/// column if it is not TOML.
std::vector<toml_entry> parse_toml(std::string_view document, const std::string& name);

/// A single value, as it could stand behind "key =". Nothing if it could not.
std::optional<field_value> parse_toml_value(std::string_view text);

std::string quote_toml(std::string_view text);

} // namespace troupe
