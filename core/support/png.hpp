#pragma once

#include "core/support/image.hpp"

#include <cstddef>
#include <filesystem>
#include <vector>

namespace troupe {

/// `picture` as the bytes of a PNG file. The picture must not be empty.
std::vector<std::byte> encode_png(const image& picture);

/// Writes `picture` as a PNG file; throws `user_error` if that is impossible.
void write_png(const image& picture, const std::filesystem::path& file);

} // namespace troupe
