#include "core/simulation/replay.hpp"

#include "core/support/error.hpp"

#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace troupe {

namespace {

episode begin(const episode_record& record) {
  validate(record);
  episode again{record.played, record.seed, record.rules};
  again.set_policies(record.policies);
  return again;
}

} // namespace

replay::replay(episode_record record) : record_(std::move(record)), again_(begin(record_)) {
  check_state();
  change_goals();
}

void replay::step(const physics_watcher& watch) {
  if (over())
    throw std::logic_error("a replay that is over goes on");
  std::span actions{record_.actions};
  again_.step(actions.subspan(again_.steps() * again_.players(), again_.players()), watch);
  check_state();
  change_goals();
}

void replay::check_state() const {
  auto step = again_.steps();
  if (again_.record().state_hashes[step] != record_.state_hashes[step])
    throw user_error("The record does not re-simulate: the state after step " + std::to_string(step)
                     + " is another one. It was changed, or recorded by another build.");
}

void replay::change_goals() {
  for (; change_ < record_.goal_changes.size(); ++change_) {
    const auto& change = record_.goal_changes[change_];
    if (change.step != again_.steps())
      return;
    again_.change_goal(change.player, change.aim);
  }
}

episode resimulate(const episode_record& record, std::uint32_t steps) {
  if (steps > record.steps())
    throw user_error("The record has " + std::to_string(record.steps())
                     + " steps; it cannot be played for " + std::to_string(steps) + ".");
  replay again{record};
  while (again.now().steps() < steps)
    again.step();
  return std::move(again).take();
}

} // namespace troupe
