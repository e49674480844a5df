#include "messages/arrival.hpp"
#include "messages/conversion.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <vector>

using namespace troupe;

namespace {

using bytes = std::vector<std::byte>;

bytes sample_bytes() {
  random_stream draw{1};
  auto built = to_message(any_status_report(draw));
  return {built.bytes().begin(), built.bytes().end()};
}

arrival_problem check(const bytes& arrived, const arrival_limits& limits = {}) {
  return message<schema::Status>::from_bytes(arrived).check(limits);
}

void put_word(bytes& target, std::size_t word, std::uint64_t value) {
  std::memcpy(target.data() + 8 * word, &value, 8);
}

/// Schema id and segment table of a message with `words` words in its segment.
bytes framed(std::size_t words) {
  bytes result(8 * (2 + words));
  put_word(result, 0, capnp::typeId<schema::Status>());
  put_word(result, 1, static_cast<std::uint64_t>(words) << 32);
  return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(arrival_test)

BOOST_AUTO_TEST_CASE(good_bytes_are_accepted) {
  BOOST_TEST((check(sample_bytes()) == arrival_problem::none));
}

BOOST_AUTO_TEST_CASE(no_bytes_are_an_empty_message) {
  BOOST_TEST((check({}) == arrival_problem::empty));
  BOOST_TEST((message<schema::Status>{}.check({}) == arrival_problem::empty));
}

BOOST_AUTO_TEST_CASE(the_size_cap_is_the_readers) {
  auto good = sample_bytes();
  BOOST_TEST((check(good, {good.size()}) == arrival_problem::none));
  BOOST_TEST((check(good, {good.size() - 1}) == arrival_problem::too_large));
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
  auto good = sample_bytes();
  for (std::size_t size = 1; size < good.size(); ++size)
    BOOST_TEST((check({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)})
                == arrival_problem::truncated));
}

BOOST_AUTO_TEST_CASE(a_message_of_another_type_is_refused) {
  auto other = to_message(action_message{});
  auto mistaken = message<schema::Status>::from_bytes(other.bytes());
  BOOST_TEST((mistaken.check({}) == arrival_problem::wrong_schema));
}

BOOST_AUTO_TEST_CASE(a_pointer_out_of_bounds_is_refused) {
  auto hostile = framed(1);
  put_word(hostile, 2,
           std::uint64_t{1000} << 2 | std::uint64_t{1} << 32); // a struct behind the end
  BOOST_TEST((check(hostile) == arrival_problem::malformed));
}

BOOST_AUTO_TEST_CASE(a_field_of_the_wrong_kind_is_refused) {
  // The root's first pointer should be a text; make it a struct.
  auto hostile = framed(4);
  put_word(hostile, 2, std::uint64_t{2} << 48); // root: no data, two pointers, next
  put_word(hostile, 3, (std::uint64_t{1} << 2) | (std::uint64_t{1} << 32)); // a struct of one word
  BOOST_TEST((check(hostile) == arrival_problem::malformed));
}

/// A status whose values have names that all point to the same text, `text_words` long.
bytes with_shared_names(std::size_t values, std::size_t text_words) {
  constexpr std::size_t value_words = 4; // two of data, two of pointers
  constexpr std::size_t root = 2;
  constexpr std::size_t list = root + 3; // behind the root's two pointers
  auto text = list + 1 + values * value_words;
  auto result = framed(text - root + text_words);
  constexpr std::uint64_t composite = 7;
  constexpr std::uint64_t byte_list = 2;
  put_word(result, root, std::uint64_t{2} << 48);
  put_word(result, root + 2, 1 | composite << 32 | std::uint64_t{values * value_words} << 35);
  put_word(result, list,
           std::uint64_t{values} << 2 | std::uint64_t{2} << 32 | std::uint64_t{2} << 48);
  for (std::size_t i = 0; i < values; ++i) {
    auto name = list + 1 + i * value_words + 2;
    put_word(result, name,
             1 | (text - name - 1) << 2 | byte_list << 32 | std::uint64_t{8 * text_words} << 35);
  }
  return result;
}

BOOST_AUTO_TEST_CASE(words_reached_by_many_paths_are_refused) {
  BOOST_TEST((check(with_shared_names(1, 100)) == arrival_problem::none));
  // Small on the wire, large to walk through.
  BOOST_TEST((check(with_shared_names(200, 100)) == arrival_problem::malformed));
}

BOOST_AUTO_TEST_CASE(a_size_that_one_reader_refuses_another_may_accept) {
  auto good = sample_bytes();
  auto arrived = message<schema::Status>::from_bytes(good);
  BOOST_TEST((arrived.check({8}) == arrival_problem::too_large));
  BOOST_TEST((arrived.check({}) == arrival_problem::none));
}

BOOST_AUTO_TEST_CASE(damaged_bytes_never_do_harm) {
  const auto good = sample_bytes();
  check_property("flipped bits are refused or read", [&](std::uint64_t seed) {
    random_stream draw{seed};
    auto damaged = good;
    for (auto flips = 1 + draw.below(8); flips > 0; --flips)
      damaged[draw.below(damaged.size())] ^= std::byte{1} << draw.below(8);
    auto arrived = message<schema::Status>::from_bytes(damaged);
    if (auto value = read_value<status_report>(arrived, {})) {
      auto again = read_value<status_report>(to_message(*value), {});
      RC_ASSERT(static_cast<bool>(again));
    }
  });
}

BOOST_AUTO_TEST_CASE(problems_become_errors_with_words) {
  BOOST_TEST(!make_error(arrival_problem::none));
  BOOST_TEST(
      (make_error(arrival_problem::truncated, "Status") == make_error(arrival_problem::truncated)));
  for (auto problem :
       {arrival_problem::empty, arrival_problem::too_large, arrival_problem::truncated,
        arrival_problem::wrong_schema, arrival_problem::malformed, arrival_problem::nonsense}) {
    BOOST_TEST(static_cast<bool>(make_error(problem)));
    BOOST_TEST(to_string(problem).starts_with("the message"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
