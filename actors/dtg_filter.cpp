#include "actors/dtg_filter.hpp"

#include "actors/co_player.hpp"
#include "actors/stop_actor.hpp"
#include "actors/trials.hpp"
#include "core/simulation/episode.hpp"
#include "core/support/error.hpp"
#include "core/support/thread_time.hpp"
#include "core/tasks/statistics.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

namespace {

/// The truth of the first player's predicates at the beginning of a task.
std::uint8_t initial_truths(const task& t) {
  auto known = *episode{t, 0}.observe(0).privileged;
  std::uint8_t bits = 0;
  for (std::size_t i = 0; i < known.atom_truths.size(); ++i)
    bits |= static_cast<std::uint8_t>((known.atom_truths[i] ? 1U : 0U) << i);
  return bits;
}

} // namespace

dtg_filter_state::~dtg_filter_state() {
  for (const auto& each : players_of_trials())
    stop_actor(each);
}

std::vector<co_player_actor> dtg_filter_state::players_of_trials() const {
  std::vector<co_player_actor> all;
  for (const auto& each : {co_player_actor{agent_tries}, random_tries, co_player_actor{past_tries}})
    if (each)
      all.push_back(each);
  return all;
}

task dtg_filter_state::propose(random_stream draw) const {
  auto proposed = options.draws(draw.split(static_cast<std::uint64_t>(purpose::world))).played;
  auto casting = draw.split(static_cast<std::uint64_t>(purpose::co_players));
  proposed.co_players.resize(proposed.played.players() - 1);
  for (auto& each : proposed.co_players)
    if (each.empty() && !options.co_players.empty())
      each = options.co_players[casting.below(options.co_players.size())].as.policy;
  return proposed;
}

available_policy dtg_filter_state::control() const {
  if (random_tries)
    return {{random_tries}, {.policy = std::string{to_string(blind_policy::random)}}};
  auto as = options.agent.as;
  as.learns = false;
  return {{past_tries}, as};
}

std::pair<assignment, policy_list> dtg_filter_state::next(std::uint64_t environment) {
  auto draw = options.stream.split(assignments);
  auto choice = draw.split(static_cast<std::uint64_t>(purpose::curriculum));
  auto wanted = filter->next([&] { return propose(draw); }, is_ready(), choice);
  auto player = options.agent;
  if (wanted.tries) {
    trials[assignments] = *wanted.tries;
    player.as.learns = false;
    if (wanted.tries->by_control)
      player = control();
    else
      player.copies = {agent_tries};
  }
  assignment made{.number = assignments++,
                  .purpose = wanted.tries ? episode_purpose::trial : episode_purpose::training,
                  .played = std::move(wanted.played),
                  .seed = draw.split(static_cast<std::uint64_t>(purpose::policy))(),
                  .players = {},
                  .group = {},
                  .wants_record = false};
  made.group = group_of(made.played);
  policy_list policies;
  for (auto& each : cast_of(made.played, player, options.co_players, choice)) {
    made.players.push_back(each.as);
    policies.push_back(each.for_environment(environment));
  }
  return {std::move(made), std::move(policies)};
}

void dtg_filter_state::note(const episode_result& result) {
  if (!playing.end(result.assignment))
    return;
  metrics->count("episodes");
  ++episodes;
  auto trial = trials.extract(result.assignment);
  metrics->count(!trial                      ? "steps.training"
                 : trial.mapped().by_control ? "steps.trials.control"
                                             : "steps.trials",
                 result.steps);
  if (!result.problem.empty()) {
    metrics->count("episode.unplayable");
    if (trial)
      filter->give_up(trial.mapped());
    return;
  }
  if (result.intervened) {
    metrics->count("episode.intervened");
    if (trial)
      filter->lose(trial.mapped());
    return;
  }
  if (!trial) {
    metrics->measure("episode.return", result.returns.front());
    if (!result.group.empty())
      metrics->measure("episode.return." + result.group, result.returns.front());
    return;
  }
  auto over = filter->record(trial.mapped(), result.returns.front());
  if (!over)
    return;
  auto verdict = over->verdict.accepted
                     ? "accepted"
                     : "rejected." + std::string{to_string(over->verdict.failed.front())};
  metrics->count((over->is_again ? "dtg.again." : "dtg.") + verdict);
  metrics->measure("dtg.tasks", static_cast<double>(filter->state().accepted.size()));
}

void dtg_filter_state::describe_tasks() {
  for (const auto& each : filter->state().accepted) {
    auto found = statistics_of(each.played, initial_truths(each.played));
    metrics->measure("dtg.tasks.competitiveness", found.competitiveness);
    metrics->measure("dtg.tasks.options", static_cast<double>(found.options));
    metrics->measure("dtg.tasks.shortest_path_entropy", found.shortest_path_entropy);
    if (found.initial_atom_changes)
      metrics->measure("dtg.tasks.initial_atom_changes",
                       static_cast<double>(*found.initial_atom_changes));
    for (const auto& name : each.played.co_players)
      if (auto known = how.strengths.find(name); known != how.strengths.end())
        metrics->measure("dtg.tasks.opponent_strength", known->second);
  }
}

status_report dtg_filter_state::status() const {
  const auto& counts = filter->state().counts;
  return {"dtg filter",
          {{"assignments", static_cast<double>(assignments)},
           {"episodes", static_cast<double>(episodes)},
           {"tasks", static_cast<double>(filter->state().accepted.size())},
           {"proposed", static_cast<double>(counts.proposed)},
           {"accepted", static_cast<double>(counts.accepted)},
           {"dropped", static_cast<double>(counts.dropped)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using filter_pointer = training_source_actor::stateful_pointer<dtg_filter_state>;

/// Has those who play in trials act with these weights from now on.
void use(filter_pointer self, const message<schema::Weights>& weights) {
  auto& state = self->state;
  act_with(self, state.agent_tries, weights);
  state.cohorts.push_back(weights);
  if (state.cohorts.size() > state.how.past_cohorts + 1)
    state.cohorts.pop_front();
  if (state.how.control_is_past)
    act_with(self, state.past_tries, state.cohorts.front());
}

/// Before a cohort of trials begins, whoever plays in it is to be as the agent is now.
void renew_weights(filter_pointer self) {
  auto& state = self->state;
  if (state.asks_for_weights || !state.filter->is_between_cohorts())
    return;
  state.asks_for_weights = true;
  self->request(state.options.learner, caf::infinite, weights_atom_v)
      .then(
          [self](const message<schema::Weights>& weights) {
            self->state.asks_for_weights = false;
            use(self, weights);
          },
          [self](caf::error& problem) { self->quit(std::move(problem)); });
}

void take_result(filter_pointer self, const message<schema::EpisodeResult>& arrived) {
  auto& state = self->state;
  auto result = state.arrivals->read<episode_result>(arrived);
  if (!result)
    return;
  auto was_between = state.filter->is_between_cohorts();
  state.note(*result);
  if (!was_between)
    renew_weights(self);
}

/// Counts the CPU time that something takes: what the filter costs apart from all episodes.
template <class Work>
auto timed(dtg_filter_state& state, Work&& work) {
  struct counting {
    dtg_filter_state& state;
    double begin = thread_seconds();
    ~counting() { state.metrics->count("dtg.cpu_seconds", thread_seconds() - begin); }
  } counted{state};
  return work();
}

void note_death(filter_pointer self, const caf::actor_addr& environment) {
  auto& state = self->state;
  auto lost = state.playing.bury(environment);
  for (auto number : lost.assignments)
    if (auto trial = state.trials.extract(number))
      state.filter->lose(trial.mapped());
  if (lost.environment)
    for (const auto& each : state.players_of_trials())
      self->send(each, gone_atom_v, *lost.environment);
}

} // namespace

training_source_actor::behavior_type dtg_filter(filter_pointer self, const source_options& options,
                                                const dtg_filter_options& how,
                                                const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.how = how;
  state.around = around;
  state.assignments = options.begin.assignments;
  state.filter.emplace(how.rules, options.begin.tasks);
  equip(self, around);
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death.source); });
  if (!how.control_is_past) {
    state.random_tries = self->spawn(co_player, blind_policy::random, around);
    self->link_to(state.random_tries);
  }
  renew_weights(self);
  return {
      [self](save_atom) {
        auto& state = self->state;
        state.describe_tasks();
        return to_message(source_state{state.assignments, state.filter->state(), std::nullopt});
      },
      [self](assign_atom, std::uint64_t environment) {
        return timed(self->state, [&] { return assign(self, environment); });
      },
      [self](const message<schema::EpisodeResult>& arrived) {
        timed(self->state, [&] { take_result(self, arrived); });
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
