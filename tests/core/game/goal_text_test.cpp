#include "core/game/goal_text.hpp"
#include "core/support/error.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;
using namespace troupe::test;

namespace {

std::string canonical(std::string_view text) {
  return to_string(parse_goal(text));
}

std::string error_of(std::string_view text) {
  try {
    parse_goal(text);
  } catch (const user_error& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& error, std::initializer_list<const char*> parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const char* part) { return error.find(part) != std::string::npos; });
}

} // namespace

BOOST_AUTO_TEST_SUITE(goal_text_test)

BOOST_AUTO_TEST_CASE(what_is_printed_is_read_back) {
  random_stream stream{1};
  for (int round = 0; round < 5000; ++round) {
    auto aim = random_goal(stream);
    auto text = to_string(aim);
    BOOST_TEST_REQUIRE((parse_goal(text) == aim), text);
    BOOST_TEST_REQUIRE(canonical(text) == text);
  }
}

BOOST_AUTO_TEST_CASE(constants_are_read_back) {
  for (const auto& aim : {goal{}, goal{{}, option_list{option{}}}})
    BOOST_TEST((parse_goal(to_string(aim)) == aim));
}

BOOST_AUTO_TEST_CASE(spacing_case_words_and_order_do_not_matter) {
  auto expected = "hold(me, yellow sphere) & !near(black cube, me) | see(me, opponent)";
  for (auto text : {
           "hold(me,yellow sphere)&!near(me,black cube)|see(me,opponent)",
           "  HOLD ( Me , yellow   sphere )\n& ! near(black cube,me) | see(me, opponent) ",
           "see(me, opponent) or hold(yellow sphere, me) and not(near(me, black cube))",
           "(not near(me, black cube) and hold(me, yellow sphere)) or (see(me, opponent))",
           "!(near(me, black cube) | !hold(me, yellow sphere)) | see(me, opponent)",
       })
    BOOST_TEST(canonical(text) == expected);
  BOOST_TEST(canonical("on(orange floor, purple cube)") == "on(purple cube, orange floor)");
}

BOOST_AUTO_TEST_CASE(equivalent_goals_print_alike) {
  auto a = std::string{"hold(me, black cube)"};
  auto b = std::string{"see(me, opponent)"};
  BOOST_TEST(canonical(a + "|" + a + "&" + b) == a);
  BOOST_TEST(canonical(a + "&" + b + "|" + a + "& !" + b) == a);
  BOOST_TEST(canonical("!(" + a + "&" + b + ")") == "!" + a + " | !" + b);
  BOOST_TEST(canonical(b + "| !" + b) == canonical(a + "| !" + a));
  BOOST_TEST(canonical(b + "& !" + b) == canonical(a + "& !" + a));
}

BOOST_AUTO_TEST_CASE(errors_name_the_column_and_what_was_expected) {
  BOOST_TEST(says(error_of("hold(me, yellow sphere) & !near(me, opponent's\u2026)"),
                  {"column 45", "expected ')'"}));
  BOOST_TEST(says(error_of(""), {"column 1", "expected a relation"}));
  BOOST_TEST(says(error_of("holdd(me, black cube)"), {"column 1", "did you mean 'hold'"}));
  BOOST_TEST(says(error_of("hold(me, yelow cube)"), {"column 10", "did you mean 'yellow'"}));
  BOOST_TEST(says(error_of("hold(me, yellow cubee)"), {"column 17", "did you mean 'cube'"}));
  BOOST_TEST(says(error_of("hold(me, black slab)"), {"column 16", "slabs cannot"}));
  BOOST_TEST(says(error_of("hold(me, blue cube)"), {"column 10", "no objects are blue"}));
  BOOST_TEST(says(error_of("on(me, black floor)"), {"column 8", "no floors are black"}));
  BOOST_TEST(says(error_of("near(me, opponent)"), {"column 1", "near(me, opponent) cannot be"}));
  BOOST_TEST(says(error_of("see(me, opponent) see"), {"column 19", "expected '&', '|'"}));
  BOOST_TEST(says(error_of("(see(me, opponent)"), {"column 19", "its end", "')'"}));
  BOOST_TEST(says(error_of("see(me, opponent) &"), {"column 20", "its end"}));
}

BOOST_AUTO_TEST_CASE(columns_count_characters_not_bytes) {
  BOOST_TEST(says(error_of("\u00e9"), {"column 1"}));
  BOOST_TEST(says(error_of("see(me, opponent) \u00e9\u00e9 x"), {"column 19"}));
}

BOOST_AUTO_TEST_CASE(more_than_six_predicates_are_refused_where_the_seventh_begins) {
  std::string text;
  for (auto colour : words<floor_colour>)
    text += "on(me, " + std::string{colour} + " floor) | ";
  auto column = "column " + std::to_string(text.size() + 1);
  BOOST_TEST(says(error_of(text + "see(me, opponent)"), {column.c_str(), "at most 6"}));
  BOOST_TEST(error_of(text + "on(me, blue floor)").empty());
}

BOOST_AUTO_TEST_CASE(what_needs_more_than_six_options_is_refused) {
  // The parity of four predicates needs eight.
  std::string parity = "on(me, brown floor)";
  for (auto colour : {"olive", "orange", "blue"}) {
    auto next = "on(me, " + std::string{colour} + " floor)";
    parity = "((" + parity + ") & !" + next + " | !(" + parity + ") & " + next + ")";
  }
  BOOST_TEST(says(error_of(parity), {"more than 6 options"}));
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_refused_without_harm) {
  BOOST_TEST(says(error_of(std::string(100000, '(')), {"nest too deep"}));
  BOOST_TEST(says(error_of(std::string(100000, '!')), {"nest too deep"}));
}

BOOST_AUTO_TEST_SUITE_END()
