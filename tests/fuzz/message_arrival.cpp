#include "messages/conversion.hpp"

#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

using namespace troupe;

namespace {

/// The bytes as CAF delivers them: with a length before, which a hostile sender may get wrong.
template <class Schema>
message<Schema> received(std::span<const std::byte> bytes) {
  std::vector<char> wire;
  caf::execution_unit* const no_system = nullptr;
  caf::binary_serializer sink{no_system, wire};
  auto announced = bytes.size() + (bytes.size() % 3 == 0 ? 1 : 0);
  if (sink.begin_sequence(announced))
    std::abort();
  wire.insert(wire.end(), reinterpret_cast<const char*>(bytes.data()),
              reinterpret_cast<const char*>(bytes.data()) + bytes.size());
  message<Schema> arrived;
  caf::binary_deserializer source{no_system, wire};
  if (inspect(source, arrived))
    std::abort();
  return arrived;
}

/// Whatever is accepted can be read, and what was read can be sent and read again.
template <class Value, class Schema>
void read_everything(std::span<const std::byte> bytes) {
  constexpr arrival_limits limits{1 << 20};
  auto arrived = received<Schema>(bytes);
  if (auto value = read_value<Value>(arrived, limits))
    if (!read_value<Value>(to_message(*value), limits))
      std::abort();
}

} // namespace

/// The first byte chooses the schema, so that one corpus serves all; its id is put in place, since
/// a fuzzer would take long to guess eight bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  std::vector<std::byte> bytes(size - 1);
  std::copy_n(reinterpret_cast<const std::byte*>(data) + 1, bytes.size(), bytes.begin());
  auto as_message_of = [&](std::uint64_t schema_id) -> std::span<const std::byte> {
    if (bytes.size() >= sizeof(schema_id))
      std::memcpy(bytes.data(), &schema_id, sizeof(schema_id));
    return bytes;
  };
  switch (data[0] % 6) {
  case 0:
    read_everything<observation, schema::Observation>(
        as_message_of(capnp::typeId<schema::Observation>()));
    break;
  case 1:
    read_everything<action_message, schema::Action>(as_message_of(capnp::typeId<schema::Action>()));
    break;
  case 2:
    read_everything<metric_sample, schema::MetricSample>(
        as_message_of(capnp::typeId<schema::MetricSample>()));
    break;
  case 3:
    read_everything<status_report, schema::Status>(as_message_of(capnp::typeId<schema::Status>()));
    break;
  case 4:
    read_everything<policy_description, schema::PolicyDescription>(
        as_message_of(capnp::typeId<schema::PolicyDescription>()));
    break;
  default:
    read_everything<observation, schema::Observation>(bytes);
  }
  return 0;
}
