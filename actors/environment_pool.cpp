#include "actors/environment_pool.hpp"

#include "actors/stop_actor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace troupe {

namespace {

using pool_pointer = environment_pool_actor::stateful_pointer<environment_pool_state>;
using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

/// How often the pool looks after everybody.
constexpr auto tick_interval = 250ms;

/// So many environments that end while nothing is well are no accident.
constexpr std::uint64_t max_restarts_in_a_row = 1000;

double seconds_since(steady::time_point then) {
  return std::chrono::duration<double>(steady::now() - then).count();
}

void forget(const environment_pool_options& options, std::uint64_t environment) {
  for (const auto& each : options.remember_players)
    caf::anon_send(each, gone_atom_v, environment);
}

void add_environment(pool_pointer self) {
  auto& state = self->state;
  auto how = state.options.each;
  how.number = state.options.number * environments_of_pool + state.made++;
  auto made = state.options.make_environment(self->system(), how, state.source, *state.around);
  self->monitor(made);
  state.environments.push_back({.plays = made,
                                .number = how.number,
                                .steps = -1,
                                .last_progress = steady::now(),
                                .doubted = {}});
}

void replace_environment(pool_pointer self, std::size_t place, const std::string& cause) {
  auto& state = self->state;
  auto gone = state.environments[place].number;
  state.environments.erase(state.environments.begin() + static_cast<std::ptrdiff_t>(place));
  forget(state.options, gone);
  ++state.restarts;
  state.metrics->count("restarts");
  if (state.options.log)
    state.options.log(fmt::format("environment {} is replaced: {}", gone, cause));
  if (++state.restarts_in_a_row > max_restarts_in_a_row)
    return self->quit(caf::make_error(
        caf::sec::runtime_error, fmt::format("{} environments ended and nothing came of it, the "
                                             "last because of this: {}",
                                             max_restarts_in_a_row, cause)));
  add_environment(self);
}

void end_if_empty(pool_pointer self) {
  auto& state = self->state;
  if (!state.ending || !state.environments.empty())
    return;
  state.metrics->flush();
  state.ending->deliver(ok_atom_v);
  self->quit();
}

void note_death(pool_pointer self, const caf::down_msg& death) {
  auto& state = self->state;
  auto& all = state.environments;
  auto gone = std::ranges::find_if(
      all, [&](const auto& each) { return each.plays.address() == death.source; });
  if (gone == all.end())
    return;
  if (!state.ending)
    return replace_environment(self, static_cast<std::size_t>(gone - all.begin()),
                               self->system().render(death.reason));
  forget(state.options, gone->number);
  all.erase(gone);
  end_if_empty(self);
}

/// Half of the time that an environment has passes before it is asked, the other half before it is
/// given up: however short the time, none is given up that was not asked.
void ask_environments(pool_pointer self) {
  auto& state = self->state;
  auto patience = state.options.patience;
  for (std::size_t i = 0; i < state.environments.size(); ++i)
    if (auto since = state.environments[i].doubted; since && seconds_since(*since) > patience / 2) {
      self->send_exit(state.environments[i].plays, caf::exit_reason::kill);
      return replace_environment(self, i, fmt::format("it did not get on for {} s", patience));
    }
  for (auto& each : state.environments) {
    if (!each.doubted && seconds_since(each.last_progress) <= patience / 2)
      continue;
    each.doubted = each.doubted.value_or(steady::now());
    self->request(each.plays, state.around->request_timeout, status_atom_v)
        .then(
            [self, number = each.number](const message<schema::Status>& answer) {
              if (auto status = self->state.arrivals->read<status_report>(answer))
                self->state.look_after(number, *status);
            },
            [](const caf::error&) {}); // time will tell
  }
}

} // namespace

environment_pool_state::~environment_pool_state() {
  for (const auto& each : environments) {
    stop_actor(each.plays);
    forget(options, each.number);
  }
}

void environment_pool_state::look_after(std::uint64_t number, const status_report& status) {
  auto found = std::ranges::find(environments, number, &watched_environment::number);
  if (found == environments.end())
    return;
  auto steps = number_in(status, steps_done).value_or(found->steps);
  auto waits = number_in(status, policies_awaited).value_or(0) > 0;
  if (!waits && steps == found->steps)
    return;
  found->steps = steps;
  found->last_progress = steady::now();
  found->doubted.reset();
}

status_report environment_pool_state::status() const {
  return {"environment pool " + std::to_string(options.number),
          {{"environments", static_cast<double>(environments.size())},
           {"restarts", static_cast<double>(restarts)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

environment_pool_actor::behavior_type environment_pool(pool_pointer self,
                                                       const environment_pool_options& options,
                                                       const task_source_actor& source,
                                                       const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.source = source;
  state.around = around;
  equip(self, around);
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death); });
  for (std::size_t i = 0; i < options.environments; ++i)
    add_environment(self);
  self->delayed_send(self, tick_interval, tick_atom_v);
  return {
      [self](ok_atom) { self->state.restarts_in_a_row = 0; },
      [self](stop_atom) -> caf::result<ok_atom> {
        auto& state = self->state;
        state.ending = self->make_response_promise<ok_atom>();
        auto promise = *state.ending;
        for (const auto& each : state.environments)
          stop_actor(each.plays);
        end_if_empty(self);
        return promise;
      },
      [self](tick_atom) {
        if (self->state.ending)
          return;
        self->delayed_send(self, tick_interval, tick_atom_v);
        ask_environments(self);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
