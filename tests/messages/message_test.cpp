#include "messages/conversion.hpp"
#include "messages/message.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/binary_deserializer.hpp>
#include <caf/binary_serializer.hpp>

#include <stdexcept>
#include <vector>

using namespace troupe;

namespace {

message<schema::Observation> sample_message(std::uint64_t seed = 1) {
  random_stream draw{seed};
  return to_message(any_observation(draw));
}

caf::execution_unit* const no_system = nullptr;

std::vector<char> serialised(message<schema::Observation> value) {
  std::vector<char> buffer;
  caf::binary_serializer sink{no_system, buffer};
  BOOST_REQUIRE(!inspect(sink, value));
  return buffer;
}

} // namespace

BOOST_AUTO_TEST_SUITE(message_test)

BOOST_AUTO_TEST_CASE(copies_of_a_message_share_its_bytes) {
  auto original = sample_message();
  auto copy = original; // NOLINT(performance-unnecessary-copy-initialization)
  BOOST_TEST(copy.bytes().data() == original.bytes().data());
}

BOOST_AUTO_TEST_CASE(what_is_written_in_place_is_in_the_message) {
  message_builder<schema::Image> builder{1000};
  auto pixels = builder->initPixels(1000);
  const auto* place = pixels.begin();
  pixels[999] = 42;
  auto built = std::move(builder).finish();
  auto view = built.read();
  BOOST_TEST(view->getPixels().begin() == place);
  BOOST_TEST(view->getPixels()[999] == 42);
}

BOOST_AUTO_TEST_CASE(a_message_that_outgrows_its_estimate_is_whole) {
  check_property("any estimate gives the same content", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto value = any_observation(draw);
    message_builder<schema::Observation> builder{draw.below(200)};
    write(value, *builder);
    auto built = std::move(builder).finish();
    observation read_back;
    RC_ASSERT(from_schema(*built.read(), read_back) == arrival_problem::none);
    RC_ASSERT(read_back == value);
    // … and it travels, since it is one segment again.
    RC_ASSERT(message<schema::Observation>::from_bytes(built.bytes()).check({})
              == arrival_problem::none);
  });
}

BOOST_AUTO_TEST_CASE(messages_cross_cafs_serialisation_unchanged) {
  auto original = sample_message();
  auto buffer = serialised(original);
  message<schema::Observation> arrived;
  caf::binary_deserializer source{no_system, buffer};
  BOOST_REQUIRE(!inspect(source, arrived));
  BOOST_TEST((arrived == original));
  BOOST_TEST((arrived.check({}) == arrival_problem::none));
}

BOOST_AUTO_TEST_CASE(the_wire_carries_one_block_and_its_length) {
  auto original = sample_message();
  auto length_bytes = serialised(original).size() - original.bytes().size();
  BOOST_TEST(length_bytes <= 5);
}

BOOST_AUTO_TEST_CASE(a_message_cut_short_on_the_wire_arrives_and_is_refused) {
  auto buffer = serialised(sample_message());
  buffer.resize(buffer.size() / 2);
  message<schema::Observation> arrived;
  caf::binary_deserializer source{no_system, buffer};
  BOOST_REQUIRE(!inspect(source, arrived));
  BOOST_TEST((arrived.check({}) == arrival_problem::truncated));
}

BOOST_AUTO_TEST_CASE(reading_what_nobody_checked_is_a_mistake_that_shows) {
  auto arrived = message<schema::Observation>::from_bytes(sample_message().bytes());
  BOOST_CHECK_THROW((void)arrived.read(), std::logic_error);
  BOOST_CHECK_THROW((void)message<schema::Observation>{}.read(), std::logic_error);
  BOOST_REQUIRE((arrived.check({}) == arrival_problem::none));
  BOOST_CHECK_NO_THROW((void)arrived.read());
}

BOOST_AUTO_TEST_CASE(a_message_prints_shortly) {
  BOOST_TEST(to_string(sample_message()).size() < 50);
}

BOOST_AUTO_TEST_SUITE_END()
