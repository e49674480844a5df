#pragma once

#include "core/support/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace troupe {

/// Writes numbers over time as TensorBoard reads them.
///
/// The format is a handful of bytes around each number, so no protobuf library is needed. A folder
/// has one such file. Every record is with the operating system when `add` returns, so what was
/// added survives the process. Owned by one thread.
class event_file {
public:
  /// For a run that begins.
  static constexpr auto nothing = std::numeric_limits<std::int64_t>::min();

  /// Opens the folder's file, or makes it, and keeps what was written up to `last_step`. A run that
  /// goes on from a checkpoint passes the checkpoint's step: later ones come again, and a record
  /// that was torn when the run was killed would hide all that follow. Throws `user_error` if the
  /// file cannot be written.
  event_file(const std::filesystem::path& folder, std::int64_t last_step);

  /// Appends one record: what each name's value was at a step, at a time in seconds since 1970.
  /// Slashes in names make groups. Throws `user_error` if it cannot, as on a full disk; the file
  /// is then as before.
  void add(std::int64_t step, double wall_time,
           std::span<const std::pair<std::string, float>> values);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  void append(const std::string& event);
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  descriptor file_;
  /// The bytes of all whole records.
  std::int64_t size_ = 0;
};

} // namespace troupe
