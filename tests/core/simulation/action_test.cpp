#include "core/simulation/action.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(action_test)

BOOST_AUTO_TEST_CASE(there_are_2100_actions_and_each_has_its_own_index) {
  std::set<std::vector<std::uint8_t>> seen;
  for (std::uint32_t index = 0; index < action_count; ++index) {
    auto act = action_at(index);
    BOOST_REQUIRE(is_valid(act));
    BOOST_REQUIRE(action_index(act) == index);
    seen.insert({act.choices.begin(), act.choices.end()});
  }
  BOOST_TEST(seen.size() == 2100);
}

BOOST_AUTO_TEST_CASE(the_noop_action_moves_nothing) {
  auto act = noop_action();
  BOOST_TEST(is_valid(act));
  for (std::size_t group = 0; group < action_groups.size(); ++group)
    BOOST_TEST(act.value(group) == 0);
}

BOOST_AUTO_TEST_CASE(choices_beyond_a_groups_values_are_invalid) {
  for (std::size_t group = 0; group < action_groups.size(); ++group) {
    auto act = noop_action();
    act.choices[group] = static_cast<std::uint8_t>(action_groups[group].values.size());
    BOOST_TEST(!is_valid(act));
  }
}

BOOST_AUTO_TEST_CASE(random_actions_choose_every_value_alike) {
  random_stream stream{1};
  std::vector<std::vector<int>> counts;
  for (const auto& group : action_groups)
    counts.emplace_back(group.values.size());
  constexpr int draws = 42'000;
  for (int i = 0; i < draws; ++i) {
    auto act = random_action(stream);
    BOOST_REQUIRE(is_valid(act));
    for (std::size_t group = 0; group < counts.size(); ++group)
      ++counts[group][act.choices[group]];
  }
  for (const auto& group : counts)
    for (auto count : group) {
      auto expected = draws / static_cast<double>(group.size());
      BOOST_TEST(std::abs(count - expected) < 0.05 * expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()
