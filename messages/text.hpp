#pragma once

#include <capnp/blob.h>
#include <kj/string.h>

#include <string>

namespace troupe {

// Between Cap'n Proto's texts and the standard library's.

inline std::string text_of(capnp::Text::Reader text) {
  return {text.begin(), text.size()};
}

/// Valid as long as `text` is.
inline kj::StringPtr text_of(const std::string& text) {
  return {text.c_str(), text.size()};
}

} // namespace troupe
