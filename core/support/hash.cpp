#include "core/support/hash.hpp"

#include <boost/crc.hpp>

namespace troupe {

std::uint32_t crc_32c(std::span<const std::byte> bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

} // namespace troupe
