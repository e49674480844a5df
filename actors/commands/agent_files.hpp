#pragma once

#include "config/settings.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace troupe {

/// An agent that plays: its acting network, and what it is called.
struct agent_on_disk {
  std::string name;
  std::filesystem::path network;
};

/// The acting networks that a path stands for: the file itself, that of a checkpoint or of a run's
/// newest one, or those who were chosen in the generations of an experiment. Throws `user_error` if
/// there is none.
std::vector<agent_on_disk> agents_at(const std::filesystem::path& given);

/// The only one. Throws `user_error` if there are several.
std::filesystem::path agent_file_of(const std::filesystem::path& given);

/// The configuration of the run that a file is part of, or the defaults if it lies elsewhere.
settings settings_around(const std::filesystem::path& file);

} // namespace troupe
