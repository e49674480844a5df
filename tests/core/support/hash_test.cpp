#include "core/support/hash.hpp"

#include <boost/test/unit_test.hpp>

#include <string_view>

using namespace troupe;

namespace {

auto bytes_of(std::string_view text) {
  return std::as_bytes(std::span{text});
}

} // namespace

BOOST_AUTO_TEST_SUITE(hash_test)

BOOST_AUTO_TEST_CASE(fnv_1a_has_its_authors_values) {
  BOOST_TEST(fnv_1a({}) == 0xcbf29ce484222325);
  BOOST_TEST(fnv_1a(bytes_of("a")) == 0xaf63dc4c8601ec8c);
  BOOST_TEST(fnv_1a(bytes_of("foobar")) == 0x85944171f73967e8);
}

BOOST_AUTO_TEST_CASE(crc_32c_has_the_standards_values) {
  BOOST_TEST(crc_32c({}) == 0u);
  BOOST_TEST(crc_32c(bytes_of("123456789")) == 0xe3069283);
  // RFC 3720, B.4.
  BOOST_TEST(crc_32c(bytes_of(std::string_view{"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                               32}))
             == 0x8a9136aa);
}

BOOST_AUTO_TEST_SUITE_END()
