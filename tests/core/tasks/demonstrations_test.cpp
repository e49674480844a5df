#include "core/support/error.hpp"
#include "core/tasks/demonstrations.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(demonstrations_test)

BOOST_AUTO_TEST_CASE(every_demonstration_can_be_played) {
  for (const auto& each : demonstrations) {
    auto t = each.make();
    BOOST_TEST_CONTEXT(each.name) {
      BOOST_CHECK_NO_THROW(validate(t));
      BOOST_TEST(satisfies(t.place, requirements_of(t.played)));
      BOOST_TEST(!each.description.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(demonstrations_are_found_by_their_names) {
  for (const auto& each : demonstrations)
    BOOST_TEST((demonstration_task(each.name) == each.make()));
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_answered_with_all_names) {
  BOOST_CHECK_EXCEPTION(demonstration_task("chess"), user_error, [](const user_error& problem) {
    std::string text = problem.what();
    return text.find("chess") != std::string::npos
           && text.find("hide-and-seek") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
