#include "core/support/error.hpp"
#include "messages/json.hpp"
#include "messages/world_conversion.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

using namespace troupe;

namespace {

/// What can be read can be written, and reads back to the same.
void check_round_trips(const world& value) {
  if (!(world_from_json(to_json(value), "again") == value))
    std::abort();
  if (!(read_world(*to_message(value).read()) == value))
    std::abort();
}

void read_binary(std::vector<std::byte> bytes) {
  // A fuzzer would take long to guess the schema's id.
  auto id = capnp::typeId<schema::World>();
  if (bytes.size() >= sizeof(id))
    std::memcpy(bytes.data(), &id, sizeof(id));
  auto arrived = message<schema::World>::from_bytes(bytes);
  if (arrived.check({}) == arrival_problem::none)
    check_round_trips(read_world(*arrived.read()));
}

} // namespace

/// The first byte chooses the form: binary or JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  const auto* rest = data + 1;
  try {
    if (data[0] == 'b')
      read_binary({reinterpret_cast<const std::byte*>(rest),
                   reinterpret_cast<const std::byte*>(rest) + size - 1});
    else
      check_round_trips(world_from_json(
          parse_json({reinterpret_cast<const char*>(rest), size - 1}, "input"), "input"));
  } catch (const user_error&) {
    // Refused, with a reason.
  }
  return 0;
}
