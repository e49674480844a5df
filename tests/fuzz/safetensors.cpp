#include "core/support/safetensors.hpp"

#include "core/support/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

using namespace troupe;

namespace {

/// What can be read can be written, and reads back to the same.
void check_round_trip(std::span<const std::byte> file) {
  try {
    auto collection = decode_safetensors(file);
    auto written = encode_safetensors(collection);
    if (!(decode_safetensors(written) == collection))
      std::abort();
  } catch (const user_error&) {
    // Refused, with a reason.
  }
}

} // namespace

/// Reads the bytes as they are, and with the length of the header put right: a fuzzer seldom
/// changes a text together with its length.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size > 0)
    std::memcpy(bytes.data(), data, size);
  check_round_trip(bytes);
  constexpr std::size_t length_bytes = 8;
  auto end = size;
  while (end > length_bytes && bytes[end - 1] != std::byte{'}'})
    --end;
  if (end <= length_bytes)
    return 0;
  while (end < size && bytes[end] == std::byte{' '})
    ++end;
  for (std::size_t i = 0; i < length_bytes; ++i)
    bytes[i] = static_cast<std::byte>((end - length_bytes) >> (8 * i));
  check_round_trip(bytes);
  return 0;
}
