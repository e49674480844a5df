#include "core/evaluation/payoffs.hpp"
#include "core/support/random.hpp"
#include "tests/fixtures/property.hpp"

#include <limits>
#include <span>
#include <stdexcept>
#include <tuple>

using namespace troupe;

namespace {

using names = std::vector<std::string>;

/// One episode: who played which game with whom, and what it got.
struct played_episode {
  std::string policy;
  std::string co_player;
  std::size_t game;
  double got;
};

std::vector<played_episode> any_episodes(random_stream& draw) {
  std::vector<played_episode> episodes(draw.below(30));
  for (auto& each : episodes)
    each = {std::string(1, static_cast<char>('a' + draw.below(3))),
            std::string(1, static_cast<char>('x' + draw.below(3))), draw.below(4),
            static_cast<double>(draw.below(3))};
  return episodes;
}

payoff_table table_of(std::span<const played_episode> episodes) {
  payoff_table table;
  for (const auto& each : episodes)
    table.add(each.policy, each.co_player, each.game, each.got);
  return table;
}

/// What one finds by looking through all episodes.
payoff_cell naive_cell(std::span<const played_episode> episodes, const std::string& policy,
                       const std::string& co_player, std::size_t game) {
  payoff_cell sum;
  for (const auto& each : episodes)
    if (each.policy == policy && each.co_player == co_player && each.game == game) {
      ++sum.episodes;
      sum.sum_of_returns += each.got;
      sum.rewarded += each.got > 0 ? 1 : 0;
    }
  return sum;
}

} // namespace

BOOST_AUTO_TEST_SUITE(payoffs_test)

BOOST_AUTO_TEST_CASE(episodes_of_a_cell_are_added_up) {
  payoff_table table;
  table.add("agent", "noop", 2, 0);
  table.add("agent", "noop", 2, 5);
  table.add("agent", "noop", 2, 7);
  table.add("agent", "random", 2, 9);
  BOOST_TEST((table.cell("agent", "noop", 2) == payoff_cell{3, 12, 2}));
  BOOST_TEST(table.cell("agent", "noop", 2)->mean_return() == 4);
  BOOST_TEST((table.cell("agent", "random", 2) == payoff_cell{1, 9, 1}));
}

BOOST_AUTO_TEST_CASE(what_nobody_played_has_no_cell) {
  payoff_table table;
  table.add("agent", "noop", 2, 1);
  BOOST_TEST(!table.cell("agent", "noop", 1));
  BOOST_TEST(!table.cell("agent", "noop", 3));
  BOOST_TEST(!table.cell("agent", "random", 2));
  BOOST_TEST(!table.cell("noop", "agent", 2));
  table.add("agent", "noop", 9, payoff_cell{});
  BOOST_TEST(!table.cell("agent", "noop", 9));
  BOOST_TEST(table.games() == 3u);
}

BOOST_AUTO_TEST_CASE(names_are_listed_in_alphabetical_order) {
  payoff_table table;
  BOOST_TEST(table.games() == 0u);
  BOOST_TEST(table.policies().empty());
  table.add("zoe", "noop", 4, 1);
  table.add("ann", "random", 0, 1);
  table.add("ann", "noop", 1, 1);
  BOOST_TEST(table.policies() == names({"ann", "zoe"}), boost::test_tools::per_element());
  BOOST_TEST(table.co_players() == names({"noop", "random"}), boost::test_tools::per_element());
  BOOST_TEST(table.games() == 5u);
}

BOOST_AUTO_TEST_CASE(cells_are_visited_in_order) {
  payoff_table table;
  table.add("b", "x", 0, 1);
  table.add("a", "y", 0, 2);
  table.add("a", "x", 3, 3);
  table.add("a", "x", 1, 4);
  std::vector<std::tuple<std::string, std::string, std::size_t, double>> visited;
  table.for_each([&](const auto& policy, const auto& co_player, auto game, const auto& cell) {
    visited.emplace_back(policy, co_player, game, cell.sum_of_returns);
  });
  decltype(visited) expected{
      {"a", "x", 1, 4}, {"a", "x", 3, 3}, {"a", "y", 0, 2}, {"b", "x", 0, 1}};
  BOOST_TEST((visited == expected));
}

BOOST_AUTO_TEST_CASE(returns_are_finite_and_not_negative) {
  payoff_table table;
  for (auto wrong :
       {-1., std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    BOOST_CHECK_THROW(table.add("agent", "noop", 0, wrong), std::invalid_argument);
  BOOST_TEST((table == payoff_table{}));
}

BOOST_AUTO_TEST_CASE(a_table_can_be_merged_with_itself) {
  payoff_table table;
  table.add("agent", "noop", 1, 3);
  table.merge(table);
  BOOST_TEST((table.cell("agent", "noop", 1) == payoff_cell{2, 6, 2}));
}

BOOST_AUTO_TEST_CASE(a_table_holds_what_its_episodes_say) {
  check_property("every cell is the sum of its episodes", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto episodes = any_episodes(draw);
    auto table = table_of(episodes);
    for (const auto& policy : names{"a", "b", "c"})
      for (const auto& co_player : names{"x", "y", "z"})
        for (std::size_t game = 0; game < 5; ++game) {
          auto expected = naive_cell(episodes, policy, co_player, game);
          auto found = table.cell(policy, co_player, game);
          RC_ASSERT(found.has_value() == (expected.episodes > 0));
          RC_ASSERT(found.value_or(payoff_cell{}) == expected);
        }
  });
}

BOOST_AUTO_TEST_CASE(neither_order_nor_grouping_of_episodes_matters) {
  check_property("merged parts equal the whole", [](std::uint64_t seed) {
    random_stream draw(seed);
    auto episodes = any_episodes(draw);
    auto whole = table_of(episodes);
    draw.shuffle(std::span{episodes});
    auto half = draw.below(episodes.size() + 1);
    auto first = table_of(std::span{episodes}.first(half));
    auto second = table_of(std::span{episodes}.subspan(half));
    auto both = first;
    both.merge(second);
    second.merge(first);
    RC_ASSERT(both == whole);
    RC_ASSERT(second == whole);
  });
}

BOOST_AUTO_TEST_SUITE_END()
