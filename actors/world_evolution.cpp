#include "actors/world_evolution.hpp"

#include "actors/stop_actor.hpp"
#include "actors/trials.hpp"
#include "core/support/error.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

namespace {

/// To be near the thing that every world has.
game game_of(const world_requirements& needs) {
  auto aim = find_atom(relation::near, player_reference::me, needs.objects.front()).value();
  return game{goal{{aim}, variable_tables[0]}};
}

} // namespace

world_evolution_state::~world_evolution_state() {
  stop_actor(agent_tries);
}

void world_evolution_state::start(const source_options& begins,
                                  const world_evolution_options& wanted) {
  options = begins;
  how = wanted;
  assignments = options.begin.assignments;
  if (!options.begin.worlds) {
    if (assignments > 0)
      throw user_error("the agent has trained before, but not in worlds that evolve");
    auto draws = options.stream;
    worlds.emplace(open_room(how.rules.worlds, how.rules.needs, draws()), how.rules);
    return;
  }
  auto before = *std::exchange(options.begin.worlds, std::nullopt);
  // The agent that began to evaluate them is not there any more.
  for (auto& each : before.evaluate_set)
    each.outcomes.clear();
  worlds.emplace(std::move(before), how.rules);
}

bool world_evolution_state::wants_evaluation() const {
  auto all = static_cast<double>(trainings + evaluations + 1);
  return static_cast<double>(evaluations + 1) <= how.share * all;
}

/// The world of which one more episode must be seen: the one whose evaluation goes on, or a new
/// one. Nothing if all of its episodes are being played already, or nobody is ready to play them.
const evolving_world* world_evolution_state::next_to_evaluate(random_stream& draws) {
  if (!is_ready())
    return nullptr;
  const auto& tried = worlds->state().evaluate_set;
  if (tried.empty() && !worlds->propose(agent_steps, draws))
    return nullptr;
  auto played = std::ranges::count_if(open, [&](const auto& each) {
    return each.second.evaluates && each.second.world == tried.front().id;
  });
  auto seen = tried.front().outcomes.size() + static_cast<std::size_t>(played);
  return seen < how.rules.episodes ? &tried.front() : nullptr;
}

std::pair<assignment, policy_list> world_evolution_state::next(std::uint64_t environment) {
  auto draw = options.stream.split(assignments);
  auto choice = draw.split(static_cast<std::uint64_t>(purpose::curriculum));
  const auto* tried = wants_evaluation() ? next_to_evaluate(choice) : nullptr;
  const auto& where = tried ? *tried : worlds->draw_training_world(choice);
  auto player = options.agent;
  if (tried) {
    player.copies = {agent_tries};
    player.as.learns = false;
  }
  ++(tried ? evaluations : trainings);
  open[assignments] = {where.id, tried != nullptr};
  assignment made{.number = assignments++,
                  .purpose = tried ? episode_purpose::trial : episode_purpose::training,
                  .played = {where.place, game_of(how.rules.needs), {}},
                  .seed = draw.split(static_cast<std::uint64_t>(purpose::policy))(),
                  .players = {player.as},
                  .group = {},
                  .wants_record = false};
  made.group = group_of(made.played);
  return {std::move(made), {player.for_environment(environment)}};
}

void world_evolution_state::note(const episode_result& result) {
  if (!playing.end(result.assignment))
    return;
  auto [world, evaluates] = open.extract(result.assignment).mapped();
  ++episodes;
  metrics->count("episodes");
  metrics->count(evaluates ? "steps.trials" : "steps.training", result.steps);
  if (result.intervened)
    return metrics->count("episode.intervened");
  auto was_played = result.problem.empty();
  if (!was_played)
    metrics->count("episode.unplayable");
  // Where nothing can be played nobody scores: such a world is soon gone.
  auto scored = was_played && result.returns.front() > 0;
  if (evaluates)
    return note_evaluation(world, scored);
  worlds->record_training(world, scored);
  if (was_played)
    metrics->measure("episode.return", result.returns.front());
  metrics->measure("worlds.trained_in", static_cast<double>(worlds->state().train_set.size()));
}

void world_evolution_state::note_evaluation(std::uint64_t world, bool scored) {
  const auto& tried = worlds->state().evaluate_set;
  if (tried.empty() || tried.front().id != world)
    return; // it was certain without this episode
  worlds->record_evaluation(world, scored);
  if (!tried.empty())
    return;
  auto is_trained_in = worlds->state().train_set.back().id == world;
  metrics->count(is_trained_in ? "worlds.accepted" : "worlds.rejected");
}

source_state world_evolution_state::known() const {
  return {.assignments = assignments, .tasks = {}, .worlds = worlds->state()};
}

status_report world_evolution_state::status() const {
  const auto& state = worlds->state();
  return {"world evolution",
          {{"assignments", static_cast<double>(assignments)},
           {"episodes", static_cast<double>(episodes)},
           {"worlds trained in", static_cast<double>(state.train_set.size())},
           {"worlds discarded", static_cast<double>(state.discarded.size())},
           {"worlds made", static_cast<double>(state.next_id)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using evolution_pointer = training_source_actor::stateful_pointer<world_evolution_state>;

/// The steps that a LEARNER says that its agent has learned from.
std::int64_t steps_in(const status_report& report) {
  return static_cast<std::int64_t>(number_in(report, "agent steps").value());
}

/// Before a world is evaluated, whoever plays there is to be as the agent is now.
void renew_agent(evolution_pointer self) {
  auto& state = self->state;
  state.asks_learner = true;
  auto act = [self](const message<schema::Weights>& weights) {
    act_with(self, self->state.agent_tries, weights);
  };
  auto be_ready = [self](const message<schema::Status>& answer) {
    auto& state = self->state;
    auto report = state.arrivals->read<status_report>(answer);
    if (!report)
      return self->quit(std::move(report.error()));
    state.agent_steps = steps_in(*report);
    state.asks_learner = false;
  };
  auto fail = [self](caf::error& problem) { self->quit(std::move(problem)); };
  self->request(state.options.learner, caf::infinite, weights_atom_v).then(act, fail);
  // Answered after the weights.
  self->request(state.options.learner, caf::infinite, status_atom_v).then(be_ready, fail);
}

void note_result(evolution_pointer self, const episode_result& result) {
  auto& state = self->state;
  auto was_between = state.is_between_worlds();
  state.note(result);
  if (!was_between && state.is_between_worlds())
    renew_agent(self);
}

void note_death(evolution_pointer self, const caf::actor_addr& environment) {
  auto& state = self->state;
  auto lost = state.playing.bury(environment);
  for (auto number : lost.assignments)
    state.open.erase(number);
  if (lost.environment && state.agent_tries)
    self->send(state.agent_tries, gone_atom_v, *lost.environment);
}

} // namespace

training_source_actor::behavior_type world_evolution(evolution_pointer self,
                                                     const source_options& options,
                                                     const world_evolution_options& how,
                                                     const surroundings& around) {
  self->state.around = around;
  equip(self, around);
  self->state.start(options, how);
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death.source); });
  renew_agent(self);
  return {
      [self](save_atom) { return to_message(self->state.known()); },
      [self](assign_atom, std::uint64_t environment) { return assign(self, environment); },
      [self](const message<schema::EpisodeResult>& arrived) {
        if (auto result = self->state.arrivals->read<episode_result>(arrived))
          note_result(self, *result);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
