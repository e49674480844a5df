#include "core/support/event_file.hpp"

#include "core/support/error.hpp"
#include "core/support/hash.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <string_view>

namespace troupe {

namespace {

// A record: the length of its payload in 8 bytes, their checksum, the payload, its checksum. The
// payload is an Event of tensorflow/core/util/event.proto in protobuf's wire format.

constexpr std::int64_t length_bytes = sizeof(std::uint64_t);
constexpr std::int64_t checksum_bytes = sizeof(std::uint32_t);
constexpr std::int64_t head_bytes = length_bytes + checksum_bytes;

template <class Number>
void put_fixed(std::string& out, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    out += static_cast<char>(number >> (8 * i));
}

template <class Number>
Number fixed_at(std::string_view bytes, std::size_t position) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number |= static_cast<Number>(static_cast<unsigned char>(bytes.at(position + i))) << (8 * i);
  return number;
}

/// The format's own: files often hold checksums of checksums, for which a CRC is a bad choice.
std::uint32_t masked_checksum(std::string_view bytes) {
  constexpr std::uint32_t offset = 0xa282ead8;
  return std::rotr(crc_32c(std::as_bytes(std::span{bytes})), 15) + offset;
}

std::string framed(const std::string& payload) {
  std::string record;
  put_fixed(record, std::uint64_t{payload.size()});
  put_fixed(record, masked_checksum(record));
  record += payload;
  put_fixed(record, masked_checksum(payload));
  return record;
}

enum wire_type { varint = 0, eight_bytes = 1, counted_bytes = 2, four_bytes = 5 };

constexpr std::uint64_t key_of(std::uint64_t field, wire_type type) {
  return field << 3 | type;
}

// The fields of an Event, of its Summary, and of that one's Values.
constexpr auto wall_time_key = key_of(1, eight_bytes);
constexpr auto step_key = key_of(2, varint);
constexpr auto file_version_key = key_of(3, counted_bytes);
constexpr auto summary_key = key_of(5, counted_bytes);
constexpr auto value_key = key_of(1, counted_bytes);
constexpr auto tag_key = key_of(1, counted_bytes);
constexpr auto simple_value_key = key_of(2, four_bytes);

void put_varint(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

void put_text(std::string& out, std::uint64_t key, std::string_view text) {
  put_varint(out, key);
  put_varint(out, text.size());
  out += text;
}

void put_time(std::string& out, double wall_time) {
  put_varint(out, wall_time_key);
  put_fixed(out, std::bit_cast<std::uint64_t>(wall_time));
}

/// The step of an event as `add` writes it: right behind the time. Others have none.
std::optional<std::int64_t> step_of(std::string_view event) {
  constexpr auto position = 1 + sizeof(double);
  if (event.size() <= position || static_cast<unsigned char>(event[position]) != step_key)
    return std::nullopt;
  std::uint64_t step = 0;
  int shift = 0;
  for (auto rest = event.substr(position + 1); !rest.empty(); rest.remove_prefix(1), shift += 7) {
    auto byte = static_cast<unsigned char>(rest.front());
    step |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80)
      return static_cast<std::int64_t>(step);
    if (shift == 63)
      break;
  }
  return std::nullopt;
}

std::optional<std::string> bytes_at(int file, std::int64_t position, std::int64_t count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    auto read = ::pread(file, bytes.data() + done, bytes.size() - done,
                        position + static_cast<std::int64_t>(done));
    if (read == 0 || (read < 0 && errno != EINTR))
      return std::nullopt;
    done += static_cast<std::size_t>(std::max<::ssize_t>(read, 0));
  }
  return bytes;
}

/// The payload of the record at a position; nothing if it is not whole.
std::optional<std::string> payload_at(int file, std::int64_t position, std::int64_t end) {
  auto left = end - position - head_bytes - checksum_bytes;
  if (left < 0)
    return std::nullopt;
  auto head = bytes_at(file, position, head_bytes);
  if (!head
      || fixed_at<std::uint32_t>(*head, length_bytes)
             != masked_checksum(std::string_view{*head}.substr(0, length_bytes)))
    return std::nullopt;
  auto length = fixed_at<std::uint64_t>(*head, 0);
  if (length > static_cast<std::uint64_t>(left))
    return std::nullopt;
  auto rest =
      bytes_at(file, position + head_bytes, static_cast<std::int64_t>(length) + checksum_bytes);
  if (!rest)
    return std::nullopt;
  auto checksum = fixed_at<std::uint32_t>(*rest, length);
  rest->resize(length);
  return checksum == masked_checksum(*rest) ? rest : std::nullopt;
}

/// Where the records of steps up to `last_step` end.
std::int64_t end_of_steps(int file, std::int64_t file_size, std::int64_t last_step) {
  std::int64_t end = 0;
  while (auto payload = payload_at(file, end, file_size)) {
    if (step_of(*payload).value_or(last_step) > last_step)
      break;
    end += head_bytes + static_cast<std::int64_t>(payload->size()) + checksum_bytes;
  }
  return end;
}

constexpr ::mode_t whatever_the_umask_allows = 0666;

} // namespace

event_file::event_file(const std::filesystem::path& folder, std::int64_t last_step)
    : path_(folder / "events.out.tfevents.1.troupe"),
      file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC,
                   whatever_the_umask_allows)) {
  struct ::stat found {};
  if (file_.number() < 0 || ::fstat(file_.number(), &found) != 0)
    fail("be opened");
  size_ = end_of_steps(file_.number(), found.st_size, last_step);
  if (size_ != found.st_size && ::ftruncate(file_.number(), size_) != 0)
    fail("be cut off");
  if (size_ > 0)
    return;
  std::string event;
  put_time(event, static_cast<double>(std::time(nullptr)));
  put_text(event, file_version_key, "brain.Event:2");
  append(event);
}

void event_file::add(std::int64_t step, double wall_time,
                     std::span<const std::pair<std::string, float>> values) {
  std::string summary;
  for (const auto& [name, number] : values) {
    std::string value;
    put_text(value, tag_key, name);
    put_varint(value, simple_value_key);
    put_fixed(value, std::bit_cast<std::uint32_t>(number));
    put_text(summary, value_key, value);
  }
  std::string event;
  put_time(event, wall_time);
  put_varint(event, step_key);
  put_varint(event, static_cast<std::uint64_t>(step));
  put_text(event, summary_key, summary);
  append(event);
}

void event_file::append(const std::string& event) {
  auto record = framed(event);
  if (!write_all(file_.number(), std::as_bytes(std::span{record}))) {
    auto reason = errno;
    // Nobody would find what follows half a record.
    (void)!::ftruncate(file_.number(), size_);
    errno = reason;
    fail("be written");
  }
  size_ += static_cast<std::int64_t>(record.size());
}

void event_file::fail(const char* what) const {
  throw user_error(path_.string() + ": cannot " + what + ": " + std::strerror(errno));
}

} // namespace troupe
