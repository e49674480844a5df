#include "messages/world_archive.hpp"

#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/json.hpp"

#include <cstdint>
#include <sstream>
#include <string>

namespace troupe {

namespace {

/// Many times what an agent leaves that has trained for weeks.
constexpr arrival_limits file_limits{std::size_t{1} << 30};

constexpr const char* created_member = "created";

archived_world read_line(const std::string& line, const std::string& where) {
  auto json = parse_json(line, where);
  auto place = world_from_json(json, where);
  if (!json.contains(created_member))
    throw user_error(where + ": has no member \"" + created_member
                     + "\": it is a world, but of no archive");
  const auto& created = json.at(created_member);
  if (!created.is_number_unsigned() || created.get<std::uint64_t>() > INT64_MAX)
    throw user_error(where + "." + created_member + ": must be a whole number of at least 0, not "
                     + created.dump());
  return {created.get<std::int64_t>(), std::move(place)};
}

} // namespace

std::vector<archived_world> load_archive(const std::filesystem::path& path) {
  std::vector<archived_world> worlds;
  if (path.empty())
    return worlds;
  std::istringstream lines{read_whole_file(path, file_limits)};
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    auto where = path.string() + ":" + std::to_string(++number);
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      worlds.push_back(read_line(line, where));
  }
  if (worlds.empty())
    throw user_error(path.string() + ": has no world in it");
  return worlds;
}

void save_archive(const std::filesystem::path& path, std::span<const archived_world> worlds) {
  if (worlds.empty())
    throw user_error(path.string() + ": there are no worlds to write");
  std::string text;
  for (const auto& each : worlds) {
    nlohmann::ordered_json line{{created_member, each.created}};
    line.update(to_json(each.place));
    text += line.dump() + '\n';
  }
  write_file_atomically(path, std::as_bytes(std::span{text}));
}

} // namespace troupe
