#include "actors/examiner.hpp"

#include "actors/from_settings.hpp"
#include "actors/payoff_file.hpp"
#include "actors/stop_actor.hpp"
#include "actors/system.hpp"
#include "core/support/error.hpp"
#include "core/support/hash.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

namespace {

std::vector<std::string> names_of(const std::vector<hired_co_player>& players) {
  std::vector<std::string> names;
  for (const auto& each : players)
    names.push_back(each.as.policy);
  return names;
}

} // namespace

examiner_state::~examiner_state() {
  end_examination();
  dismiss();
  for (const auto& each : co_players)
    stop_actor(each.plays);
}

std::optional<std::size_t> examiner_state::not_met_by(const std::string& policy) const {
  for (std::size_t i = 0; i < co_players.size(); ++i)
    for (std::size_t game = 0; game < options.games.size(); ++game)
      if (!table.cell(policy, co_players[i].as.policy, game))
        return i;
  return std::nullopt;
}

evaluation_plan examiner_state::plan_with(const std::string& co_player) const {
  evaluation_plan plan;
  for (const auto& each : options.games) {
    plan.tasks.push_back({each, {}});
    plan.tasks.back().played.co_players.assign(each.played.players() - 1, co_player);
  }
  plan.episodes = static_cast<std::size_t>(options.values.evaluation.episodes);
  // The same for all who meet this co-player.
  plan.stream = random_stream{static_cast<std::uint64_t>(options.values.evaluation.seed),
                              {.use = purpose::evaluation}}
                    .split(fnv_1a(std::as_bytes(std::span{co_player})));
  return plan;
}

void examiner_state::note(const std::string& policy, const std::string& co_player,
                          const std::vector<episode_result>& results) {
  std::vector<payoff_cell> games(options.games.size());
  for (const auto& each : results) {
    // What cannot be played is worth nothing to anybody.
    double earned = each.returns.empty() ? 0 : each.returns.front();
    auto& game = games[static_cast<std::size_t>(each.assignment) % games.size()];
    ++game.episodes;
    game.sum_of_returns += earned;
    game.rewarded += earned > 0 ? 1 : 0;
    metrics->count("steps.evaluation", each.steps);
    ++episodes;
  }
  if (!options.payoffs.empty())
    append_payoffs(options.payoffs, policy, co_player, games);
  for (std::size_t game = 0; game < games.size(); ++game)
    table.add(policy, co_player, game, games[game]);
}

named_scores examiner_state::compare(const std::vector<std::string>& names) const {
  auto against = names_of(co_players);
  auto population = against;
  if (!options.normaliser_is_fixed)
    population.insert(population.end(), names.begin(), names.end());
  auto known = normalisers(table, population, against);
  named_scores found;
  for (const auto& each : names)
    found.emplace_back(each, score(table, each, known, against));
  return found;
}

void examiner_state::end_examination() {
  stop_actor(std::exchange(playing, {}));
  stop_actor(std::exchange(source, {}));
}

void examiner_state::dismiss() {
  if (auto gone = std::exchange(playing_now, {}))
    stop_actor(gone->plays);
}

status_report examiner_state::status() const {
  return {"examiner",
          {{"games", static_cast<double>(options.games.size())},
           {"co-players", static_cast<double>(co_players.size())},
           {"policies known", static_cast<double>(table.policies().size())},
           {"policies waiting", static_cast<double>(waiting.size())},
           {"episodes", static_cast<double>(episodes)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using examiner_pointer = examiner_actor::stateful_pointer<examiner_state>;

void go_on(examiner_pointer self);

hired_co_player hire(examiner_pointer self, const candidate& who) {
  auto& state = self->state;
  auto casting = examination_casting_of(state.options.values);
  if (who.network.empty())
    return make_co_player(self->system(), who.name, casting, *state.around);
  return make_network_player(self->system(), who.name, who.network, casting, *state.around);
}

/// The first of those who wait is done.
void finish_first(examiner_pointer self, const caf::error& problem) {
  auto& state = self->state;
  state.dismiss();
  auto done = std::move(state.waiting.front().done);
  state.waiting.pop_front();
  if (problem)
    done.deliver(problem);
  else
    done.deliver(ok_atom_v);
}

void take_results(examiner_pointer self, const std::string& co_player,
                  const message<schema::Results>& answer) {
  auto& state = self->state;
  auto results = state.arrivals->read<std::vector<episode_result>>(answer);
  state.end_examination();
  if (!results)
    return self->quit(results.error());
  state.note(state.waiting.front().who.name, co_player, *results);
  go_on(self);
}

/// Has the first of those who wait play all games with a co-player.
void examine(examiner_pointer self, const hired_co_player& co_player) {
  auto& state = self->state;
  const auto& values = state.options.values;
  auto plan = state.plan_with(co_player.as.policy);
  auto pool = environment_pool_options_of(values, state.next_pool++);
  pool.environments = std::min(static_cast<std::size_t>(values.evaluation.environments),
                               plan.tasks.size() * plan.episodes);
  pool.log = state.options.log;
  if (state.options.make_environment)
    pool.make_environment = state.options.make_environment;
  pool.remember_players = {state.playing_now->plays, co_player.plays};
  state.source = self->system().spawn(evaluator, plan, *state.playing_now,
                                      std::vector<available_policy>{co_player}, *state.around);
  state.playing = self->system().spawn(environment_pool, pool, state.source, *state.around);
  self->monitor(state.playing);
  self->request(state.source, caf::infinite, finish_atom_v)
      .then([self, name = co_player.as.policy](
                const message<schema::Results>& answer) { take_results(self, name, answer); },
            [self](caf::error& problem) { self->quit(std::move(problem)); });
}

void go_on(examiner_pointer self) {
  auto& state = self->state;
  while (!state.waiting.empty()) {
    const auto& who = state.waiting.front().who;
    auto co_player = state.not_met_by(who.name);
    if (!co_player) {
      finish_first(self, {});
      continue;
    }
    try {
      if (!state.playing_now)
        state.playing_now = hire(self, who);
      return examine(self, state.co_players[*co_player]);
    } catch (const user_error& problem) {
      finish_first(self, caf::make_error(caf::sec::invalid_argument, problem.what()));
    }
  }
}

caf::result<ok_atom> enqueue(examiner_pointer self, const message<schema::Candidate>& arrived) {
  auto& state = self->state;
  auto who = state.arrivals->read<candidate>(arrived);
  if (!who)
    return who.error();
  auto done = self->make_response_promise<ok_atom>();
  state.waiting.push_back({std::move(*who), done});
  if (state.waiting.size() == 1)
    go_on(self);
  return done;
}

caf::result<ok_atom> meet(examiner_pointer self, const message<schema::Candidate>& arrived) {
  auto& state = self->state;
  auto who = state.arrivals->read<candidate>(arrived);
  if (!who)
    return who.error();
  try {
    state.co_players.push_back(hire(self, *who));
  } catch (const user_error& problem) {
    return caf::make_error(caf::sec::invalid_argument, problem.what());
  }
  return ok_atom_v;
}

} // namespace

examiner_actor::behavior_type examiner(examiner_pointer self, const examiner_options& options,
                                       const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.around = around;
  equip(self, around);
  state.table = read_payoffs(options.payoffs);
  for (const auto& each : options.co_players)
    state.co_players.push_back(hire(self, {each, {}}));
  self->set_down_handler([self](const caf::down_msg& death) {
    auto& state = self->state;
    if (state.playing && state.playing.address() == death.source)
      self->quit(death.reason);
  });
  return {
      [self](const message<schema::Candidate>& who) { return enqueue(self, who); },
      [self](meet_atom, const message<schema::Candidate>& who) { return meet(self, who); },
      [self](const message<schema::Candidates>& wanted) -> caf::result<message<schema::Scores>> {
        auto& state = self->state;
        auto names = state.arrivals->read<candidate_names>(wanted);
        if (!names)
          return names.error();
        try {
          return to_message(state.compare(names->all));
        } catch (const user_error& problem) {
          return caf::make_error(caf::sec::invalid_argument, problem.what());
        }
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
