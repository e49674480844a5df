#include "messages/task_file.hpp"

#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/json.hpp"
#include "messages/world_conversion.hpp"

#include <span>
#include <sstream>
#include <string>

namespace troupe {

namespace {

/// The largest set worth keeping in memory; the paper's have some 15 MB.
constexpr arrival_limits file_limits{std::size_t{1} << 30};

/// What `read` makes of a message's root, with the file's name in its errors.
template <class Schema, class Read>
auto decode(const std::filesystem::path& path, std::string_view content, Read read) {
  auto found = decode_file<Schema>(path, content, file_limits);
  try {
    return read(*found.read());
  } catch (const user_error& problem) {
    throw user_error(path.string() + ": " + problem.what());
  }
}

/// One world a line.
std::vector<world> worlds_of_lines(const std::string& content, const std::string& name) {
  std::vector<world> worlds;
  std::istringstream lines{content};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    auto where = name + ":" + std::to_string(++number);
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      worlds.push_back(world_from_json(parse_json(line, where), where));
  }
  if (worlds.empty())
    throw user_error(name + ": has no world in it");
  return worlds;
}

/// Whether a single JSON object is spread over several lines: then the first has only its brace.
bool is_spread_out(const std::string& content) {
  std::istringstream words{content.substr(0, content.find('\n'))};
  std::string word;
  std::string rest;
  return words >> word && word == "{" && !(words >> rest);
}

} // namespace

std::vector<world> load_worlds(const std::filesystem::path& path) {
  auto content = read_whole_file(path, file_limits);
  auto name = path.string();
  if (is_message_file(content))
    return {decode<schema::World>(path, content, [](auto root) { return read_world(root); })};
  if (is_spread_out(content))
    return {world_from_json(parse_json(content, name), name)};
  return worlds_of_lines(content, name);
}

world load_world(const std::filesystem::path& path) {
  auto worlds = load_worlds(path);
  if (worlds.size() > 1)
    throw user_error(path.string() + ": has " + std::to_string(worlds.size())
                     + " worlds where one is wanted");
  return std::move(worlds.front());
}

void save_world(const std::filesystem::path& path, const world& value) {
  save_file(path, to_message(value));
}

task_set load_task_set(const std::filesystem::path& path) {
  auto content = read_whole_file(path, file_limits);
  if (is_message_file(content))
    return decode<schema::TaskSet>(path, content, [](auto root) { return read_task_set(root); });
  return task_set_from_json(parse_json(content, path.string()), path.string());
}

void save_task_set(const std::filesystem::path& path, const task_set& value) {
  if (path.extension() != ".json")
    return save_file(path, to_message(value));
  auto text = to_json(value).dump() + '\n';
  write_file_atomically(path, std::as_bytes(std::span{text}));
}

} // namespace troupe
