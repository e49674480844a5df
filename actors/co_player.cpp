#include "actors/co_player.hpp"

#include "core/simulation/policy_draws.hpp"

namespace troupe {

std::string_view to_string(blind_policy policy) {
  return policy == blind_policy::noop ? "noop" : "random";
}

action act(blind_policy policy, std::uint64_t policy_seed, const player_moment& when) {
  if (policy == blind_policy::noop)
    return noop_action();
  auto stream = policy_draws(policy_seed, when);
  return random_action(stream);
}

co_player_actor::behavior_type co_player(co_player_actor::stateful_pointer<co_player_state> self,
                                         blind_policy policy, const surroundings& around) {
  self->state.policy = policy;
  equip(self, around);
  return {
      [self](describe_atom) {
        return to_message(
            policy_description{std::string{to_string(self->state.policy)}, false, false});
      },
      [](gone_atom, std::uint64_t) {}, // it remembers nobody
      [self](const message<schema::Observation>& seen) -> caf::result<message<schema::Action>> {
        auto& state = self->state;
        if (auto problem = state.arrivals->check(seen))
          return problem;
        auto observation = seen.read();
        auto when = moment_of(*observation);
        ++state.actions;
        state.metrics->count("co_player.actions");
        return to_message(
            action_message{when, act(state.policy, observation->getPolicySeed(), when)});
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) {
        auto& state = self->state;
        return to_message(
            status_report{"co-player " + std::string{to_string(state.policy)},
                          {{"actions", static_cast<double>(state.actions)},
                           {"messages refused", static_cast<double>(state.arrivals->refusals())}}});
      },
  };
}

} // namespace troupe
