#include "core/game/goal_text.hpp"
#include "core/game/properties.hpp"
#include "core/tasks/statistics.hpp"
#include "core/world/distances.hpp"
#include "core/world/generation.hpp"
#include "tests/core/game/sampling.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <bit>

using namespace troupe;

namespace {

/// By the definition: the nearest state of the atoms that is rewarded.
std::optional<std::size_t> nearest_reward(const goal& aim, std::uint8_t truths) {
  std::optional<std::size_t> nearest;
  for (std::uint8_t state = 0; state < 1U << aim.atoms().size(); ++state)
    if (aim.rewards(state)) {
      auto changes = static_cast<std::size_t>(std::popcount(static_cast<unsigned>(state ^ truths)));
      nearest = std::min(nearest.value_or(changes), changes);
    }
  return nearest;
}

} // namespace

BOOST_AUTO_TEST_SUITE(statistics_test)

BOOST_AUTO_TEST_CASE(the_easiest_option_counts) {
  auto aim = parse_goal("hold(me, black cube) & !near(me, purple sphere) "
                        "| see(me, yellow pyramid) & see(me, opponent) & see(me, black cube)");
  auto truths = [&](std::initializer_list<const char*> true_atoms) {
    std::uint8_t bits = 0;
    for (const auto* text : true_atoms) {
      auto wanted = parse_goal(text).atoms().front();
      auto found = std::find(aim.atoms().begin(), aim.atoms().end(), wanted);
      BOOST_REQUIRE((found != aim.atoms().end()));
      bits |= static_cast<std::uint8_t>(1U << (found - aim.atoms().begin()));
    }
    return bits;
  };
  BOOST_TEST((atom_changes(aim, truths({})) == 1U));
  BOOST_TEST((atom_changes(aim, truths({"near(me, purple sphere)"})) == 2U));
  BOOST_TEST((atom_changes(aim, truths({"hold(me, black cube)"})) == 0U));
  BOOST_TEST((atom_changes(aim, truths({"near(me, purple sphere)", "see(me, black cube)",
                                        "see(me, opponent)"}))
              == 1U));
}

BOOST_AUTO_TEST_CASE(constant_goals_need_no_change_or_never_hold) {
  BOOST_TEST((atom_changes(parse_goal("hold(me, black cube) | !hold(me, black cube)"), 0) == 0U));
  BOOST_TEST(!atom_changes(goal{}, 0));
}

BOOST_AUTO_TEST_CASE(changes_lead_to_the_nearest_reward) {
  check_property("for any goal and state", [](std::uint64_t seed) {
    random_stream draw{seed};
    auto aim = test::random_goal(draw);
    for (std::uint8_t truths = 0; truths < 1U << aim.atoms().size(); ++truths) {
      RC_ASSERT(atom_changes(aim, truths) == nearest_reward(aim, truths));
      RC_ASSERT((atom_changes(aim, truths) == 0U) == aim.rewards(truths));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_task_has_the_statistics_of_its_game_and_its_world) {
  world_parameters parameters;
  parameters.players = {2, 2};
  task t{generate_world(parameters, 1),
         {parse_goal("see(me, opponent) & hold(me, black cube) | near(me, black cube)"),
          parse_goal("!see(opponent, me)")},
         {"noop"}};
  auto found = statistics_of(t, 0);
  BOOST_TEST(found.competitiveness == properties(t.played).competitiveness);
  BOOST_TEST((found.competitiveness > 0 && found.competitiveness < 1));
  BOOST_TEST(found.options == 2u);
  BOOST_TEST(found.shortest_path_entropy
             == measure_navigation(t.place.tiles).shortest_path_entropy);
  BOOST_TEST((found.initial_atom_changes == 1U));
}

BOOST_AUTO_TEST_CASE(only_the_first_players_goal_counts_for_options_and_changes) {
  task t{generate_world({}, 1),
         {parse_goal("!see(me, opponent)"),
          parse_goal("see(opponent, me) | hold(me, black cube) | near(me, purple sphere)")},
         {"noop"}};
  BOOST_TEST(statistics_of(t, 0).options == 1u);
  BOOST_TEST((statistics_of(t, 0).initial_atom_changes == 0U));
  BOOST_TEST((statistics_of(t, 1).initial_atom_changes == 1U));
}

BOOST_AUTO_TEST_SUITE_END()
