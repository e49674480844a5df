#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace troupe {

/// What a tensor's numbers are. The format calls them U8, I64, F32 and F64; it knows others, which
/// nothing here needs.
enum class tensor_type : std::uint8_t { u8, i64, f32, f64 };

/// The bytes of one number.
std::size_t size_of(tensor_type type);

/// An array of numbers, rows first. Without dimensions it is one number.
struct stored_tensor {
  std::string name;
  tensor_type type = tensor_type::f32;
  std::vector<std::int64_t> shape;
  /// Little-endian, as in the file.
  std::vector<std::byte> bytes;

  friend bool operator==(const stored_tensor&, const stored_tensor&) = default;
};

/// What a `.safetensors` file holds: a format that other programs read as well, and that cannot
/// make its reader run anything.
struct tensor_collection {
  /// Texts about the whole.
  std::map<std::string, std::string> metadata;
  /// In the order of their bytes in the file. Some readers want numbers aligned; they are if wider
  /// types come first.
  std::vector<stored_tensor> tensors;

  /// Null if there is none of this name.
  [[nodiscard]] const stored_tensor* find(std::string_view name) const;

  friend bool operator==(const tensor_collection&, const tensor_collection&) = default;
};

/// The bytes of a file; the same for the same collection. Throws `std::logic_error` if a tensor has
/// not as many bytes as its shape says, if a name is taken twice or is the format's own
/// `__metadata__`, or if a text is not UTF-8.
std::vector<std::byte> encode_safetensors(const tensor_collection& collection);

/// Reads a file from anywhere: any bytes are safe. Throws `user_error` saying what is wrong.
tensor_collection decode_safetensors(std::span<const std::byte> file);

} // namespace troupe
