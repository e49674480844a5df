#include "actors/pbt_supervisor.hpp"

#include "actors/evaluation_json.hpp"
#include "actors/from_settings.hpp"
#include "actors/stop_actor.hpp"
#include "actors/system.hpp"
#include "actors/training_setup.hpp"
#include "config/curriculum.hpp"
#include "config/reader.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace troupe {

namespace {

namespace fs = std::filesystem;

/// Files of our own may be as large as they are.
constexpr arrival_limits any_size{SIZE_MAX};

std::int64_t steps_of_update(const settings& values) {
  return values.learning.batch_size * values.learning.unroll_length;
}

population_state first_population(const settings& values) {
  population_state population;
  population.agents.resize(static_cast<std::size_t>(values.pbt.population),
                           {evolving_values_of(values), std::nullopt});
  return population;
}

} // namespace

pbt_supervisor_state::~pbt_supervisor_state() {
  for (const auto& each : members) {
    stop_actor(each.trains);
    stop_actor(each.watches);
  }
}

std::int64_t pbt_supervisor_state::updates_of_milestone() const {
  const auto& values = options.values;
  return std::max<std::int64_t>(1, values.pbt.check_interval / steps_of_update(values));
}

std::int64_t pbt_supervisor_state::milestones() const {
  auto steps = updates_of_milestone() * steps_of_update(options.values);
  return std::max<std::int64_t>(1, (options.values.generations.steps + steps / 2) / steps);
}

std::int64_t pbt_supervisor_state::steps_of_milestone(std::int64_t number) const {
  return number * updates_of_milestone() * steps_of_update(options.values);
}

std::int64_t pbt_supervisor_state::allowed_updates() const {
  constexpr std::int64_t ahead = 2; // of the last check: agents learn on while they are compared
  return (known.checks + ahead) * updates_of_milestone();
}

settings pbt_supervisor_state::values_of(std::uint64_t agent) const {
  auto values = options.values;
  set_evolving_values(values, known.of(agent).values);
  random_stream stream{static_cast<std::uint64_t>(values.run.seed),
                       {.generation = options.generation, .agent = agent}};
  constexpr int beyond_a_double = 11;
  values.run.seed = static_cast<std::int64_t>(stream() >> beyond_a_double);
  values.run.steps = steps_of_milestone(milestones());
  values.run.minutes = 0;
  values.evaluation.interval = 0;
  return values;
}

bool pbt_supervisor_state::is_over() const {
  auto all_done = std::ranges::all_of(members, &member::is_done);
  return all_done && (is_stopping || known.checks == milestones());
}

std::vector<std::string> pbt_supervisor_state::names_at(std::int64_t milestone) const {
  std::vector<std::string> names;
  for (const auto& each : members)
    names.push_back(where().product_name(each.number, steps_of_milestone(milestone)));
  return names;
}

status_report pbt_supervisor_state::status() const {
  double steps = 0;
  for (const auto& each : members)
    steps += static_cast<double>(each.updates * steps_of_update(options.values));
  return {"pbt supervisor",
          {{"agent steps", steps},
           {"checks", static_cast<double>(known.checks)},
           {"checks wanted", static_cast<double>(milestones())},
           {"restarts", static_cast<double>(restarts)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using supervisor_pointer = pbt_supervisor_actor::stateful_pointer<pbt_supervisor_state>;
using member = pbt_supervisor_state::member;

void catch_up(supervisor_pointer self, const member& agent);
void revive(supervisor_pointer self, member& agent);

member& member_of(supervisor_pointer self, std::uint64_t number) {
  return self->state.members[number - 1];
}

void save(const pbt_supervisor_state& state) {
  save_file(state.where().state(), to_message(state.known));
}

void note_event(const pbt_supervisor_state& state, const char* what,
                nlohmann::ordered_json details) {
  nlohmann::ordered_json line{{"event", what},
                              {"generation", state.options.generation},
                              {"check", state.known.checks},
                              {"agent_steps", state.steps_of_milestone(state.known.checks)}};
  line.update(details);
  append_line(state.options.folder.events(), line.dump());
}

// -- the end --------------------------------------------------------------------------------------

void answer_if_over(supervisor_pointer self) {
  auto& state = self->state;
  if (!state.is_over())
    return;
  std::vector<std::string> products;
  if (!state.is_stopping)
    for (std::int64_t milestone = 1; milestone <= state.milestones(); ++milestone)
      std::ranges::move(state.names_at(milestone), std::back_inserter(products));
  for (auto& each : std::exchange(state.asked, {}))
    each.deliver(to_message(candidate_names{products}));
}

void fail(supervisor_pointer self, const std::string& reason) {
  auto problem = caf::make_error(caf::sec::runtime_error, reason);
  for (auto& each : std::exchange(self->state.asked, {}))
    each.deliver(problem);
  self->quit(std::move(problem));
}

// -- agents ---------------------------------------------------------------------------------------

void note_end(supervisor_pointer self, std::uint64_t number) {
  member_of(self, number).is_done = true;
  answer_if_over(self);
}

/// An agent whose training ended goes on from its last checkpoint, once nobody writes any more.
void note_failure(supervisor_pointer self, std::uint64_t number, const std::string& cause) {
  auto& state = self->state;
  auto& agent = member_of(self, number);
  if (state.is_stopping)
    return note_end(self, number);
  if (agent.is_ending)
    return;
  ++state.restarts;
  state.metrics->count("restarts");
  state.options.log(fmt::format("agent {} goes on from its last checkpoint: {}", number, cause));
  if (++agent.restarts_in_a_row > pbt_supervisor_state::max_restarts_in_a_row)
    return fail(self, fmt::format("agent {} does not get on: {}", number, cause));
  agent.is_ending = true;
  stop_actor(agent.trains);
}

training_options training_of(supervisor_pointer self, const member& agent,
                             std::optional<found_checkpoint> begin) {
  auto& state = self->state;
  training_options training;
  training.values = state.values_of(agent.number);
  training.folder = agent.folder;
  training.begin = std::move(begin);
  training.draws = state.options.draws;
  if (training.values.tasks.filtered)
    training.make_source = filter_maker_of(training.values, state.options.strengths);
  training.stops_at = milestones{state.updates_of_milestone(), state.allowed_updates(),
                                 milestone_watcher_actor{self}, agent.number};
  training.teacher = state.options.teacher;
  training.networks = state.options.networks;
  training.learner_has_thread = false;
  training.log = [log = state.options.log, number = agent.number](const std::string& text) {
    log(fmt::format("agent {}: {}", number, text));
  };
  return training;
}

void begin_training(supervisor_pointer self, member& agent) {
  auto& state = self->state;
  auto begin = newest_checkpoint(agent.folder->checkpoints(), [&](const std::string& problem) {
    state.options.log(problem + "; an older checkpoint is used");
  });
  agent.updates = begin ? begin->manifest.updates : 0;
  agent.is_ending = agent.is_done = false;
  agent.folder->forget_after(agent.updates);
  auto training = training_of(self, agent, std::move(begin));
  auto text = to_toml(training.values);
  write_file_atomically(agent.folder->configuration(), std::as_bytes(std::span{text}));
  agent.watches = self->system().spawn<caf::detached>(monitor, monitor_options_of(training));
  self->monitor(agent.watches);
  agent.trains = state.options.make_trainer(self->system(), training, agent.watches,
                                            surroundings_of(training.values, agent.watches));
  self->monitor(agent.trains);
  self->request(agent.trains, caf::infinite, finish_atom_v)
      .then(
          [self, number = agent.number](ok_atom) { note_end(self, number); },
          [self, number = agent.number, beginning = ++agent.beginnings](const caf::error& problem) {
            if (member_of(self, number).beginnings == beginning)
              note_failure(self, number, self->system().render(problem));
          });
  catch_up(self, agent);
}

/// The TRAINER goes first, then its MONITOR, so that nothing is written any more when the agent
/// begins again.
void note_death(supervisor_pointer self, const caf::down_msg& death) {
  auto& state = self->state;
  for (auto& each : state.members) {
    if (each.trains && each.trains.address() == death.source) {
      each.trains = trainer_actor{};
      if (!each.is_done)
        note_failure(self, each.number, self->system().render(death.reason));
      return stop_actor(each.watches);
    }
    if (each.watches && each.watches.address() == death.source) {
      each.watches = monitor_actor{};
      each.is_ending = true;
      stop_actor(each.trains);
    }
    if (each.is_ending && !each.trains && !each.watches && !state.is_stopping)
      return revive(self, each);
  }
}

// -- evolution ------------------------------------------------------------------------------------

/// The checkpoint of an agent at a milestone, or, should that be gone, its newest one.
fs::path checkpoint_at(const pbt_supervisor_state& state, const member& agent,
                       std::int64_t milestone) {
  auto folder =
      checkpoint_folder(agent.folder->checkpoints(), milestone * state.updates_of_milestone());
  try {
    return read_checkpoint(folder).folder;
  } catch (const user_error&) {
    auto newest = newest_checkpoint(agent.folder->checkpoints(), [](const std::string&) {});
    if (!newest)
      throw user_error(agent.folder->checkpoints().string() + ": has no whole checkpoint");
    return newest->folder;
  }
}

/// The child's checkpoints give way to the parent's. Can be done again if it was cut short.
void inherit(supervisor_pointer self, const evolution& decided) {
  auto& state = self->state;
  auto from = checkpoint_at(state, member_of(self, decided.parent), state.known.checks);
  auto checkpoints = member_of(self, decided.child).folder->checkpoints();
  auto unfinished = checkpoints.parent_path() / "inherited";
  fs::remove_all(unfinished);
  fs::copy(from, unfinished);
  fs::remove_all(checkpoints);
  fs::create_directories(checkpoints);
  fs::rename(unfinished, checkpoints / from.filename());
}

void revive(supervisor_pointer self, member& agent) {
  auto& known = self->state.known;
  if (known.under_way && known.under_way->child == agent.number) {
    inherit(self, *known.under_way);
    known.under_way.reset();
    save(self->state);
  }
  begin_training(self, agent);
}

void evolve(supervisor_pointer self) {
  auto& state = self->state;
  const auto& decided = *state.known.under_way;
  nlohmann::ordered_json details{{"parent", decided.parent}, {"child", decided.child}};
  if (std::isfinite(decided.ratio))
    details["ratio"] = decided.ratio;
  details["values"] = to_json(state.known.of(decided.child).values);
  note_event(state, "evolution", details);
  state.metrics->count("evolutions");
  state.options.log(
      fmt::format("agent {} becomes a mutant of agent {}, which is {:.2f} times as fit",
                  decided.child, decided.parent, decided.ratio));
  auto& child = member_of(self, decided.child);
  child.is_ending = true;
  stop_actor(child.trains);
}

// -- checks ---------------------------------------------------------------------------------------

void conclude(supervisor_pointer self, const named_scores& scores) {
  auto& state = self->state;
  const auto& values = state.options.values;
  auto milestone = state.known.checks + 1;
  std::vector<std::vector<double>> fitness;
  auto agents = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto& found = scores[i].second;
    fitness.push_back(fitness_of(found.percentiles, found.participation, values.pbt.percentiles,
                                 state.options.aim));
    nlohmann::ordered_json agent{{"agent", i + 1}};
    agent.update(to_json(found));
    agent["values"] = to_json(state.known.agents[i].values);
    agents.push_back(std::move(agent));
  }
  if (milestone < state.milestones())
    check_for_evolution(
        state.known, state.steps_of_milestone(milestone), fitness, evolution_rules_of(values),
        random_stream{static_cast<std::uint64_t>(values.run.seed),
                      {.generation = state.options.generation, .use = purpose::mutation}});
  else
    ++state.known.checks;
  note_event(state, "check", {{"agents", agents}});
  state.examined.clear();
  state.is_checking = false;
  if (state.known.under_way)
    evolve(self);
  save(state);
  for (const auto& each : state.members) {
    if (each.is_ending)
      continue;
    if (each.trains)
      self->send(each.trains, allow_atom_v, state.allowed_updates());
    catch_up(self, each);
  }
  answer_if_over(self);
}

void check_if_complete(supervisor_pointer self) {
  auto& state = self->state;
  if (state.is_checking || state.examined.size() < state.members.size())
    return;
  state.is_checking = true;
  self->request(state.examines, caf::infinite,
                to_message(candidate_names{state.names_at(state.known.checks + 1)}))
      .then(
          [self](const message<schema::Scores>& answer) {
            auto scores = self->state.arrivals->read<named_scores>(answer);
            if (!scores)
              return fail(self, "the scores cannot be read");
            conclude(self, *scores);
          },
          [self](const caf::error& problem) {
            fail(self, "agents cannot be compared: " + self->system().render(problem));
          });
}

/// Has an agent examined that has come to the milestone of the next check. Those who are further
/// already wait for the check: it may make another one of them.
void catch_up(supervisor_pointer self, const member& agent) {
  auto& state = self->state;
  auto milestone = state.known.checks + 1;
  if (milestone > state.milestones() || state.asked_for.contains({agent.number, milestone})
      || agent.updates < milestone * state.updates_of_milestone())
    return;
  state.asked_for.emplace(agent.number, milestone);
  auto steps = state.steps_of_milestone(milestone);
  auto product = state.where().product(agent.number, steps);
  if (!fs::exists(product)) {
    auto network = read_whole_file(checkpoint_at(state, agent, milestone) / agent_file, any_size);
    fs::create_directories(product.parent_path());
    write_file_atomically(product, std::as_bytes(std::span{network}));
  }
  auto network = read_whole_file(product, any_size);
  auto bytes = std::as_bytes(std::span{network});
  candidate who{state.where().product_name(agent.number, steps), {bytes.begin(), bytes.end()}};
  self->request(state.examines, caf::infinite, to_message(who))
      .then(
          [self, number = agent.number, milestone](ok_atom) {
            self->state.examined.emplace(number, milestone);
            check_if_complete(self);
          },
          [self, number = agent.number](const caf::error& problem) {
            fail(self, fmt::format("agent {} cannot be examined: {}", number,
                                   self->system().render(problem)));
          });
}

void note_milestone(supervisor_pointer self, std::uint64_t number,
                    const checkpoint_manifest& written) {
  auto& state = self->state;
  if (number < 1 || number > state.members.size())
    return;
  auto& agent = member_of(self, number);
  if (agent.is_ending)
    return;
  agent.updates = written.updates;
  agent.restarts_in_a_row = 0;
  catch_up(self, agent);
}

void start(supervisor_pointer self) {
  auto& state = self->state;
  auto file = state.where().state();
  if (fs::exists(file)) {
    auto known =
        read_value<population_state>(load_file<schema::Population>(file, any_size), any_size);
    if (!known || known->agents.empty())
      throw user_error(file.string() + ": makes no sense");
    state.known = std::move(*known);
  } else {
    state.known = first_population(state.options.values);
    fs::create_directories(file.parent_path());
    save(state);
  }
  state.options.folder.forget_events_after(state.options.generation, state.known.checks);
  for (std::uint64_t number = 1; number <= state.known.agents.size(); ++number) {
    auto& agent = state.members.emplace_back();
    agent.number = number;
    agent.folder = std::make_shared<run_folder>(state.where().agent(number));
  }
  for (auto& each : state.members)
    revive(self, each);
}

} // namespace

pbt_supervisor_actor::behavior_type pbt_supervisor(supervisor_pointer self,
                                                   const population_options& options,
                                                   const examiner_actor& examines,
                                                   const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.examines = examines;
  state.around = around;
  equip(self, around);
  // Whoever waits for the end must hear of it.
  self->set_exception_handler([self](std::exception_ptr& thrown) {
    auto problem = error_of(thrown);
    fail(self, self->system().render(problem));
    return problem;
  });
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death); });
  start(self);
  return {
      [self](finish_atom) -> caf::result<message<schema::Candidates>> {
        auto promise = self->make_response_promise<message<schema::Candidates>>();
        self->state.asked.push_back(promise);
        answer_if_over(self);
        return promise;
      },
      [self](stop_atom) {
        auto& state = self->state;
        state.is_stopping = true;
        for (auto& each : state.members)
          if (each.trains)
            self->send(each.trains, stop_atom_v);
          else
            each.is_done = true;
        answer_if_over(self);
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
      [self](std::uint64_t agent, const message<schema::Checkpoint>& arrived) {
        if (auto written = self->state.arrivals->read<checkpoint_manifest>(arrived))
          note_milestone(self, agent, *written);
      },
  };
}

} // namespace troupe
