#include "config/field.hpp"
#include "config/toml.hpp"
#include "tests/fixtures/property.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(field_test)

BOOST_AUTO_TEST_CASE(a_fitting_value_is_stored) {
  double number = 0;
  field setting{"a.b", &number, "a number", "", {0, 1}};
  BOOST_TEST(setting.assign(0.5) == "");
  BOOST_TEST(number == 0.5);
  BOOST_TEST(setting.assign(std::int64_t{1}) == "");
  BOOST_TEST(number == 1);
}

BOOST_AUTO_TEST_CASE(an_unfitting_value_is_refused_and_changes_nothing) {
  double number = 0.25;
  field setting{"a.b", &number, "a number", "", {0, 1}};
  BOOST_TEST(setting.assign(1.5) == "must be a number from 0 to 1, not 1.5");
  BOOST_TEST(setting.assign(std::string{"much"}) == "must be a number from 0 to 1, not \"much\"");
  BOOST_TEST(!setting.assign(true).empty());
  BOOST_TEST(!setting.assign_text("nan").empty());
  BOOST_TEST(number == 0.25);
}

BOOST_AUTO_TEST_CASE(whole_numbers_may_be_written_with_an_exponent) {
  std::int64_t steps = 0;
  field setting{"a.b", &steps, "steps", "", at_least(1)};
  BOOST_TEST(setting.assign_text("5e8") == "");
  BOOST_TEST(steps == 500'000'000);
  BOOST_TEST(!setting.assign_text("0.5").empty());
  BOOST_TEST(!setting.assign_text("1e300").empty());
  BOOST_TEST(!setting.assign_text("0").empty());
}

BOOST_AUTO_TEST_CASE(words_need_no_quotes_on_the_command_line) {
  std::string word;
  field setting{"a.b", &word, "a word"};
  BOOST_TEST(setting.assign_text("runs/today") == "");
  BOOST_TEST(word == "runs/today");
  BOOST_TEST(setting.assign_text("2026") == "");
  BOOST_TEST(word == "2026");
  BOOST_TEST(setting.assign_text("\"quoted\"") == "");
  BOOST_TEST(word == "quoted");
}

BOOST_AUTO_TEST_CASE(only_the_words_that_can_be_chosen_can_be_chosen) {
  std::string word = "resnet";
  field setting{"a.b", &word, "a choice", "", anything, {"resnet", "strided"}};
  BOOST_TEST(setting.assign_text("strided") == "");
  BOOST_TEST(setting.assign_text("cubist") == "must be one of resnet, strided, not \"cubist\"");
  BOOST_TEST(word == "strided");
}

BOOST_AUTO_TEST_CASE(each_number_of_a_list_must_be_in_range) {
  std::vector<std::int64_t> list;
  field setting{"a.b", &list, "a list", "", at_least(1)};
  BOOST_TEST(setting.assign_text("[16, 32]") == "");
  BOOST_TEST((list == std::vector<std::int64_t>{16, 32}));
  BOOST_TEST(!setting.assign_text("[16, 0]").empty());
  BOOST_TEST(!setting.assign_text("16").empty());
}

BOOST_AUTO_TEST_CASE(a_value_cannot_smuggle_in_other_settings) {
  std::string word;
  field setting{"a.b", &word, "a word"};
  BOOST_TEST(setting.assign_text("\"x\"\nother = 1") == "");
  BOOST_TEST(word == "\"x\"\nother = 1");
}

BOOST_AUTO_TEST_CASE(values_written_as_toml_read_back_the_same) {
  check_property("texts", [] {
    auto text = *rc::gen::container<std::string>(rc::gen::inRange('\x01', '\x7f'));
    auto read = parse_toml_value(to_toml(text));
    RC_ASSERT(read.has_value());
    RC_ASSERT(std::get<std::string>(*read) == text);
  });
  check_property("numbers", [](double number) {
    RC_ASSERT(std::get<double>(*parse_toml_value(to_toml(number))) == number);
  });
  check_property("lists", [](const std::vector<std::int64_t>& list) {
    RC_ASSERT(std::get<std::vector<std::int64_t>>(*parse_toml_value(to_toml(list))) == list);
  });
}

BOOST_AUTO_TEST_CASE(an_environment_variable_is_the_key_in_capitals) {
  BOOST_TEST(environment_name("learning.top_k_fraction") == "TROUPE_LEARNING_TOP_K_FRACTION");
}

BOOST_AUTO_TEST_SUITE_END()
