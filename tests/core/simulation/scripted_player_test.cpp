#include "core/game/generation.hpp"
#include "core/game/goal_text.hpp"
#include "core/simulation/episode.hpp"
#include "core/simulation/scripted_player.hpp"
#include "core/tasks/demonstrations.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/generation.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>

using namespace troupe;

namespace {

/// Chooses the actions of one player.
using policy = std::function<action(const simulation_state&)>;

policy scripted(const world& w, std::size_t player, const script& part, std::uint64_t seed = 0) {
  return [who = scripted_player(w, player, part, random_stream(seed).split(player))](
             const simulation_state& state) mutable { return who.act(state); };
}

policy noop() {
  return [](const simulation_state&) { return noop_action(); };
}

policy random_walk(std::uint64_t seed) {
  return [draws = random_stream(seed)](const simulation_state&) mutable {
    return random_action(draws);
  };
}

/// The policies that play the goals of a task as well as scripts can.
std::vector<policy> seekers(const task& t, std::uint64_t seed = 0) {
  std::vector<policy> players;
  for (std::size_t p = 0; p < t.played.players(); ++p)
    players.push_back(
        scripted(t.place, p, script_of(script_style::goal_seeker, t.played, p), seed));
  return players;
}

/// What each player earns in an episode.
std::array<double, max_players> returns(const task& t, std::vector<policy> players,
                                        std::uint32_t steps) {
  episode playing(t, 1, {steps, {}});
  std::array<double, max_players> sums{};
  std::vector<action> actions(players.size());
  while (!playing.over()) {
    for (std::size_t p = 0; p < players.size(); ++p)
      actions[p] = players[p](playing.state());
    playing.step(actions);
    for (std::size_t p = 0; p < players.size(); ++p)
      sums[p] += playing.rewards()[p];
  }
  return sums;
}

world world_for(int players, std::uint64_t seed) {
  auto parameters = evaluation_world_parameters();
  parameters.players = {players, players};
  return generate_world(parameters, seed);
}

std::string any_object(random_stream& draws) {
  auto colour = static_cast<object_colour>(draws.below(object_colour_count));
  auto shape = static_cast<object_shape>(draws.below(goal_shape_count));
  return std::string(to_string(colour)) + ' ' + std::string(to_string(shape));
}

/// The colour of a level place of the playable area, drawn at random.
std::string any_floor(const world& w, random_stream& draws) {
  auto graph = make_topology_graph(w.tiles);
  auto playable = playable_places(w, graph);
  for (;;) {
    auto v = draws.below(playable.size());
    if (playable[v] && w.tiles[graph.places[v].at].kind == tile_kind::flat)
      return std::string(to_string(surface_colour(w, graph.places[v]))) + " floor";
  }
}

/// The share of generated worlds in which a lone scripted player reaches a goal and keeps it till
/// the end. The goal is made for each world; episodes that begin with a reward do not count.
template <class MakeGoal>
double success_rate(int worlds, std::uint32_t steps, MakeGoal&& make_goal) {
  int tried = 0;
  int reached = 0;
  for (int seed = 0; seed < worlds; ++seed) {
    auto w = world_for(1, static_cast<std::uint64_t>(seed));
    random_stream draws(static_cast<std::uint64_t>(seed));
    auto aim = parse_goal(make_goal(w, draws));
    episode playing({w, game{aim}, {}}, 1, {steps, {}});
    if (playing.rewards()[0] > 0)
      continue;
    scripted_player player(w, 0, plans_for(aim, 0, 1));
    while (!playing.over()) {
      auto act = player.act(playing.state());
      playing.step({&act, 1});
    }
    ++tried;
    reached += playing.rewards()[0] > 0 ? 1 : 0;
  }
  return static_cast<double>(reached) / tried;
}

double mean_distance(const world& w, std::vector<policy> players, int steps) {
  simulation running(w);
  std::vector<action> actions(players.size());
  double sum = 0;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t p = 0; p < players.size(); ++p)
      actions[p] = players[p](running.state());
    running.step(actions);
    sum += length(running.state().players[0].position - running.state().players[1].position);
  }
  return sum / steps;
}

constexpr physical_player first{0};
constexpr physical_player second{1};

} // namespace

BOOST_AUTO_TEST_SUITE(scripted_player_test)

BOOST_AUTO_TEST_CASE(it_gets_near_objects) {
  auto rate = success_rate(40, 300, [](const world&, random_stream& draws) {
    return "near(me, " + any_object(draws) + ")";
  });
  BOOST_TEST(rate >= 0.95);
}

BOOST_AUTO_TEST_CASE(it_holds_objects) {
  auto rate = success_rate(40, 300, [](const world&, random_stream& draws) {
    return "hold(me, " + any_object(draws) + ")";
  });
  BOOST_TEST(rate >= 0.9);
}

BOOST_AUTO_TEST_CASE(it_carries_objects_to_floors) {
  auto rate = success_rate(60, 450, [](const world& w, random_stream& draws) {
    return "on(" + any_object(draws) + ", " + any_floor(w, draws) + ")";
  });
  BOOST_TEST(rate >= 0.8);
}

BOOST_AUTO_TEST_CASE(it_brings_objects_together) {
  auto rate = success_rate(40, 450, [](const world&, random_stream& draws) {
    auto one = any_object(draws);
    auto other = any_object(draws);
    while (other == one)
      other = any_object(draws);
    return "near(" + one + ", " + other + ")";
  });
  BOOST_TEST(rate >= 0.75);
}

BOOST_AUTO_TEST_CASE(it_does_several_things_at_once) {
  auto rate = success_rate(40, 450, [](const world& w, random_stream& draws) {
    return "hold(me, " + any_object(draws) + ") & on(me, " + any_floor(w, draws) + ")";
  });
  BOOST_TEST(rate >= 0.8);
}

BOOST_AUTO_TEST_CASE(it_looks_at_objects_and_away_from_them) {
  auto looks = [](const std::string& negation) {
    return success_rate(30, 200, [&](const world&, random_stream& draws) {
      return negation + "see(me, " + any_object(draws) + ")";
    });
  };
  BOOST_TEST(looks("") >= 0.9);
  BOOST_TEST(looks("!") >= 0.9);
}

BOOST_AUTO_TEST_CASE(it_takes_objects_off_floors_and_away_from_each_other) {
  auto rate = success_rate(40, 450, [](const world& w, random_stream& draws) {
    auto object = any_object(draws);
    return "!on(" + object + ", " + any_floor(w, draws) + ") & !near(me, " + object + ")";
  });
  BOOST_TEST(rate >= 0.75);
}

BOOST_AUTO_TEST_CASE(the_same_state_and_script_give_the_same_actions) {
  auto w = world_for(2, 3);
  auto play = [&] {
    std::vector<action> actions;
    scripted_player one(w, 0, wander{}, random_stream(5));
    scripted_player two(w, 1, tag_on_sight{});
    simulation running(w);
    for (int step = 0; step < 100; ++step) {
      std::array both{one.act(running.state()), two.act(running.state())};
      actions.insert(actions.end(), both.begin(), both.end());
      running.step(both);
    }
    return actions;
  };
  BOOST_TEST((play() == play()));
}

BOOST_AUTO_TEST_CASE(a_follower_stays_near_a_wanderer) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    auto w = world_for(2, seed);
    auto followed =
        mean_distance(w, {scripted(w, 0, follow(first, second)), scripted(w, 1, wander{})}, 600);
    auto alone = mean_distance(w, {noop(), scripted(w, 1, wander{})}, 600);
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(followed < 6);
      BOOST_TEST(followed < alone);
    }
  }
}

BOOST_AUTO_TEST_CASE(who_flees_keeps_away_better_than_who_stands_still) {
  double fleeing = 0;
  double standing = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    auto w = world_for(2, seed);
    fleeing += mean_distance(
        w, {scripted(w, 0, flee{second}), scripted(w, 1, follow(second, first))}, 450);
    standing += mean_distance(w, {noop(), scripted(w, 1, follow(second, first))}, 450);
  }
  BOOST_TEST(fleeing > 1.3 * standing);
}

BOOST_AUTO_TEST_CASE(whoever_tags_on_sight_tags) {
  int tagged = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto w = world_for(2, seed);
    w.players[0].gadget = gadget::tag;
    scripted_player hunter(w, 0, tag_on_sight{});
    simulation running(w);
    auto hit = false;
    for (int step = 0; step < 300 && !hit; ++step) {
      std::array both{hunter.act(running.state()), noop_action()};
      running.step(both);
      hit = !running.state().players[1].present;
    }
    tagged += hit ? 1 : 0;
  }
  BOOST_TEST(tagged >= 18);
}

BOOST_AUTO_TEST_CASE(a_new_script_replaces_the_old_one) {
  auto w = world_for(1, 5);
  object_kind sphere{object_colour::yellow, object_shape::sphere};
  scripted_player player(w, 0, hold_object(first, sphere));
  simulation running(w);
  auto run = [&](int steps) {
    for (int step = 0; step < steps; ++step) {
      auto act = player.act(running.state());
      running.step({&act, 1});
    }
  };
  run(300);
  BOOST_TEST(running.state().players[0].held.has_value());
  player.change_script(stand_still{});
  run(2);
  BOOST_TEST(!running.state().players[0].held.has_value());
}

BOOST_AUTO_TEST_CASE(scripts_beat_chance_and_idleness_at_generated_goals) {
  double by_script = 0;
  double by_chance = 0;
  double by_idleness = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    random_stream draws(seed);
    game_target target;
    target.players = 1;
    auto played = generate_game(target, draws).played;
    task t{adapt_world(world_for(1, seed), requirements_of(played), seed), played, {}};
    // Many goals are true from the beginning, or need an opponent.
    if (episode(t, 1).rewards()[0] > 0 || !can_play(plans_for(played.goals()[0], 0, 1), t.place, 0))
      continue;
    by_script += returns(t, seekers(t), 300)[0];
    by_chance += returns(t, {random_walk(seed)}, 300)[0];
    by_idleness += returns(t, {noop()}, 300)[0];
  }
  BOOST_TEST_MESSAGE("script " << by_script << ", chance " << by_chance << ", idleness "
                               << by_idleness);
  BOOST_TEST(by_script > 3 * by_chance);
  BOOST_TEST(by_script > 3 * by_idleness);
}

BOOST_AUTO_TEST_CASE(an_interferer_costs_its_opponent_more_than_a_wanderer) {
  game played{parse_goal("hold(me, black cube)"), parse_goal("near(me, yellow sphere)")};
  double interfered = 0;
  double left_alone = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    task t{world_for(2, seed), played, {""}};
    auto return_against = [&](script_style style) {
      auto players = seekers(t);
      players[1] = scripted(t.place, 1, script_of(style, played, 1));
      return returns(t, players, 300)[0];
    };
    interfered += return_against(script_style::interferer);
    left_alone += return_against(script_style::wanderer);
  }
  BOOST_TEST_MESSAGE("interfered " << interfered << ", left alone " << left_alone);
  BOOST_TEST(interfered < 0.9 * left_alone);
}

BOOST_AUTO_TEST_CASE(scripts_do_better_than_chance_at_every_demonstration) {
  for (const auto& each : demonstrations) {
    auto t = each.make();
    for (std::size_t p = 0; p < t.played.players(); ++p) {
      double by_script = 0;
      double by_chance = 0;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        auto players = seekers(t, seed);
        by_script += returns(t, players, 600)[p];
        players[p] = random_walk(seed);
        by_chance += returns(t, players, 600)[p];
      }
      BOOST_TEST_MESSAGE(each.name << ", player " << p << ": script " << by_script << ", chance "
                                   << by_chance);
      BOOST_TEST_CONTEXT(each.name << ", player " << p)
      BOOST_TEST(by_script > 1.5 * by_chance + 50);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
