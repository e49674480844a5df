#include "core/simulation/episode_record.hpp"

#include "core/support/error.hpp"

#include <string>

namespace troupe {

namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw user_error("The record of an episode cannot be used: " + text);
}

void check_actions(const episode_record& record) {
  auto players = record.played.played.players();
  if (record.actions.size() % players != 0)
    refuse("it has " + std::to_string(record.actions.size()) + " actions for "
           + std::to_string(players) + " players.");
  auto steps = record.actions.size() / players;
  if (steps > record.rules.steps)
    refuse("it has " + std::to_string(steps) + " steps, and its rules end episodes after "
           + std::to_string(record.rules.steps) + ".");
  for (std::size_t i = 0; i < record.actions.size(); ++i)
    if (!is_valid(record.actions[i]))
      refuse("what player " + std::to_string(i % players) + " does at step "
             + std::to_string(i / players) + " is no action.");
  if (record.state_hashes.size() != steps + 1)
    refuse("it has " + std::to_string(record.state_hashes.size()) + " state hashes for "
           + std::to_string(steps) + " steps; it needs one more than steps.");
}

void check_goal_changes(const episode_record& record) {
  std::uint32_t earliest = 0;
  for (const auto& change : record.goal_changes) {
    if (change.player >= record.played.played.players())
      refuse("it changes the goal of player " + std::to_string(change.player)
             + ", who does not play.");
    if (change.step < earliest || change.step > record.steps())
      refuse("a goal changes at step " + std::to_string(change.step)
             + ", which is out of order or after the end.");
    earliest = change.step;
  }
}

} // namespace

void validate(const episode_rules& rules) {
  constexpr int max_physics_steps = 1000;
  if (rules.steps < 1)
    throw user_error("An episode must have at least 1 step.");
  if (rules.clock.physics_steps < 1 || rules.clock.physics_steps > max_physics_steps)
    throw user_error("An action must last 1 … " + std::to_string(max_physics_steps)
                     + " physics steps, not " + std::to_string(rules.clock.physics_steps) + ".");
  if (!(rules.clock.physics_rate >= 1 && rules.clock.physics_rate <= 1e4))
    throw user_error("There must be 1 … 10000 physics steps in a second, not "
                     + std::to_string(rules.clock.physics_rate) + ".");
}

void validate(const episode_record& record) {
  validate(record.played);
  validate(record.rules);
  check_actions(record);
  check_goal_changes(record);
  auto players = record.played.played.players();
  if (!record.policies.empty() && record.policies.size() != players)
    refuse("it names " + std::to_string(record.policies.size()) + " policies for "
           + std::to_string(players) + " players.");
}

} // namespace troupe
