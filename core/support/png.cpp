#include "core/support/png.hpp"

#include "core/support/error.hpp"

#include <png.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace troupe {

std::vector<std::byte> encode_png(const image& picture) {
  static_assert(sizeof(rgb) == 3, "libpng reads the pixels as they lie in memory");
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(picture.width);
  header.height = static_cast<png_uint_32>(picture.height);
  header.format = PNG_FORMAT_RGB;
  std::vector<std::byte> bytes(PNG_IMAGE_PNG_SIZE_MAX(header));
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&header, bytes.data(), &size, 0, picture.pixels.data(), 0, nullptr)
      == 0)
    throw std::runtime_error(std::string("PNG encoding failed: ") + header.message);
  bytes.resize(size);
  return bytes;
}

void write_png(const image& picture, const std::filesystem::path& file) {
  auto bytes = encode_png(picture);
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out)
    throw user_error("Cannot write the picture to '" + file.string()
                     + "': check that the folder exists and may be written to.");
}

} // namespace troupe
