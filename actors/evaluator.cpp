#include "actors/evaluator.hpp"

#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

std::pair<assignment, policy_list> evaluator_state::make(std::uint64_t number,
                                                         std::uint64_t environment) const {
  const auto& [played, group] = plan.tasks[number % plan.tasks.size()];
  auto draw = plan.stream.split(number);
  auto casting = draw.split(static_cast<std::uint64_t>(purpose::co_players));
  assignment made{.number = number,
                  .purpose = episode_purpose::evaluation,
                  .played = played,
                  .seed = draw.split(static_cast<std::uint64_t>(purpose::policy))(),
                  .players = {},
                  .group = group,
                  .wants_record = number < plan.recorded};
  policy_list policies;
  for (auto& each : cast_of(played, judged, co_players, casting)) {
    made.players.push_back(each.as);
    policies.push_back(each.for_environment(environment));
  }
  return {std::move(made), std::move(policies)};
}

std::pair<assignment, policy_list> evaluator_state::next(const caf::actor_addr& environment,
                                                         std::uint64_t its_number) {
  std::uint64_t number = 0;
  if (again.empty()) {
    number = assigned++;
  } else {
    number = again.front();
    again.pop_front();
  }
  playing.begin(number, environment);
  return make(number, its_number);
}

void evaluator_state::note(episode_result result) {
  if (playing.end(result.assignment))
    results.push_back(std::move(result));
}

void evaluator_state::bury(const caf::actor_addr& environment) {
  std::erase_if(waiting, [&](const auto& each) { return each.asks == environment; });
  for (auto number : playing.bury(environment).assignments) {
    if (++deaths[number] < max_deaths) {
      again.push_back(number);
      continue;
    }
    episode_result given_up;
    given_up.assignment = number;
    given_up.purpose = episode_purpose::evaluation;
    given_up.group = plan.tasks[number % plan.tasks.size()].group;
    given_up.problem = "every environment ended that played it";
    results.push_back(std::move(given_up));
  }
}

status_report evaluator_state::status() const {
  return {"evaluator",
          {{"episodes", static_cast<double>(results.size())},
           {"episodes wanted", static_cast<double>(wanted())},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using evaluator_pointer = evaluator_actor::stateful_pointer<evaluator_state>;

/// In the order of the assignments, however long each took.
message<schema::Results> ordered(std::vector<episode_result> results) {
  std::sort(results.begin(), results.end(),
            [](const auto& a, const auto& b) { return a.assignment < b.assignment; });
  return to_message(results);
}

void answer_if_complete(evaluator_state& state) {
  if (state.asked && state.is_complete())
    std::exchange(state.asked, {})->deliver(ordered(state.results));
}

caf::result<message<schema::Assignment>, policy_list> assign(evaluator_pointer self,
                                                             std::uint64_t number) {
  auto& state = self->state;
  auto environment = caf::actor_cast<caf::actor_addr>(self->current_sender());
  if (state.playing.meet(environment, number))
    self->monitor(caf::actor_cast<caf::actor>(self->current_sender()));
  if (state.has_next()) {
    auto [made, policies] = state.next(environment, number);
    return {to_message(made), std::move(policies)};
  }
  auto answer = self->make_response_promise<message<schema::Assignment>, policy_list>();
  state.waiting.push_back({environment, number, answer});
  return answer;
}

void note_death(evaluator_pointer self, const caf::actor_addr& environment) {
  auto& state = self->state;
  state.bury(environment);
  while (state.has_next() && !state.waiting.empty()) {
    auto [asks, number, answer] = std::move(state.waiting.front());
    state.waiting.pop_front();
    auto [made, policies] = state.next(asks, number);
    answer.deliver(to_message(made), std::move(policies));
  }
  answer_if_complete(state);
}

} // namespace

evaluator_actor::behavior_type evaluator(evaluator_pointer self, const evaluation_plan& plan,
                                         const available_policy& judged,
                                         const std::vector<available_policy>& co_players,
                                         const surroundings& around) {
  auto& state = self->state;
  state.plan = plan;
  state.judged = judged;
  state.co_players = co_players;
  equip(self, around);
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death.source); });
  return {
      [self](finish_atom) -> caf::result<message<schema::Results>> {
        auto& state = self->state;
        if (state.is_complete())
          return ordered(state.results);
        state.asked = self->make_response_promise<message<schema::Results>>();
        return *state.asked;
      },
      [self](assign_atom, std::uint64_t environment) { return assign(self, environment); },
      [self](const message<schema::EpisodeResult>& arrived) {
        auto& state = self->state;
        auto result = state.arrivals->read<episode_result>(arrived);
        if (!result)
          return;
        state.note(std::move(*result));
        answer_if_complete(state);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
