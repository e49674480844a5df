#pragma once

#include <caf/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace troupe {

/// Why bytes that arrived are not the message they should be.
enum class arrival_problem : std::uint8_t {
  none = 0,
  empty,        ///< no bytes at all
  too_large,    ///< more bytes than the reader accepts
  truncated,    ///< fewer bytes than announced, or not whole words
  wrong_schema, ///< a message of another type
  malformed,    ///< pointers out of bounds, or fields of the wrong kind
  nonsense,     ///< well-formed, but its values make none: an action that does not exist
};

/// A sentence about the problem, for people.
std::string to_string(arrival_problem problem);

/// What a reader accepts.
struct arrival_limits {
  std::size_t max_bytes = std::size_t{64} << 20;
};

/// The error that goes back to the sender; `context` says which message and whose. The category
/// must be registered with the actor system, see actors/system.cpp.
caf::error make_error(arrival_problem problem, std::string context = "");

inline constexpr caf::atom_value arrival_category = caf::atom("arrival");

} // namespace troupe
