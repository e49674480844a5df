#include "actors/evaluator.hpp"

#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

std::pair<assignment, policy_list> evaluator_state::next() {
  auto number = assigned++;
  const auto& [played, group] = plan.tasks[number % plan.tasks.size()];
  auto draw = plan.stream.split(number);
  auto casting = draw.split(static_cast<std::uint64_t>(purpose::co_players));
  assignment made{.number = number,
                  .purpose = episode_purpose::evaluation,
                  .played = played,
                  .seed = draw.split(static_cast<std::uint64_t>(purpose::policy))(),
                  .players = {},
                  .group = group,
                  .wants_record = plan.record_first && number == 0};
  policy_list policies;
  for (auto& each : cast_of(played, judged, co_players, casting)) {
    made.players.push_back(each.as);
    policies.push_back(each.plays);
  }
  return {std::move(made), std::move(policies)};
}

status_report evaluator_state::status() const {
  return {"evaluator",
          {{"episodes", static_cast<double>(results.size())},
           {"episodes wanted", static_cast<double>(wanted())},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

/// In the order of the assignments, however long each took.
message<schema::Results> ordered(std::vector<episode_result> results) {
  std::sort(results.begin(), results.end(),
            [](const auto& a, const auto& b) { return a.assignment < b.assignment; });
  return to_message(results);
}

} // namespace

evaluator_actor::behavior_type evaluator(evaluator_actor::stateful_pointer<evaluator_state> self,
                                         const evaluation_plan& plan,
                                         const available_policy& judged,
                                         const std::vector<available_policy>& co_players,
                                         const surroundings& around) {
  auto& state = self->state;
  state.plan = plan;
  state.judged = judged;
  state.co_players = co_players;
  equip(self, around);
  return {
      [self](finish_atom) -> caf::result<message<schema::Results>> {
        auto& state = self->state;
        if (state.results.size() == state.wanted())
          return ordered(state.results);
        state.asked = self->make_response_promise<message<schema::Results>>();
        return *state.asked;
      },
      [self](assign_atom) -> caf::result<message<schema::Assignment>, policy_list> {
        auto& state = self->state;
        if (state.assigned == state.wanted())
          return self->make_response_promise<message<schema::Assignment>, policy_list>();
        auto [made, policies] = state.next();
        return {to_message(made), std::move(policies)};
      },
      [self](const message<schema::EpisodeResult>& arrived) {
        auto& state = self->state;
        auto result = state.arrivals->read<episode_result>(arrived);
        if (!result)
          return;
        state.results.push_back(std::move(*result));
        if (state.results.size() == state.wanted() && state.asked)
          state.asked->deliver(ordered(state.results));
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
