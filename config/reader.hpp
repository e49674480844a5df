#pragma once

#include "config/field.hpp"
#include "config/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace troupe {

/// Where settings come from, later ones over earlier ones: defaults, file, environment, command
/// line.
struct configuration_layers {
  std::optional<std::filesystem::path> file;
  /// Names and values of environment variables; only those that begin with TROUPE_ count.
  std::vector<std::pair<std::string, std::string>> environment;
  /// "key=value", as given to --set.
  std::vector<std::string> overrides;
};

/// This process's environment variables.
std::vector<std::pair<std::string, std::string>> process_environment();

/// The settings that the layers make. Throws `user_error` with one line for each problem: where it
/// is, which key, what is wrong, and the nearest known key for an unknown one.
settings read_settings(const configuration_layers& layers);

/// What a generation, counted from 1, is configured with: its changes and those before it, and how
/// it is rewarded. Throws `user_error` if a change makes no sense.
settings settings_of_generation(const settings& values, std::int64_t generation);

/// What can be said about a key, with or without its section, or about a whole section, or about
/// everything for an empty key. Throws
/// `user_error` with the nearest known key for an unknown one.
std::vector<field> explain(settings& defaults, std::string_view key);

/// All settings as TOML that reads back to the same.
std::string to_toml(const settings& values);

} // namespace troupe
