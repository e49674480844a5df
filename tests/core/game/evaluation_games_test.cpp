#include "core/game/balance.hpp"
#include "core/game/evaluation_games.hpp"
#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

using namespace troupe;
using namespace troupe::test;

namespace {

/// Takes each game once, up to recolouring.
auto take_new(std::set<game>& taken) {
  return [&taken](const game& found) {
    return taken.insert(canonical_recolouring(found)).second ? take_answer::taken
                                                             : take_answer::known;
  };
}

/// How many games there are by buckets of competitiveness and balance.
std::map<std::pair<int, int>, int> count_by_bucket(const std::vector<game>& games) {
  auto bucket = [](double value) { return value == 0 ? 0 : value == 1 ? 4 : 1 + int(value * 3); };
  std::map<std::pair<int, int>, int> counts;
  for (const auto& played : games)
    ++counts[{bucket(troupe::properties(played).competitiveness),
              std::max(1, bucket(balance(played)))}];
  return counts;
}

} // namespace

BOOST_AUTO_TEST_SUITE(evaluation_games_test)

BOOST_AUTO_TEST_CASE(evaluation_games_are_within_limits_and_different_up_to_recolouring) {
  for (std::size_t players = 2; players <= 3; ++players) {
    std::set<game> taken;
    auto games = troupe::evaluation_games(players == 2 ? 28 : 14, players, random_stream{5},
                                          take_new(taken));
    BOOST_TEST(taken.size() == games.size());
    for (const auto& played : games) {
      BOOST_TEST(played.players() == players);
      BOOST_TEST(played.options() <= 3);
      BOOST_TEST(played.conjunctions() <= 3);
      BOOST_TEST(played.predicates() <= 6);
      BOOST_TEST(!has_trivial_goal(played));
      BOOST_TEST(taken.contains(canonical_recolouring(played)));
    }
  }
}

BOOST_AUTO_TEST_CASE(evaluation_games_are_spread_evenly_over_buckets_whatever_another_set_takes) {
  for (std::size_t players = 2; players <= 3; ++players) {
    // Of three games two belong elsewhere, as for a test set.
    std::set<game> taken;
    random_stream draws{players};
    auto take = [&](const game& found) {
      return draws.below(3) > 0 ? take_answer::elsewhere : take_new(taken)(found);
    };
    constexpr int per_bucket = 5;
    auto games = troupe::evaluation_games(14 * per_bucket, players, random_stream{6}, take);
    auto counts = count_by_bucket(games);
    // Hardly ever found for three players.
    if (auto rare = counts.extract({4, 3}); players == 2)
      BOOST_TEST(rare.mapped() == per_bucket);
    BOOST_TEST(counts.size() == 13);
    for (const auto& [where, count] : counts)
      BOOST_TEST((count == per_bucket || (players == 3 && count == per_bucket + 1)));
  }
}

BOOST_AUTO_TEST_CASE(held_out_games_are_not_generated_again) {
  std::set<game> taken;
  auto first = troupe::evaluation_games(6, 2, random_stream{7}, take_new(taken));
  auto held_out = taken;
  for (const auto& played : troupe::evaluation_games(6, 2, random_stream{7}, take_new(taken)))
    BOOST_TEST(!held_out.contains(canonical_recolouring(played)));
}

BOOST_AUTO_TEST_SUITE_END()
