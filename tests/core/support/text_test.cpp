#include "core/support/text.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
