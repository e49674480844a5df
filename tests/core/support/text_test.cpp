#include "core/support/text.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(text_test)

BOOST_AUTO_TEST_CASE(known_words_have_known_distances) {
  BOOST_TEST(edit_distance("", "") == 0);
  BOOST_TEST(edit_distance("kitten", "sitting") == 3);
  BOOST_TEST(edit_distance("flaw", "lawn") == 2);
  BOOST_TEST(edit_distance("", "abc") == 3);
}

BOOST_AUTO_TEST_CASE(edit_distance_is_a_metric) {
  auto word = rc::gen::container<std::string>(rc::gen::inRange('a', 'd'));
  check_property("symmetric, zero only for equals, triangle inequality", [&] {
    auto a = *word;
    auto b = *word;
    auto c = *word;
    RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
    RC_ASSERT((edit_distance(a, b) == 0) == (a == b));
    RC_ASSERT(edit_distance(a, c) <= edit_distance(a, b) + edit_distance(b, c));
  });
}

BOOST_AUTO_TEST_CASE(a_slip_of_the_pen_finds_its_word) {
  const std::vector<std::string> words{"learning.discount", "learning.batch_size", "run.seed"};
  BOOST_TEST(nearest("learning.discont", words) == "learning.discount");
  BOOST_TEST(nearest("run.sed", words) == "run.seed");
  BOOST_TEST(nearest("completely.different", words) == "");
}

BOOST_AUTO_TEST_CASE(numbers_are_readable) {
  BOOST_TEST(readable(1234567) == "1,234,567");
  BOOST_TEST(readable(-1234.4) == "-1,234");
  BOOST_TEST(readable(-123) == "-123");
  BOOST_TEST(readable(0.123456) == "0.1235");
  BOOST_TEST(readable(0) == "0");
  BOOST_TEST(readable(std::numeric_limits<double>::infinity()) == "inf");
}

BOOST_AUTO_TEST_CASE(escaped_text_has_no_markup) {
  BOOST_TEST(html_escaped("a < b && 'c' > \"d\"")
             == "a &lt; b &amp;&amp; &#39;c&#39; &gt; &quot;d&quot;");
  BOOST_TEST(html_escaped("größer, €") == "größer, €");
}

BOOST_AUTO_TEST_CASE(base64_is_the_standards) {
  auto of = [](std::string_view text) { return base64(std::as_bytes(std::span{text})); };
  BOOST_TEST(of("") == "");
  BOOST_TEST(of("f") == "Zg==");
  BOOST_TEST(of("fo") == "Zm8=");
  BOOST_TEST(of("foo") == "Zm9v");
  BOOST_TEST(of("foob") == "Zm9vYg==");
  BOOST_TEST(of("fooba") == "Zm9vYmE=");
  BOOST_TEST(of("foobar") == "Zm9vYmFy");
  BOOST_TEST(of("\xfb\xff\xfe") == "+//+");
}

BOOST_AUTO_TEST_SUITE_END()
