#include "messages/replay_file.hpp"

#include "core/support/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace troupe;

/// What can be read as the record of an episode can be written, and reads back to the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size > 0)
    std::memcpy(bytes.data(), data, size);
  // A fuzzer would take long to guess the schema's id.
  auto id = capnp::typeId<schema::Replay>();
  if (size >= sizeof(id))
    std::memcpy(bytes.data(), &id, sizeof(id));
  auto arrived = message<schema::Replay>::from_bytes(bytes);
  if (arrived.check({}) != arrival_problem::none)
    return 0;
  try {
    auto record = read_replay(*arrived.read());
    if (!(read_replay(*to_message(record).read()) == record))
      std::abort();
  } catch (const user_error&) {
    // Refused, with a reason.
  }
  return 0;
}
