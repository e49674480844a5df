#include "messages/file.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/error.hpp"

#include <boost/crc.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

namespace troupe {

namespace {

constexpr std::array<char, 8> magic{'t', 'r', 'o', 'u', 'p', 'e', '\0', '\1'};
constexpr std::size_t checksum_size = sizeof(std::uint32_t);

std::string last_system_error() {
  return std::strerror(errno);
}

} // namespace

std::uint32_t checksum(std::span<const std::byte> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw user_error(path.string() + ": is there already and is not a file");
  auto temporary = path.string() + "." + std::to_string(::getpid()) + ".part";
  constexpr mode_t whatever_the_umask_allows = 0666;
  descriptor file{::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                         whatever_the_umask_allows)};
  auto fail = [&](const char* what) {
    auto reason = last_system_error();
    if (file.number() >= 0)
      ::unlink(temporary.c_str());
    throw user_error(path.string() + ": cannot " + what + ": " + reason);
  };
  if (file.number() < 0)
    fail("create a file there");
  if (!write_all(file.number(), bytes) || ::fsync(file.number()) != 0)
    fail("write");
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    fail("put the finished file in place");
  // The new name survives a power cut only once the folder is on disk as well.
  auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
  descriptor parent{::open(folder.c_str(), O_RDONLY | O_DIRECTORY)};
  if (parent.number() >= 0)
    ::fsync(parent.number());
}

void detail::save_block(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::vector<std::byte> content(magic.size() + bytes.size() + checksum_size);
  std::memcpy(content.data(), magic.data(), magic.size());
  std::memcpy(content.data() + magic.size(), bytes.data(), bytes.size());
  auto crc = checksum(bytes);
  std::memcpy(content.data() + magic.size() + bytes.size(), &crc, checksum_size);
  write_file_atomically(path, content);
}

std::string read_whole_file(const std::filesystem::path& path, const arrival_limits& limits) {
  std::ifstream file{path, std::ios::binary | std::ios::ate};
  if (!file)
    throw user_error(path.string() + ": cannot be opened: " + last_system_error());
  auto end = file.tellg();
  if (end < 0 || std::filesystem::is_directory(path))
    throw user_error(path.string() + ": is not a file that can be read");
  auto size = static_cast<std::size_t>(end);
  if (size > limits.max_bytes)
    throw user_error(path.string() + ": is larger than " + std::to_string(limits.max_bytes)
                     + " bytes");
  std::string content(size, '\0');
  file.seekg(0);
  if (!file.read(content.data(), end))
    throw user_error(path.string() + ": cannot be read: " + last_system_error());
  return content;
}

bool is_message_file(std::string_view content) {
  return content.starts_with(std::string_view{magic.data(), magic.size()});
}

std::vector<std::byte> detail::decode_block(const std::filesystem::path& path,
                                            std::string_view content) {
  constexpr auto frame = magic.size() + checksum_size;
  if (!is_message_file(content) || content.size() < frame)
    throw user_error(path.string() + ": is not one of Troupe's files");
  auto all = std::as_bytes(std::span{content});
  auto bytes = all.subspan(magic.size(), all.size() - frame);
  std::uint32_t expected = 0;
  std::memcpy(&expected, all.last(checksum_size).data(), checksum_size);
  if (checksum(bytes) != expected)
    throw user_error(path.string() + ": is damaged or cut short: its checksum does not match");
  return {bytes.begin(), bytes.end()};
}

void detail::refuse_file(const std::filesystem::path& path, arrival_problem problem,
                         const std::string& expected) {
  throw user_error(path.string() + ": is no " + expected + ": " + to_string(problem));
}

} // namespace troupe
