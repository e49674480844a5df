#include "actors/run_folder.hpp"

#include "actors/learner.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

namespace troupe {

namespace {

namespace fs = std::filesystem;

constexpr const char* manifest_file = "manifest";
/// Files of our own may be as large as they are.
constexpr arrival_limits any_size{SIZE_MAX};

fs::path made(fs::path path) {
  std::error_code problem;
  fs::create_directories(path, problem);
  if (problem)
    throw user_error(path.string() + ": cannot be made: " + problem.message()
                     + "; choose another run.folder");
  return path;
}

int open_lock(const fs::path& file) {
  constexpr mode_t whatever_the_umask_allows = 0666;
  auto lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, whatever_the_umask_allows);
  if (lock < 0)
    throw user_error(file.string() + ": cannot be written: " + std::strerror(errno)
                     + "; choose another run.folder");
  return lock;
}

/// Folders of checkpoints, whole or not, the newest first.
std::vector<fs::path> checkpoint_folders(const fs::path& parent) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& each : fs::directory_iterator{parent, none})
    if (each.is_directory())
      found.push_back(each.path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

} // namespace

run_folder::run_folder(fs::path path)
    : path_(made(std::move(path))), lock_(open_lock(path_ / "lock")) {
  if (::flock(lock_.number(), LOCK_EX | LOCK_NB) != 0)
    throw user_error(path_.string()
                     + ": another process is using this run; wait for it, stop it, or choose "
                       "another --name");
}

bool run_folder::has_run() const {
  return fs::exists(configuration());
}

found_checkpoint read_checkpoint(const fs::path& folder) {
  auto file = folder / manifest_file;
  auto manifest =
      read_value<checkpoint_manifest>(load_file<schema::Checkpoint>(file, any_size), any_size);
  if (!manifest)
    throw user_error(file.string() + ": is of another version of Troupe");
  for (const auto& each : manifest->files) {
    auto path = folder / each.name;
    auto content = read_whole_file(path, any_size);
    if (content.size() != each.bytes
        || checksum(std::as_bytes(std::span{content})) != each.checksum)
      throw user_error(path.string() + ": is damaged: its checksum does not match");
  }
  return {folder, std::move(*manifest)};
}

std::optional<found_checkpoint>
newest_checkpoint(const fs::path& checkpoints,
                  const std::function<void(const std::string&)>& complain) {
  for (const auto& folder : checkpoint_folders(checkpoints))
    try {
      // Without a manifest it was never finished: nothing is wrong with that.
      if (fs::exists(folder / manifest_file))
        return read_checkpoint(folder);
    } catch (const user_error& problem) {
      complain(problem.what());
    }
  return std::nullopt;
}

void run_folder::complete(const checkpoint_manifest& manifest, std::size_t keep) const {
  save_file(checkpoint_folder(checkpoints(), manifest.updates) / manifest_file,
            to_message(manifest));
  auto folders = checkpoint_folders(checkpoints());
  std::error_code ignored;
  for (auto i = std::min(keep, folders.size()); i < folders.size(); ++i)
    fs::remove_all(folders[i], ignored);
}

void run_folder::forget_after(std::int64_t update) const {
  auto is_before = [&](const nlohmann::json& line) {
    return line.contains("update") && line["update"] <= update;
  };
  keep_lines(metrics(), is_before);
  keep_lines(evaluations(), is_before);
}

std::int64_t run_folder::last_evaluated() const {
  std::int64_t last = -1;
  std::ifstream in{evaluations()};
  for (std::string line; std::getline(in, line);)
    last = nlohmann::json::parse(line).at("update");
  return last;
}

void keep_lines(const fs::path& file, const std::function<bool(const nlohmann::json&)>& keeps) {
  std::error_code ignored;
  if (!fs::exists(file, ignored))
    return;
  auto content = read_whole_file(file, any_size);
  std::size_t kept = 0;
  while (kept < content.size()) {
    auto end = content.find('\n', kept);
    if (end == std::string::npos)
      break;
    auto line =
        nlohmann::json::parse(content.begin() + static_cast<std::ptrdiff_t>(kept),
                              content.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (!line.is_object() || !keeps(line))
      break;
    kept = end + 1;
  }
  if (kept < content.size())
    write_file_atomically(file, std::as_bytes(std::span{content}.first(kept)));
}

void append_line(const fs::path& file, const std::string& line) {
  std::ofstream out{file, std::ios::app};
  if (!(out << line << '\n' << std::flush))
    throw user_error(file.string() + ": cannot be written: " + std::strerror(errno)
                     + "; is there space left?");
}

} // namespace troupe
