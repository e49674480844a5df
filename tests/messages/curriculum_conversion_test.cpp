#include "core/tasks/demonstrations.hpp"
#include "messages/conversion.hpp"
#include "messages/curriculum_conversion.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace troupe;

namespace {

/// What arrives when a value is sent.
template <class Value>
Value sent(const Value& value) {
  auto arrived = read_value<Value>(to_message(value), {});
  BOOST_REQUIRE(arrived);
  return *arrived;
}

evolving_values some_values(double base) {
  return {{base, base + 1}, {base + 2, base + 3, base + 4, 0.25, 0.75}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(curriculum_conversion_test)

BOOST_AUTO_TEST_CASE(what_a_source_knows_comes_back_as_it_was) {
  source_state known;
  known.assignments = 17;
  auto played = demonstration_task("tag-fiesta");
  known.tasks.accepted = {{played, 3}, {demonstration_task("hide-and-seek"), 5}};
  known.tasks.counts = {1, 2, 3, 4, {5, 6, 7}, 8, 9, 10};
  BOOST_TEST((sent(known) == known));
  known.worlds = coevolution_state{{{1, 100, played.place, {true, false, true}}},
                                   {{2, 200, played.place, {}}},
                                   {{50, played.place}},
                                   3};
  BOOST_TEST((sent(known) == known));
}

BOOST_AUTO_TEST_CASE(a_population_comes_back_as_it_was) {
  population_state known;
  known.agents = {{some_values(1), std::nullopt}, {some_values(2), 0}, {some_values(3), 12345}};
  known.checks = 4;
  BOOST_TEST((sent(known) == known));
  known.under_way = evolution{1, 3, std::numeric_limits<double>::infinity()};
  BOOST_TEST((sent(known) == known));
}

BOOST_AUTO_TEST_CASE(an_evolution_of_agents_that_do_not_exist_is_nonsense) {
  population_state known;
  known.agents = {{some_values(1), std::nullopt}};
  for (auto wrong : {evolution{1, 2, 1}, evolution{0, 1, 1}}) {
    known.under_way = wrong;
    BOOST_TEST(!read_value<population_state>(to_message(known), {}));
  }
}

BOOST_AUTO_TEST_CASE(an_experiment_comes_back_as_it_was) {
  experiment_state known{{{2, 1000, 0.5, 0.25}, {1, 2000, 0.75, 0.5}}};
  BOOST_TEST((sent(known) == known));
  BOOST_TEST((sent(experiment_state{}) == experiment_state{}));
}

BOOST_AUTO_TEST_CASE(candidates_and_scores_come_back_as_they_were) {
  candidate who{"generation-1", {std::byte{1}, std::byte{0}, std::byte{255}}};
  BOOST_TEST((sent(who) == who));
  BOOST_TEST((sent(candidate{"random", {}}) == candidate{"random", {}}));
  candidate_names names{{"a", "generation-1/agent-2/100"}};
  BOOST_TEST((sent(names) == names));
  named_scores scores{{"a", {{0.5, 1}, {1, 0.5}, {0.1, 0.2, 0.3}, 0.75, 12.5}}, {"b", {}}};
  BOOST_TEST((sent(scores) == scores));
}

BOOST_AUTO_TEST_CASE(a_candidate_without_a_name_is_nonsense) {
  BOOST_TEST(!read_value<candidate>(to_message(candidate{}), {}));
}

BOOST_AUTO_TEST_SUITE_END()
