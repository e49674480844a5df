#include "core/game/goal_text.hpp"

#include "core/game/goal_codec.hpp"
#include "core/support/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

/// Any bytes are either refused with a `user_error` or a goal that is the same after printing and
/// reading, and after encoding and decoding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace troupe;
  try {
    auto aim = parse_goal({reinterpret_cast<const char*>(data), size});
    if (parse_goal(to_string(aim)) != aim || decode(encode(aim)) != aim)
      std::abort();
  } catch (const user_error&) {
  }
  return 0;
}
