#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace troupe {

/// FNV-1a of 64 bits: tells contents apart, small, and the same on every machine.
constexpr std::uint64_t fnv_1a(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (auto byte : bytes)
    hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

/// CRC-32C (Castagnoli): finds damage.
std::uint32_t crc_32c(std::span<const std::byte> bytes);

} // namespace troupe
