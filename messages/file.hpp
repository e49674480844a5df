#pragma once

#include "messages/message.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// Writes `bytes` so that `path` holds either what it held before or all of them, whatever happens
/// in between. Throws `user_error` if it cannot.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// The CRC-32 of some bytes.
std::uint32_t checksum(std::span<const std::byte> bytes);

/// All bytes of a file. Throws `user_error` if it cannot be read or is larger than the limit.
std::string read_whole_file(const std::filesystem::path& path, const arrival_limits& limits);

/// Whether a file with this content was written by `save_file`.
bool is_message_file(std::string_view content);

namespace detail {
void save_block(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// The message's bytes, once beginning and checksum of the file are found to be right.
std::vector<std::byte> decode_block(const std::filesystem::path& path, std::string_view content);
[[noreturn]] void refuse_file(const std::filesystem::path& path, arrival_problem problem,
                              const std::string& expected);
} // namespace detail

/// Saves a message as a file: 8 bytes that say it is Troupe's, the message's bytes, a CRC-32 of
/// them. Appears at once or not at all.
template <class Schema>
void save_file(const std::filesystem::path& path, const message<Schema>& content) {
  detail::save_block(path, content.bytes());
}

/// The message in the content of such a file, checked. Throws `user_error` that names the file and
/// what is wrong with it.
template <class Schema>
message<Schema> decode_file(const std::filesystem::path& path, std::string_view content,
                            const arrival_limits& limits) {
  auto found = message<Schema>::from_bytes(detail::decode_block(path, content));
  if (auto problem = found.check(limits); problem != arrival_problem::none)
    detail::refuse_file(path, problem, schema_name<Schema>());
  return found;
}

/// Reads such a file.
template <class Schema>
message<Schema> load_file(const std::filesystem::path& path, const arrival_limits& limits) {
  return decode_file<Schema>(path, read_whole_file(path, limits), limits);
}

} // namespace troupe
