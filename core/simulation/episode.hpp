#pragma once

#include "core/simulation/episode_record.hpp"
#include "core/simulation/observation.hpp"
#include "core/simulation/relations.hpp"
#include "core/simulation/simulation.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace troupe {

/// One task being played: simulation, goals, rewards, and the record of it all.
///
/// Observation t, for t from 0 to the number of steps, shows the state after t steps and carries
/// the reward of that state. Owned by one actor.
class episode {
public:
  /// Throws `user_error` if the task cannot be played.
  episode(task played, std::uint64_t seed, episode_rules rules = {});

  /// One environment step; one action for each player. Must not be over. `watch`, if any, is shown
  /// the state after each step of physics.
  void step(std::span<const action> actions, const physics_watcher& watch = {});

  /// Gives a player another goal, from now on: the present observation and reward are the new
  /// goal's already. Throws `user_error`, and changes nothing, if the world lacks what the goal
  /// names.
  void change_goal(std::size_t player, const goal& aim);

  /// Writes down who plays, for the record only: one name for each player, or none.
  void set_policies(std::vector<std::string> names);

  [[nodiscard]] const world& place() const { return record_.played.place; }
  /// The goals as they are now.
  [[nodiscard]] const game& played() const { return played_; }
  [[nodiscard]] std::size_t players() const { return played_.players(); }
  /// Steps done so far.
  [[nodiscard]] std::uint32_t steps() const { return record_.steps(); }
  [[nodiscard]] bool over() const { return steps() >= record_.rules.steps; }
  [[nodiscard]] const simulation_state& state() const { return simulation_.state(); }
  /// The truth of the predicates that the goals use.
  [[nodiscard]] const predicate_state& predicates() const { return predicates_; }
  /// What each player earns in the present state, 0 or 1.
  [[nodiscard]] const std::array<float, max_players>& rewards() const { return rewards_; }
  /// Whether a player sees anything: the picture of one that is tagged away is black.
  [[nodiscard]] bool sees(std::size_t player) const { return state().players[player].present; }
  /// What a player perceives now, but for the picture, the environment and the number of the
  /// episode.
  [[nodiscard]] observation observe(std::size_t player) const;
  [[nodiscard]] const episode_record& record() const { return record_; }

private:
  /// The world lacks nothing that the goal names, or `user_error`.
  void check_goal(const goal& aim) const;
  /// Adopts the goals of `played_`.
  void set_goals();
  /// Finds out what holds in the present state, and what it is worth.
  void judge();

  episode_record record_;
  simulation simulation_;
  relation_judge judge_;
  /// The goals as they are now; the record's task has those of the beginning.
  game played_;
  predicate_mask wanted_;
  std::array<goal_encoding, max_players> encoded_goals_;
  std::array<std::uint64_t, max_players> policy_seeds_{};
  predicate_state predicates_;
  std::array<float, max_players> rewards_{};
};

} // namespace troupe
