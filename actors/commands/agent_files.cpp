#include "actors/commands/agent_files.hpp"

#include "actors/commands/command_line.hpp"
#include "actors/experiment_folder.hpp"
#include "actors/learner.hpp"
#include "actors/run_folder.hpp"
#include "core/support/error.hpp"

#include <fmt/format.h>

namespace troupe {

namespace {

namespace fs = std::filesystem;

std::vector<agent_on_disk> chosen_in(const fs::path& run) {
  experiment_folder folder{run};
  std::vector<agent_on_disk> found;
  for (std::uint64_t number = 1; fs::exists(folder.chosen(number)); ++number)
    found.push_back({chosen_name(number), folder.chosen(number)});
  return found;
}

} // namespace

std::vector<agent_on_disk> agents_at(const fs::path& given) {
  auto name = given.string();
  if (!fs::is_directory(given))
    return {{name, given}};
  if (fs::exists(given / agent_file))
    return {{name, given / agent_file}};
  if (auto chosen = chosen_in(given); !chosen.empty())
    return chosen;
  auto newest = newest_checkpoint(given / "checkpoints", [](const std::string& problem) {
    fmt::print(stderr, "{}; an older checkpoint is used\n", problem);
  });
  if (!newest)
    throw user_error(name + ": is neither a checkpoint nor a run that has one");
  return {{name, newest->folder / agent_file}};
}

fs::path agent_file_of(const fs::path& given) {
  auto found = agents_at(given);
  if (found.size() > 1)
    throw user_error(fmt::format("{}: has several agents; name one, like {}", given.string(),
                                 found.back().network.string()));
  return found.front().network;
}

settings settings_around(const fs::path& file) {
  configuration_options options;
  for (auto folder = fs::absolute(file).parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (auto configuration = folder / "configuration.toml"; fs::exists(configuration)) {
      options.file = configuration.string();
      break;
    }
  return options.read();
}

} // namespace troupe
