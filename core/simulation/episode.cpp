#include "core/simulation/episode.hpp"

#include "core/game/goal_codec.hpp"
#include "core/simulation/appearance.hpp"
#include "core/support/error.hpp"
#include "core/tasks/task.hpp"
#include "core/world/terrain.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace troupe {

namespace {

/// The parts of an episode are made from its task only if it can be played.
task checked(task played, const episode_rules& rules) {
  validate(played);
  validate(rules);
  return played;
}

bool has_floor(const world& w, floor_colour colour) {
  auto graph = make_topology_graph(w.tiles);
  return std::any_of(graph.places.begin(), graph.places.end(),
                     [&](const place& p) { return surface_colour(w, p) == colour; });
}

bool has(const world& w, const entity& thing) {
  if (const auto* floor = std::get_if<floor_colour>(&thing))
    return has_floor(w, *floor);
  if (const auto* kind = std::get_if<object_kind>(&thing))
    return std::any_of(w.objects.begin(), w.objects.end(), [&](const world_object& object) {
      return object.colour == kind->colour && object.shape == kind->shape;
    });
  return std::get<player_reference>(thing) == player_reference::me || w.players.size() > 1;
}

} // namespace

episode::episode(task played, std::uint64_t seed, episode_rules rules)
    : record_{.played = checked(std::move(played), rules),
              .seed = seed,
              .rules = rules,
              .actions = {},
              .goal_changes = {},
              .state_hashes = {},
              .policies = {}},
      simulation_(record_.played.place, rules.clock),
      judge_(record_.played.place),
      played_(record_.played.played) {
  random_stream policies{seed, {.use = purpose::policy}};
  for (std::size_t player = 0; player < players(); ++player)
    policy_seeds_[player] = policies.split(player)();
  record_.state_hashes.push_back(hash_of(state()));
  set_goals();
}

void episode::step(std::span<const action> actions, const physics_watcher& watch) {
  if (over())
    throw std::logic_error("an episode that is over goes on");
  auto possible = [](const action& act) { return is_valid(act); };
  if (actions.size() != players() || !std::all_of(actions.begin(), actions.end(), possible))
    throw std::logic_error("an episode needs one possible action of each player");
  simulation_.step(actions, watch);
  record_.actions.insert(record_.actions.end(), actions.begin(), actions.end());
  record_.state_hashes.push_back(hash_of(state()));
  judge();
}

void episode::change_goal(std::size_t player, const goal& aim) {
  if (player >= players())
    throw user_error("There is no player " + std::to_string(player) + ": this episode has "
                     + std::to_string(players()) + ", counted from 0.");
  check_goal(aim);
  auto goals = played_.goals();
  goals[player] = aim;
  played_ = game{std::span<const goal>{goals.data(), goals.size()}};
  record_.goal_changes.push_back({steps(), static_cast<std::uint8_t>(player), aim});
  set_goals();
}

void episode::set_policies(std::vector<std::string> names) {
  if (!names.empty() && names.size() != players())
    throw std::logic_error("an episode needs the name of each player's policy, or none");
  record_.policies = std::move(names);
}

void episode::check_goal(const goal& aim) const {
  for (auto predicate : aim.atoms())
    for (const auto& thing : {predicate.first(), predicate.second()})
      if (!has(place(), thing))
        throw user_error("The goal cannot be played here: the world has no " + to_string(thing)
                         + ", which " + to_string(predicate) + " names.");
}

void episode::set_goals() {
  wanted_ = predicates_of(played_);
  for (std::size_t player = 0; player < players(); ++player)
    encoded_goals_[player] = encode(played_.goals()[player]);
  judge();
}

void episode::judge() {
  predicates_ = judge_.judge(state(), wanted_);
  rewards_ = troupe::rewards(played_, predicates_);
}

observation episode::observe(std::size_t player) const {
  const auto& body = state().players[player];
  observation seen;
  seen.when.player = static_cast<std::uint8_t>(player);
  seen.when.step = steps();
  seen.policy_seed = policy_seeds_[player];
  seen.body.acceleration = {static_cast<float>(body.acceleration.x),
                            static_cast<float>(body.acceleration.y),
                            static_cast<float>(body.acceleration.z)};
  if (body.held) {
    seen.body.hand_is_holding = true;
    seen.body.hand_distance = static_cast<float>(length(body.held->grip - hand_of(body)));
    seen.body.hand_force = static_cast<float>(body.held->force);
  }
  if (steps() > 0)
    seen.last_action = record_.actions[record_.actions.size() - players() + player];
  seen.goal = encoded_goals_[player];
  auto& privileged = seen.privileged.emplace();
  privileged.reward = rewards_[player];
  auto truths = atom_truths(played_.goals()[player], player, players(), predicates_);
  for (std::size_t i = 0; i < goal_encoding::max_atoms; ++i)
    privileged.atom_truths[i] = (truths >> i & 1) != 0;
  privileged.discount = over() ? 0.F : 1.F;
  privileged.first = steps() == 0;
  privileged.intervened = !record_.goal_changes.empty();
  return seen;
}

} // namespace troupe
