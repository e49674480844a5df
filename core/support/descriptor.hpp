#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>

namespace troupe {

/// An open file descriptor, or none if its number is negative.
class descriptor {
public:
  explicit descriptor(int number) : number_(number) {}
  ~descriptor() {
    if (number_ >= 0)
      ::close(number_);
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

private:
  int number_;
};

/// Writes all bytes, however many calls that takes. If it cannot, `errno` says why.
inline bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace troupe
