#include "actors/environment.hpp"

#include "core/game/goal_text.hpp"
#include "core/rendering/cpu_renderer.hpp"
#include "core/simulation/appearance.hpp"
#include "core/support/error.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

bool environment_state::begin(assignment next, policy_list players) {
  present = std::move(next);
  policies = std::move(players);
  stage_is_set = false;
  result = {.assignment = present.number,
            .environment = options.number,
            .purpose = present.purpose,
            .group = present.group,
            .steps = 0,
            .returns = {},
            .intervened = false,
            .problem = "",
            .record = {}};
  try {
    played.emplace(present.played, present.seed, options.rules);
  } catch (const user_error& problem) {
    result.problem = problem.what();
    return false;
  }
  result.returns.assign(played->players(), 0);
  actions.assign(played->players(), noop_action());
  known_changes.assign(played->players(), std::nullopt);
  return true;
}

bool environment_state::asks(std::size_t index) const {
  return !played->over() || present.players[index].learns;
}

whole_scene environment_state::show(std::size_t index) {
  whole_scene shown{played->state(), std::nullopt, options.rules.clock};
  auto changes = played->record().goal_changes.size();
  if (std::exchange(known_changes[index], changes) != changes)
    shown.played = task{played->place(), played->played(), present.played.co_players};
  return shown;
}

message<schema::Observation> environment_state::observe(std::size_t index) {
  auto seen = played->observe(index);
  seen.when.environment = options.number;
  seen.when.episode = present.number;
  const auto& player = present.players[index];
  if (!player.learns)
    seen.privileged.reset();
  seen.picture.width = player.picture_width;
  seen.picture.height = player.picture_height;
  std::optional<whole_scene> shown;
  if (player.needs_state)
    shown = show(index);
  message_builder<schema::Observation> builder{observation_payload(seen.picture.byte_count())
                                               + (shown ? payload_of(*shown) : 0)};
  auto pixels = write_all_but_pixels(seen, *builder);
  if (shown)
    write(*shown, builder->initScene());
  // Whoever is tagged away sees nothing: the message's bytes begin as zeros.
  if (player.needs_picture() && played->sees(index)) {
    if (!draws)
      draws = make_cpu_renderer();
    if (!std::exchange(stage_is_set, true))
      draws->set_stage(make_stage(played->place()));
    draws->draw(scene_of(played->place(), played->state()),
                first_person_view(played->state(), index),
                {player.picture_width, player.picture_height, pixels});
  }
  return std::move(builder).finish();
}

void environment_state::step() {
  played->step(actions);
  ++steps;
  ++result.steps;
  for (std::size_t i = 0; i < result.returns.size(); ++i)
    result.returns[i] += played->rewards()[i];
  metrics->count("environment_steps");
}

void environment_state::change_goal(std::size_t index, const std::string& aim) {
  if (!played || played->over())
    throw user_error("Nothing is being played just now; try again.");
  played->change_goal(index, parse_goal(aim));
  result.intervened = true;
}

status_report environment_state::status() const {
  return {"environment " + std::to_string(options.number),
          {{steps_done, static_cast<double>(steps)},
           {"episodes", static_cast<double>(episodes)},
           {policies_awaited, static_cast<double>(awaited)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using environment_pointer = environment_actor::stateful_pointer<environment_state>;

void ask_policies(environment_pointer self);

void finish_episode(environment_pointer self) {
  auto& state = self->state;
  ++state.episodes;
  if (state.present.wants_record && state.result.problem.empty())
    state.result.record = state.played->record();
  self->send(state.source, to_message(state.result));
  self->send(self, tick_atom_v);
}

void go_on(environment_pointer self) {
  auto& state = self->state;
  if (state.played->over())
    return finish_episode(self);
  state.step();
  ask_policies(self);
}

void take_action(environment_pointer self, std::size_t player,
                 const message<schema::Action>& answer) {
  auto& state = self->state;
  auto chosen = state.arrivals->read<action_message>(answer);
  if (!chosen)
    return self->quit(chosen.error());
  state.actions[player] = chosen->chosen;
  if (--state.awaited == 0)
    go_on(self);
}

/// No timers here: one for each step would double its cost. Whoever watches environments finds
/// those that do not get on.
void ask_policies(environment_pointer self) {
  auto& state = self->state;
  for (std::size_t player = 0; player < state.policies.size(); ++player)
    if (state.asks(player)) {
      ++state.awaited;
      self->request(state.policies[player], caf::infinite, state.observe(player))
          .then([self, player](
                    const message<schema::Action>& answer) { take_action(self, player, answer); },
                [self](caf::error& problem) { self->quit(std::move(problem)); });
    }
  if (state.awaited == 0)
    go_on(self);
}

void begin_assignment(environment_pointer self, const message<schema::Assignment>& assigned,
                      const policy_list& policies) {
  auto& state = self->state;
  auto next = state.arrivals->read<assignment>(assigned);
  if (!next)
    return self->quit(next.error());
  if (next->players.size() != policies.size())
    return self->quit(caf::make_error(caf::sec::invalid_argument, "players without policies"));
  if (!state.begin(std::move(*next), policies)) {
    state.metrics->count("environment.unplayable");
    return finish_episode(self);
  }
  ask_policies(self);
}

} // namespace

environment_actor::behavior_type environment(environment_pointer self,
                                             const environment_options& options,
                                             const task_source_actor& source,
                                             const surroundings& around) {
  self->state.options = options;
  self->state.source = source;
  equip(self, around);
  self->send(self, tick_atom_v);
  return {
      [self](const message<schema::GoalChange>& wanted) -> caf::result<ok_atom> {
        auto& state = self->state;
        auto change = state.arrivals->read<goal_change_request>(wanted);
        if (!change)
          return change.error();
        try {
          state.change_goal(change->player, change->aim);
        } catch (const user_error& problem) {
          return caf::make_error(caf::sec::invalid_argument, problem.what());
        }
        return ok_atom_v;
      },
      [self](tick_atom) {
        self->request(self->state.source, caf::infinite, assign_atom_v, self->state.options.number)
            .then(
                [self](const message<schema::Assignment>& assigned, const policy_list& policies) {
                  begin_assignment(self, assigned, policies);
                },
                [self](caf::error& problem) { self->quit(std::move(problem)); });
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
