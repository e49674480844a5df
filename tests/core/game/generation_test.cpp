#include "core/game/balance.hpp"
#include "core/game/generation.hpp"
#include "core/game/goal_text.hpp"
#include "core/game/properties.hpp"
#include "core/game/recolouring.hpp"
#include "core/support/error.hpp"
#include "tests/core/game/sampling.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace troupe;
using namespace troupe::test;

BOOST_AUTO_TEST_SUITE(generation_test)

BOOST_AUTO_TEST_CASE(games_have_the_wanted_numbers) {
  for (std::size_t players = 1; players <= 3; ++players)
    for (std::size_t options = 1; options <= 3; ++options)
      for (std::size_t conjunctions = 1; conjunctions <= 3; ++conjunctions) {
        random_stream stream{100 * players + 10 * options + conjunctions};
        game_target target;
        target.players = players;
        target.options = options;
        target.conjunctions = conjunctions;
        auto found = generate_game(target, stream);
        BOOST_TEST(found.played.players() == players);
        for (const auto& aim : found.played.goals())
          BOOST_TEST(aim.options().size() == options);
        BOOST_TEST(found.played.conjunctions() == conjunctions);
        BOOST_TEST(found.played.predicates() <= 6);
        BOOST_TEST(found.miss == 0);
      }
}

BOOST_AUTO_TEST_CASE(large_numbers_are_met) {
  for (std::size_t options = 4; options <= 6; ++options)
    for (std::size_t conjunctions = 1; conjunctions <= 6; ++conjunctions) {
      random_stream stream{10 * options + conjunctions};
      game_target target;
      target.options = options;
      target.conjunctions = conjunctions;
      auto found = generate_game(target, stream);
      BOOST_TEST(found.played.options() == options);
      BOOST_TEST(found.played.conjunctions() == conjunctions);
    }
}

BOOST_AUTO_TEST_CASE(the_number_of_predicates_is_met) {
  for (std::size_t players = 1; players <= 3; ++players)
    for (std::size_t predicates = 1; predicates <= 6; ++predicates) {
      random_stream stream{10 * players + predicates};
      game_target target;
      target.players = players;
      target.predicates = predicates;
      BOOST_TEST(generate_game(target, stream).played.predicates() == predicates);
    }
}

BOOST_AUTO_TEST_CASE(what_is_reported_is_what_the_game_has) {
  for (std::size_t players = 1; players <= 3; ++players)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      random_stream stream{seed};
      game_target target;
      target.players = players;
      target.options = 2;
      if (players > 1)
        target.competitiveness = {0.6, 0.9};
      auto found = generate_game(target, stream);
      BOOST_TEST(found.competitiveness == troupe::properties(found.played).competitiveness);
      BOOST_TEST(found.balance == balance(found.played));
      BOOST_TEST(!has_trivial_goal(found.played));
      BOOST_TEST(found.miss
                 == std::max(target.competitiveness.distance(found.competitiveness),
                             target.balance.distance(found.balance)));
    }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_game) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    random_stream first{seed};
    random_stream second{seed};
    game_target target;
    target.competitiveness = {1, 1};
    BOOST_TEST((generate_game(target, first).played == generate_game(target, second).played));
  }
}

BOOST_AUTO_TEST_CASE(extreme_targets_are_reached) {
  auto best_miss = [](double competitiveness, double balance) {
    double best = 1;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      random_stream stream{seed};
      game_target target;
      target.competitiveness = {competitiveness, competitiveness};
      target.balance = {balance, balance};
      best = std::min(best, generate_game(target, stream).miss);
    }
    return best;
  };
  BOOST_TEST(best_miss(0, 1) == 0);
  BOOST_TEST(best_miss(1, 1) == 0);
  BOOST_TEST(best_miss(1, 0.5) == 0);
  BOOST_TEST(best_miss(0.5, 0.5) == 0);
}

BOOST_AUTO_TEST_CASE(contradictory_targets_are_refused) {
  auto refused = [](auto change) {
    game_target target;
    change(target);
    random_stream stream{1};
    BOOST_TEST(!is_possible(target));
    BOOST_CHECK_THROW(generate_game(target, stream), user_error);
  };
  refused([](auto& target) { target.players = 0; });
  refused([](auto& target) { target.players = 4; });
  refused([](auto& target) { target.options = 0; });
  refused([](auto& target) { target.options = 7; });
  refused([](auto& target) { target.conjunctions = 7; });
  refused([](auto& target) { target.competitiveness = {-0.1, 0.5}; });
  refused([](auto& target) { target.balance = {0.5, 1.1}; });
  refused([](auto& target) { target.balance = {std::nan(""), std::nan("")}; });
  refused([](auto& target) { target.competitiveness = {0.9, 0.1}; });
  refused([](auto& target) {
    target.competitiveness = {0.5, 0.5};
    target.balance = {0.4, 0.4};
  });
  refused([](auto& target) {
    target.players = 1;
    target.competitiveness = {1, 1};
  });
  refused([](auto& target) {
    target.predicates = 1;
    target.options = 2;
  });
  refused([](auto& target) {
    target.predicates = 6;
    target.options = 1;
    target.conjunctions = 2;
  });
}

BOOST_AUTO_TEST_CASE(alike_games_have_the_same_properties) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    random_stream stream{seed};
    auto found = generate_game({}, stream);
    auto alike = alike_game(found.played, stream);
    if (!alike)
      continue;
    BOOST_TEST((*alike != found.played));
    BOOST_TEST((troupe::properties(*alike) == troupe::properties(found.played)));
    BOOST_TEST(balance(*alike) == found.balance);
    BOOST_TEST((canonical_recolouring(*alike) == canonical_recolouring(found.played)));
  }
}

BOOST_AUTO_TEST_CASE(hide_and_seek_has_no_alike_game) {
  random_stream stream{1};
  BOOST_TEST(
      !alike_game(game{parse_goal("see(me, opponent)"), parse_goal("!see(opponent, me)")}, stream));
}

BOOST_AUTO_TEST_SUITE_END()
