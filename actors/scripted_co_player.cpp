#include "actors/scripted_co_player.hpp"

#include <utility>

namespace troupe {

scripted_co_player_state::part* scripted_co_player_state::part_for(const scripted_view& seen) {
  const auto& [state, played, clock] = seen.scene;
  auto slot = seen.when.slot();
  if (played && seen.when.step == 0) {
    part begun{seen.when.episode,
               {played->place, slot.player, script_of(style, played->played, slot.player),
                random_stream{seen.policy_seed}, clock},
               state.objects.size(),
               state.players.size()};
    return &parts.insert_or_assign(slot, std::move(begun)).first->second;
  }
  auto known = parts.find(slot);
  if (known == parts.end() || known->second.episode != seen.when.episode
      || known->second.objects != state.objects.size()
      || known->second.players != state.players.size())
    return nullptr;
  if (played)
    known->second.plays.change_script(script_of(style, played->played, slot.player));
  return &known->second;
}

std::optional<action> scripted_co_player_state::act(const scripted_view& seen) {
  auto* found = part_for(seen);
  if (found == nullptr)
    return std::nullopt;
  ++actions;
  metrics->count("co_player.actions");
  return found->plays.act(seen.scene.state);
}

void scripted_co_player_state::forget(std::uint64_t environment) {
  std::erase_if(parts, [&](const auto& each) { return each.first.environment == environment; });
}

status_report scripted_co_player_state::status() const {
  return {"co-player " + policy_name,
          {{"actions", static_cast<double>(actions)},
           {"messages refused", static_cast<double>(arrivals->refusals())},
           {"players remembered", static_cast<double>(parts.size())}}};
}

co_player_actor::behavior_type
scripted_co_player(co_player_actor::stateful_pointer<scripted_co_player_state> self,
                   const std::string& policy_name, script_style style, const surroundings& around) {
  self->state.policy_name = policy_name;
  self->state.style = style;
  equip(self, around);
  return {
      [self](describe_atom) {
        return to_message(policy_description{self->state.policy_name, false, true});
      },
      [self](gone_atom, std::uint64_t environment) { self->state.forget(environment); },
      [self](const message<schema::Observation>& arrived) -> caf::result<message<schema::Action>> {
        auto& state = self->state;
        auto seen = state.arrivals->read<scripted_view>(arrived);
        if (!seen)
          return seen.error();
        auto chosen = state.act(*seen);
        if (!chosen)
          return state.arrivals->refuse(
              make_error(arrival_problem::nonsense, "an episode whose beginning was not shown"));
        return to_message(action_message{seen->when, *chosen});
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
