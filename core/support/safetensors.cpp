#include "core/support/safetensors.hpp"

#include "core/support/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace troupe {

namespace {

using json = nlohmann::json;
using std::to_string;

/// A file begins with the length of its header.
constexpr std::size_t length_bytes = 8;
/// The data begins at a multiple of this.
constexpr std::size_t alignment = 8;
/// The limit of the format's own library.
constexpr std::uint64_t longest_header = 100'000'000;
constexpr std::string_view metadata_key = "__metadata__";

struct type_facts {
  std::string_view name;
  std::size_t size;
};

/// In the order of `tensor_type`.
constexpr std::array<type_facts, 4> types{{{"U8", 1}, {"I64", 8}, {"F32", 4}, {"F64", 8}}};

const type_facts& facts_of(tensor_type type) {
  return types.at(static_cast<std::size_t>(type));
}

/// The bytes that a tensor needs; nothing if the shape is none, or larger than any memory.
std::optional<std::uint64_t> byte_count(const stored_tensor& tensor) {
  std::uint64_t count = size_of(tensor.type);
  for (auto extent : tensor.shape) {
    auto factor = static_cast<std::uint64_t>(extent);
    if (extent < 0 || (factor > 0 && count > std::numeric_limits<std::uint64_t>::max() / factor))
      return std::nullopt;
    count *= factor;
  }
  return count;
}

[[noreturn]] void refuse(const std::string& reason) {
  throw user_error("Not a safetensors file: " + reason + '.');
}

/// A text from a file as it can be shown: not for pages, and without control characters.
std::string in_quotes(const std::string& text) {
  constexpr std::size_t shown = 80;
  return json(text.substr(0, shown)).dump(-1, ' ', false, json::error_handler_t::ignore);
}

/// A tensor without its bytes, and where these are in the data.
struct placed_tensor {
  stored_tensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct file_header {
  std::map<std::string, std::string> metadata;
  std::vector<placed_tensor> tensors;
};

/// Understands the header while it is parsed. A tree of JSON values would have lost keys that are
/// there twice, and would be deep if the header is.
class header_reader final : public nlohmann::json_sax<json> {
public:
  static file_header read(std::string_view text) {
    if (!text.starts_with('{'))
      refuse("its header does not begin with '{'");
    // The library takes a zero for the end of the text, and would not look at the rest.
    if (auto zero = text.find('\0'); zero != text.npos)
      refuse("its header is not JSON at byte " + to_string(zero));
    header_reader reader;
    json::sax_parse(text.begin(), text.end(), &reader);
    return std::move(reader.header_);
  }

  bool key(std::string& name) override {
    auto& known = place_ == place::header ? names_ : fields_;
    if (!known.insert(name).second)
      refuse(in_quotes(name) + " is there twice"
             + (place_ == place::tensor ? " in " + tensor() : ""));
    if (place_ == place::tensor && name != "dtype" && name != "shape" && name != "data_offsets")
      refuse(tensor() + " has an unknown field " + in_quotes(name));
    key_ = name;
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == place::outside)
      place_ = place::header;
    else if (place_ == place::header && key_ == metadata_key)
      place_ = place::metadata;
    else if (place_ == place::header)
      start_tensor();
    else
      refuse_value();
    return true;
  }

  bool end_object() override {
    if (place_ == place::tensor && fields_.size() < 3)
      refuse(tensor() + " lacks its dtype, shape or data_offsets");
    fields_.clear();
    place_ = place_ == place::header ? place::outside : place::header;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ != place::tensor || key_ == "dtype")
      refuse_value();
    place_ = key_ == "shape" ? place::shape : place::offsets;
    return true;
  }

  bool end_array() override {
    if (place_ == place::offsets)
      place_tensor();
    place_ = place::tensor;
    return true;
  }

  bool string(std::string& text) override {
    if (place_ == place::metadata)
      header_.metadata[key_] = text;
    else if (place_ == place::tensor && key_ == "dtype")
      set_type(text);
    else
      refuse_value();
    return true;
  }

  bool number_unsigned(std::uint64_t number) override {
    if (!std::in_range<std::int64_t>(number))
      refuse_value();
    if (place_ == place::shape)
      header_.tensors.back().tensor.shape.push_back(static_cast<std::int64_t>(number));
    else if (place_ == place::offsets)
      offsets_.push_back(number);
    else
      refuse_value();
    return true;
  }

  bool null() override { refuse_value(); }
  bool boolean(bool) override { refuse_value(); }
  bool number_integer(std::int64_t) override { refuse_value(); }
  bool number_float(double, const std::string&) override { refuse_value(); }
  bool binary(json::binary_t&) override { refuse_value(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    refuse("its header is not JSON at byte " + to_string(position));
  }

private:
  /// What the next value belongs to.
  enum class place { outside, header, metadata, tensor, shape, offsets };

  [[noreturn]] void refuse_value() const {
    switch (place_) {
    case place::metadata:
      refuse("its metadata " + in_quotes(key_) + " is not a text");
    case place::tensor:
      refuse("the " + key_ + " of " + tensor() + " is not a "
             + (key_ == "dtype" ? "text" : "list"));
    case place::shape:
    case place::offsets:
      refuse("the " + key_ + " of " + tensor() + " must be whole numbers from 0 to "
             + to_string(std::numeric_limits<std::int64_t>::max()));
    default:
      refuse(in_quotes(key_) + " is not a JSON object");
    }
  }

  /// The current one, as errors name it.
  [[nodiscard]] std::string tensor() const {
    return "tensor " + in_quotes(header_.tensors.back().tensor.name);
  }

  void start_tensor() {
    place_ = place::tensor;
    header_.tensors.emplace_back().tensor.name = key_;
  }

  void set_type(const std::string& name) {
    const auto* found = std::ranges::find(types, name, &type_facts::name);
    if (found == types.end())
      throw user_error("Cannot read " + tensor() + ": its numbers are " + in_quotes(name)
                       + ", not U8, I64, F32 or F64.");
    header_.tensors.back().tensor.type = static_cast<tensor_type>(found - types.begin());
  }

  void place_tensor() {
    if (offsets_.size() != 2 || offsets_[0] > offsets_[1])
      refuse("the data_offsets of " + tensor() + " are not a begin and an end");
    header_.tensors.back().begin = offsets_[0];
    header_.tensors.back().end = offsets_[1];
    offsets_.clear();
  }

  file_header header_;
  place place_ = place::outside;
  std::string key_;
  std::set<std::string> names_;
  /// The keys of the current tensor or of the metadata.
  std::set<std::string> fields_;
  std::vector<std::uint64_t> offsets_;
};

[[noreturn]] void refuse_hole(std::uint64_t begin, std::uint64_t end) {
  refuse("bytes " + to_string(begin) + " to " + to_string(end)
         + " of its data belong to no tensor");
}

/// Is this where the tensor's bytes can be, if those before it end at `position`?
void check_place(const placed_tensor& placed, std::uint64_t position, std::size_t data_size) {
  auto name = "tensor " + in_quotes(placed.tensor.name);
  if (placed.begin > position)
    refuse_hole(position, placed.begin);
  if (placed.begin < position)
    refuse(name + " overlaps another one");
  if (placed.end > data_size)
    refuse(name + " ends at byte " + to_string(placed.end) + " of the data, which has "
           + to_string(data_size));
  auto needed = byte_count(placed.tensor);
  if (!needed)
    refuse("the shape of " + name + " is too large");
  if (*needed != placed.end - placed.begin)
    refuse(name + " has " + to_string(placed.end - placed.begin)
           + " bytes, its shape and type need " + to_string(*needed));
}

/// Where the data begins, after a look at the length of the header.
std::size_t data_begin(std::span<const std::byte> file) {
  if (file.size() < length_bytes)
    refuse("it has only " + to_string(file.size()) + " bytes");
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    length |= std::to_integer<std::uint64_t>(file[i]) << (8 * i);
  if (length > longest_header)
    refuse("its header should have " + to_string(length) + " bytes, the format allows "
           + to_string(longest_header));
  if (length > file.size() - length_bytes)
    refuse("its header should have " + to_string(length) + " bytes, the whole file has "
           + to_string(file.size()));
  return length_bytes + static_cast<std::size_t>(length);
}

void check_names(const tensor_collection& collection) {
  std::set<std::string_view> names{metadata_key};
  for (const auto& tensor : collection.tensors)
    if (!names.insert(tensor.name).second)
      throw std::logic_error("a tensor has the name of another one or of the metadata: "
                             + tensor.name);
}

/// The header, in the order of the tensors. The library's own ordered objects look through all
/// their keys for each new one.
std::string header_of(const tensor_collection& collection) {
  std::string text = "{";
  auto add = [&](std::string_view name, const nlohmann::ordered_json& value) {
    text += (text.size() > 1 ? "," : "") + json(name).dump() + ':' + value.dump();
  };
  if (!collection.metadata.empty())
    add(metadata_key, collection.metadata);
  std::uint64_t position = 0;
  for (const auto& tensor : collection.tensors) {
    if (byte_count(tensor) != tensor.bytes.size())
      throw std::logic_error("a tensor has not as many bytes as its shape says: " + tensor.name);
    auto end = position + tensor.bytes.size();
    add(tensor.name, {{"dtype", facts_of(tensor.type).name},
                      {"shape", tensor.shape},
                      {"data_offsets", {position, end}}});
    position = end;
  }
  text += '}';
  text.append((alignment - (length_bytes + text.size()) % alignment) % alignment, ' ');
  return text;
}

} // namespace

std::size_t size_of(tensor_type type) {
  return facts_of(type).size;
}

const stored_tensor* tensor_collection::find(std::string_view name) const {
  auto found = std::ranges::find(tensors, name, &stored_tensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

std::vector<std::byte> encode_safetensors(const tensor_collection& collection) {
  check_names(collection);
  std::string header;
  try {
    header = header_of(collection);
  } catch (const json::type_error& problem) {
    throw std::logic_error(std::string("a name or the metadata is not UTF-8: ") + problem.what());
  }
  if (header.size() > longest_header)
    throw std::logic_error("the names and metadata of tensors are too long for a file");
  auto size = length_bytes + header.size();
  for (const auto& tensor : collection.tensors)
    size += tensor.bytes.size();
  std::vector<std::byte> file;
  file.reserve(size);
  for (std::size_t i = 0; i < length_bytes; ++i)
    file.push_back(static_cast<std::byte>(header.size() >> (8 * i)));
  auto text = std::as_bytes(std::span(header));
  file.insert(file.end(), text.begin(), text.end());
  for (const auto& tensor : collection.tensors)
    file.insert(file.end(), tensor.bytes.begin(), tensor.bytes.end());
  return file;
}

tensor_collection decode_safetensors(std::span<const std::byte> file) {
  auto text = file.first(data_begin(file)).subspan(length_bytes);
  auto data = file.subspan(length_bytes + text.size());
  auto header = header_reader::read({reinterpret_cast<const char*>(text.data()), text.size()});
  // Tensors without bytes share a place; they keep the order of the header.
  std::ranges::stable_sort(header.tensors, {}, [](const placed_tensor& placed) {
    return std::pair(placed.begin, placed.end);
  });
  tensor_collection result{std::move(header.metadata), {}};
  std::uint64_t position = 0;
  for (auto& placed : header.tensors) {
    check_place(placed, position, data.size());
    auto bytes = data.subspan(placed.begin, placed.end - placed.begin);
    placed.tensor.bytes.assign(bytes.begin(), bytes.end());
    result.tensors.push_back(std::move(placed.tensor));
    position = placed.end;
  }
  if (position != data.size())
    refuse_hole(position, data.size());
  return result;
}

} // namespace troupe
