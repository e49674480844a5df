#pragma once

#include "core/game/game.hpp"
#include "core/game/goal_text.hpp"

#include <string>
#include <vector>

namespace troupe::test {

/// A game of the paper's section "Game Diversity" with its exact values (docs/paper.md).
struct example_game {
  std::string name;
  game played;
  double exploration_difficulty;
  double competitiveness;
  double balance;
};

inline std::vector<example_game> example_games() {
  auto two = [](const std::string& a, const std::string& b) {
    return game{parse_goal(a), parse_goal(b)};
  };
  std::string together = "near(yellow pyramid, yellow sphere)";
  auto option = [](const std::string& mine, const std::string& counter) {
    return "hold(me, " + mine + " sphere) & !hold(opponent, " + mine + " sphere) & !hold(opponent, "
           + counter + " sphere)";
  };
  auto xrps = option("yellow", "purple") + " | " + option("purple", "black") + " | "
              + option("black", "yellow");
  return {
      {"simple navigation", two("hold(me, yellow sphere)", "near(me, yellow pyramid)"), 1.0 / 4,
       2.0 / 3, 1.0 / 3},
      {"simple cooperation", two(together, together), 1.0 / 2, 0, 1},
      {"hide and seek", two("see(me, opponent)", "not(see(opponent, me))"), 0, 1, 1.0 / 3},
      {"capture the cube",
       two("on(black cube, blue floor) & !on(black cube, grey floor)",
           "on(black cube, grey floor) & !on(black cube, blue floor)"),
       1.0 / 2, 1, 1},
      {"XRPS", two(xrps, xrps), 13.0 / 32, 1, 1},
  };
}

} // namespace troupe::test
