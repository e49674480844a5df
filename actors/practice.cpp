#include "actors/practice.hpp"

#include "messages/curriculum_conversion.hpp"
#include "messages/training_conversion.hpp"

#include <utility>

namespace troupe {

std::pair<assignment, policy_list> practice_state::next(std::uint64_t environment) {
  auto draw = options.stream.split(assignments);
  auto [played, group] = options.draws(draw.split(static_cast<std::uint64_t>(purpose::world)));
  auto casting = draw.split(static_cast<std::uint64_t>(purpose::co_players));
  assignment made{.number = assignments++,
                  .purpose = episode_purpose::training,
                  .played = std::move(played),
                  .seed = draw.split(static_cast<std::uint64_t>(purpose::policy))(),
                  .players = {},
                  .group = std::move(group),
                  .wants_record = false};
  policy_list policies;
  for (auto& each : cast_of(made.played, options.agent, options.co_players, casting)) {
    made.players.push_back(each.as);
    policies.push_back(each.for_environment(environment));
  }
  return {std::move(made), std::move(policies)};
}

void practice_state::note(const episode_result& result) {
  if (!result.problem.empty()) {
    ++unplayable;
    return metrics->count("episode.unplayable");
  }
  ++episodes;
  metrics->count("episodes");
  if (result.intervened)
    return metrics->count("episode.intervened");
  metrics->measure("episode.return", result.returns.front());
  if (!result.group.empty())
    metrics->measure("episode.return." + result.group, result.returns.front());
}

status_report practice_state::status() const {
  return {"practice",
          {{"assignments", static_cast<double>(assignments)},
           {"episodes", static_cast<double>(episodes)},
           {"unplayable tasks", static_cast<double>(unplayable)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

training_source_actor::behavior_type
practice(training_source_actor::stateful_pointer<practice_state> self,
         const source_options& options, const surroundings& around) {
  self->state.options = options;
  self->state.assignments = options.begin.assignments;
  equip(self, around);
  return {
      [self](save_atom) {
        return to_message(source_state{self->state.assignments, {}, {}});
      },
      [self](assign_atom,
             std::uint64_t environment) -> caf::result<message<schema::Assignment>, policy_list> {
        auto [made, policies] = self->state.next(environment);
        return {to_message(made), std::move(policies)};
      },
      [self](const message<schema::EpisodeResult>& arrived) {
        auto& state = self->state;
        if (auto result = state.arrivals->read<episode_result>(arrived))
          state.note(*result);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
