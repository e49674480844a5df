#include "core/support/error.hpp"
#include "core/support/safetensors.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstring>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace troupe;
using namespace std::string_literals;

namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Number>
Number number_at(const stored_tensor& tensor, std::size_t index) {
  static_assert(std::endian::native == std::endian::little);
  Number number{};
  std::memcpy(&number, &tensor.bytes.at(index * sizeof(Number)), sizeof(Number));
  return number;
}

/// A file with any header and `data_size` bytes after it.
std::string file_with(std::string_view header, std::size_t data_size) {
  std::string file;
  for (std::size_t i = 0; i < 8; ++i)
    file += static_cast<char>(header.size() >> (8 * i));
  return file.append(header).append(data_size, 'x');
}

/// Why a file is refused; empty if it is not.
std::string refusal(std::string_view file) {
  try {
    (void)decode_safetensors(bytes_of(file));
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

/// Is a file with this header refused with a text that has this part?
void check_refused(std::string_view header, std::size_t data_size, std::string_view part) {
  auto reason = refusal(file_with(header, data_size));
  BOOST_TEST(reason.find(part) != std::string::npos, header.substr(0, 200) << ": " << reason);
}

/// The entry of one tensor.
std::string entry(const std::string& name, const std::string& shape, const std::string& offsets) {
  return '"' + name + R"(":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets
         + '}';
}

stored_tensor tensor(std::string name, tensor_type type, std::vector<std::int64_t> shape,
                     std::string_view bytes) {
  return {std::move(name), type, std::move(shape), bytes_of(bytes)};
}

tensor_collection example() {
  return {{{"made by", "a test"}, {"a", "\"quoted\""}},
          {tensor("wide", tensor_type::i64, {1, 2}, "abcdefghijklmnop"),
           tensor("none", tensor_type::f64, {3, 0}, ""),
           tensor("one", tensor_type::f32, {}, "1234"),
           tensor("bytes", tensor_type::u8, {3}, "xyz")}};
}

/// Names and texts with what JSON must escape, and with letters of several bytes.
rc::Gen<std::string> any_text() {
  auto letter =
      rc::gen::element("a"s, "b"s, "."s, "\""s, "\\"s, "\n"s, "\0"s, "é"s, "面"s, "🙂"s);
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(letter),
                      [](const std::vector<std::string>& letters) {
                        std::string text;
                        for (const auto& each : letters)
                          text += each;
                        return text;
                      });
}

stored_tensor any_tensor(const std::string& name) {
  auto type =
      *rc::gen::element(tensor_type::u8, tensor_type::i64, tensor_type::f32, tensor_type::f64);
  auto dimensions = *rc::gen::inRange<std::size_t>(0, 4);
  auto shape = *rc::gen::container<std::vector<std::int64_t>>(dimensions,
                                                              rc::gen::inRange<std::int64_t>(0, 4));
  auto size = size_of(type);
  for (auto extent : shape)
    size *= static_cast<std::size_t>(extent);
  auto content =
      *rc::gen::container<std::vector<std::uint8_t>>(size, rc::gen::arbitrary<std::uint8_t>());
  auto bytes = std::as_bytes(std::span(content));
  return {name, type, shape, {bytes.begin(), bytes.end()}};
}

tensor_collection any_collection() {
  tensor_collection collection;
  collection.metadata =
      *rc::gen::container<std::map<std::string, std::string>>(any_text(), any_text());
  std::set<std::string> names;
  for (auto count = *rc::gen::inRange(0, 6); count > 0; --count)
    if (auto name = *any_text(); names.insert(name).second)
      collection.tensors.push_back(any_tensor(name));
  return collection;
}

} // namespace

BOOST_AUTO_TEST_SUITE(safetensors_test)

BOOST_AUTO_TEST_CASE(a_file_written_by_hand_is_read) {
  // "late" is first in the header and last in the data; the header has 199 bytes and no padding.
  const auto file = "\xc7\0\0\0\0\0\0\0"
                    R"({"late":{"dtype":"I64","shape":[],"data_offsets":[9,17]},)"
                    R"("__metadata__":{"format":"pt"},)"
                    R"("early":{"shape":[2,1],"data_offsets":[0,8],"dtype":"F32"},)"
                    R"("b":{"dtype":"U8","shape":[1],"data_offsets":[8,9]}})"
                    "\x00\x00\x80\x3f\x00\x00\x20\xc0"
                    "\xff"
                    "\xfe\xff\xff\xff\xff\xff\xff\xff"s;
  auto read = decode_safetensors(bytes_of(file));
  BOOST_TEST((read.metadata == std::map<std::string, std::string>{{"format", "pt"}}));
  BOOST_REQUIRE(read.tensors.size() == 3u);
  const auto& early = read.tensors[0];
  BOOST_TEST(early.name == "early");
  BOOST_TEST((early.type == tensor_type::f32));
  BOOST_TEST((early.shape == std::vector<std::int64_t>{2, 1}));
  BOOST_TEST(number_at<float>(early, 0) == 1.0f);
  BOOST_TEST(number_at<float>(early, 1) == -2.5f);
  const auto& byte = read.tensors[1];
  BOOST_TEST(byte.name == "b");
  BOOST_TEST((byte.type == tensor_type::u8));
  BOOST_TEST((byte.bytes == std::vector{std::byte{255}}));
  const auto& late = read.tensors[2];
  BOOST_TEST(late.name == "late");
  BOOST_TEST((late.type == tensor_type::i64));
  BOOST_TEST(late.shape.empty());
  BOOST_TEST(number_at<std::int64_t>(late, 0) == -2);
}

BOOST_AUTO_TEST_CASE(a_collection_has_exactly_these_bytes) {
  const auto header = R"({"__metadata__":{"a":"\"quoted\"","made by":"a test"},)"
                      R"("wide":{"dtype":"I64","shape":[1,2],"data_offsets":[0,16]},)"
                      R"("none":{"dtype":"F64","shape":[3,0],"data_offsets":[16,16]},)"
                      R"("one":{"dtype":"F32","shape":[],"data_offsets":[16,20]},)"
                      R"("bytes":{"dtype":"U8","shape":[3],"data_offsets":[20,23]}})"
                      " "s;
  BOOST_TEST(header.size() % 8 == 0u);
  BOOST_TEST(text_of(encode_safetensors(example()))
             == file_with(header, 0) + "abcdefghijklmnop1234xyz");
  BOOST_TEST(text_of(encode_safetensors({})) == "\x08\0\0\0\0\0\0\0{}      "s);
}

BOOST_AUTO_TEST_CASE(what_is_encoded_is_decoded) {
  BOOST_TEST((decode_safetensors(encode_safetensors(example())) == example()));
  check_property("collections survive a file whose data is aligned", [] {
    auto collection = any_collection();
    auto file = encode_safetensors(collection);
    RC_ASSERT(decode_safetensors(file) == collection);
    RC_ASSERT(encode_safetensors(collection) == file);
    auto data = file.size();
    for (const auto& each : collection.tensors)
      data -= each.bytes.size();
    RC_ASSERT(data % 8 == 0u);
  });
}

BOOST_AUTO_TEST_CASE(tensors_are_found_by_name) {
  auto collection = example();
  BOOST_TEST(collection.find("one") == &collection.tensors[2]);
  BOOST_TEST(collection.find("two") == nullptr);
}

BOOST_AUTO_TEST_CASE(numbers_have_sizes) {
  BOOST_TEST(size_of(tensor_type::u8) == sizeof(std::uint8_t));
  BOOST_TEST(size_of(tensor_type::i64) == sizeof(std::int64_t));
  BOOST_TEST(size_of(tensor_type::f32) == sizeof(float));
  BOOST_TEST(size_of(tensor_type::f64) == sizeof(double));
}

BOOST_AUTO_TEST_CASE(every_cut_and_every_byte_more_is_noticed) {
  const auto good = text_of(encode_safetensors(example()));
  BOOST_TEST(refusal(good) == "");
  for (std::size_t size = 0; size < good.size(); ++size)
    BOOST_TEST(refusal(good.substr(0, size)) != "", size);
  BOOST_TEST(refusal(good + 'x') != "");
}

BOOST_AUTO_TEST_CASE(a_header_of_impossible_length_is_refused) {
  BOOST_TEST(refusal("") == "Not a safetensors file: it has only 0 bytes.");
  BOOST_TEST(refusal("\x7b\0\0\0\0\0\0\0{}        \0\0"s)
             == "Not a safetensors file: its header should have 123 bytes, the whole file has 20.");
  BOOST_TEST(refusal("\x01\xe1\xf5\x05\0\0\0\0{}"s)
             == "Not a safetensors file: its header should have 100000001 bytes, the format allows "
                "100000000.");
  BOOST_TEST(refusal("\xff\xff\xff\xff\xff\xff\xff\xff{}"s) != "");
}

BOOST_AUTO_TEST_CASE(a_header_that_is_not_a_json_object_is_refused) {
  check_refused("", 0, "does not begin with '{'");
  check_refused("[]", 0, "does not begin with '{'");
  check_refused("\xef\xbb\xbf{}", 0, "does not begin with '{'");
  check_refused("{\"a\":", 0, "is not JSON");
  check_refused("{} {}", 0, "is not JSON at byte 4");
  check_refused("{}\0 and more"s, 0, "is not JSON at byte 2");
  check_refused("{\"\xff\":{}}", 0, "is not JSON");
  check_refused(R"({"\ud800":{}})", 0, "is not JSON");
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused) {
  constexpr std::size_t depth = 1'000'000;
  const std::string brackets(depth, '[');
  std::string braces;
  for (std::size_t i = 0; i < depth; ++i)
    braces += "{\"a\":";
  check_refused(brackets, 0, "does not begin with '{'");
  check_refused("{\"a\":" + brackets, 0, "\"a\" is not a JSON object");
  check_refused("{\"a\":{\"shape\":" + brackets, 0, "the shape of tensor \"a\"");
  check_refused(braces, 0, "unknown field \"a\"");
}

BOOST_AUTO_TEST_CASE(metadata_that_is_not_texts_is_refused) {
  check_refused(R"({"__metadata__":"a"})", 0, "\"__metadata__\" is not a JSON object");
  check_refused(R"({"__metadata__":null})", 0, "\"__metadata__\" is not a JSON object");
  check_refused(R"({"__metadata__":{"a":1}})", 0, "metadata \"a\" is not a text");
  check_refused(R"({"__metadata__":{"a":{}}})", 0, "metadata \"a\" is not a text");
  check_refused(R"({"__metadata__":{"a":["b"]}})", 0, "metadata \"a\" is not a text");
}

BOOST_AUTO_TEST_CASE(keys_that_are_there_twice_are_refused) {
  auto a = entry("a", "[0]", "[0,0]");
  check_refused('{' + a + ',' + a + '}', 0, "\"a\" is there twice");
  check_refused(R"({"__metadata__":{},"__metadata__":{}})", 0, "\"__metadata__\" is there twice");
  check_refused(R"({"__metadata__":{"b":"","b":""}})", 0, "\"b\" is there twice");
  check_refused(R"({"a":{"shape":[],"shape":[]}})", 0, "\"shape\" is there twice in tensor \"a\"");
}

BOOST_AUTO_TEST_CASE(a_tensor_without_what_it_needs_is_refused) {
  check_refused(R"({"a":{}})", 0, "tensor \"a\" lacks");
  check_refused(R"({"a":{"dtype":"U8","shape":[]}})", 1, "tensor \"a\" lacks");
  check_refused(R"({"a":{"dtype":"U8","data_offsets":[0,1]}})", 1, "tensor \"a\" lacks");
  check_refused(R"({"a":{"colour":"red"}})", 0, "unknown field \"colour\"");
  check_refused(R"({"a":4})", 0, "\"a\" is not a JSON object");
}

BOOST_AUTO_TEST_CASE(an_unknown_type_is_refused) {
  check_refused(R"({"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}})", 2,
                "Cannot read tensor \"a\": its numbers are \"F16\"");
  check_refused(R"({"a":{"dtype":7}})", 0, "the dtype of tensor \"a\" is not a text");
  check_refused(R"({"a":{"dtype":["U8"]}})", 0, "the dtype of tensor \"a\" is not a text");
}

BOOST_AUTO_TEST_CASE(an_impossible_shape_is_refused) {
  for (const auto* bad : {"[-1]", "[1.5]", "[\"1\"]", "[true]", "[null]", "[[1]]", "[{}]",
                          "[9223372036854775808]", "[18446744073709551616]"})
    check_refused('{' + entry("a", bad, "[0,4]") + '}', 4, "the shape of tensor \"a\" must be");
  check_refused('{' + entry("a", "4", "[0,4]") + '}', 4, "the shape of tensor \"a\" is not a list");
  check_refused('{' + entry("a", "[1e999]", "[0,4]") + '}', 4, "is not JSON");
  // 2^62 numbers of four bytes are none if one counts with 64 bits.
  for (const auto* large : {"[4611686018427387904]", "[4294967296,4294967296]"})
    check_refused('{' + entry("a", large, "[0,0]") + '}', 0, "the shape of tensor \"a\" is too");
}

BOOST_AUTO_TEST_CASE(tensors_in_impossible_places_are_refused) {
  auto file_of_two = [](const std::string& a, const std::string& b) {
    return '{' + entry("a", "[1]", a) + ',' + entry("b", "[1]", b) + '}';
  };
  BOOST_TEST(refusal(file_with(file_of_two("[4,8]", "[0,4]"), 8)) == "");
  check_refused(file_of_two("[0,4]", "[3,7]"), 7, "tensor \"b\" overlaps");
  check_refused(file_of_two("[0,4]", "[0,4]"), 4, "tensor \"b\" overlaps");
  check_refused(file_of_two("[0,4]", "[5,9]"), 9, "bytes 4 to 5 of its data belong to no tensor");
  check_refused(file_of_two("[1,5]", "[5,9]"), 9, "bytes 0 to 1 of its data belong to no tensor");
  check_refused(file_of_two("[0,4]", "[4,8]"), 9, "bytes 8 to 9 of its data belong to no tensor");
  check_refused(file_of_two("[0,4]", "[4,8]"), 7, "tensor \"b\" ends at byte 8 of the data, which");
  check_refused(file_of_two("[0,4]", "[4,9223372036854775807]"), 8, "tensor \"b\" ends at byte");
  check_refused(file_of_two("[0,4]", "[4,7]"), 7, "tensor \"b\" has 3 bytes, its shape");
  check_refused("{}", 1, "bytes 0 to 1 of its data belong to no tensor");
  for (const auto* bad : {"[]", "[4]", "[0,4,8]", "[4,0]"})
    check_refused('{' + entry("a", "[1]", bad) + '}', 4, "are not a begin and an end");
  for (const auto* bad : {"[0,-4]", "[0,4.0]", "[0,9223372036854775808]", "[[0,4]]"})
    check_refused('{' + entry("a", "[1]", bad) + '}', 4,
                  "the data_offsets of tensor \"a\" must be");
}

BOOST_AUTO_TEST_CASE(refusals_do_not_repeat_all_that_a_file_says) {
  auto reason = refusal(file_with("{\"\\u001b" + std::string(1'000'000, 'a') + "\":1}", 0));
  BOOST_TEST(reason.size() < 200u);
  BOOST_TEST(reason.find("\"\\u001baaa") != std::string::npos, reason);
}

BOOST_AUTO_TEST_CASE(tensors_that_cannot_be_stored_are_a_programmers_error) {
  auto check = [](tensor_collection collection) {
    BOOST_CHECK_THROW(encode_safetensors(collection), std::logic_error);
  };
  check({{}, {tensor("a", tensor_type::f32, {2}, "1234")}});
  check({{}, {tensor("a", tensor_type::f32, {-1}, "1234")}});
  check({{}, {tensor("a", tensor_type::f32, {std::int64_t{1} << 62}, "")}});
  check({{}, {tensor("a", tensor_type::u8, {}, "1"), tensor("a", tensor_type::u8, {}, "1")}});
  check({{}, {tensor("__metadata__", tensor_type::u8, {}, "1")}});
  check({{}, {tensor("\xff", tensor_type::u8, {}, "1")}});
  check({{{"a", "\xff"}}, {}});
  check({{{"a", std::string(100'000'000, 'a')}}, {}});
}

BOOST_AUTO_TEST_SUITE_END()
