#include "actors/generation_manager.hpp"

#include "actors/evaluation_json.hpp"
#include "actors/from_settings.hpp"
#include "actors/stop_actor.hpp"
#include "actors/system.hpp"
#include "config/reader.hpp"
#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/world_archive.hpp"

#include <caf/event_based_actor.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace troupe {

namespace {

namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

/// Files of our own may be as large as they are.
constexpr arrival_limits any_size{SIZE_MAX};

/// Whoever is chosen is filmed in so many of the validation games.
constexpr std::size_t videos_of_chosen = 3;

/// Against whom everybody plays, from the beginning.
constexpr std::array standing_co_players{"noop", "random"};

generation_aim aim_of(const settings& values) {
  return values.learning.self_reward_play ? generation_aim::exploration
                                          : generation_aim::competence;
}

} // namespace

generation_manager_state::~generation_manager_state() {
  stop_actor(trains);
  stop_actor(examines);
  stop_actor(playing);
  stop_actor(scenes);
  for (const auto& each : cast)
    stop_actor(each);
}

std::vector<std::string> generation_manager_state::chosen_names() const {
  std::vector<std::string> names;
  for (std::uint64_t number = 1; number < generation(); ++number)
    names.push_back(chosen_name(number));
  return names;
}

status_report generation_manager_state::status() const {
  return {"generation manager",
          {{"generation", static_cast<double>(generation())},
           {"generations wanted", static_cast<double>(options.values.generations.count)},
           {"agent steps", steps},
           {"checks", checks},
           {"problem", failure},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using manager_pointer = generation_manager_actor::stateful_pointer<generation_manager_state>;

void begin_generation(manager_pointer self);

// -- the end --------------------------------------------------------------------------------------

void end(manager_pointer self) {
  auto& state = self->state;
  if (std::exchange(state.is_over, true))
    return;
  state.progress.finish();
  stop_actor(state.trains);
  stop_actor(state.examines);
  for (auto& each : std::exchange(state.asked, {}))
    if (state.failure.empty())
      each.deliver(ok_atom_v);
    else
      each.deliver(caf::make_error(caf::sec::runtime_error, state.failure));
}

void fail(manager_pointer self, const std::string& reason) {
  if (self->state.is_over)
    return;
  self->state.failure = reason;
  end(self);
}

auto failing(manager_pointer self, const char* what) {
  return [self, what](const caf::error& problem) {
    fail(self, fmt::format("{}: {}", what, self->system().render(problem)));
  };
}

void note_event(manager_pointer self, const char* what, std::uint64_t generation,
                nlohmann::ordered_json details) {
  // After all checks of its generation.
  nlohmann::ordered_json line{{"event", what},
                              {"generation", generation},
                              {"check", std::numeric_limits<std::int32_t>::max()}};
  line.update(details);
  append_line(self->state.folder.events(), line.dump());
}

// -- measuring ------------------------------------------------------------------------------------

candidate candidate_of(const generation_manager_state& state, std::uint64_t generation) {
  auto network = read_whole_file(state.folder.chosen(generation), any_size);
  auto bytes = std::as_bytes(std::span{network});
  return {chosen_name(generation), {bytes.begin(), bytes.end()}};
}

/// Has everybody play who is a co-player, with all co-players, then goes on with how they did.
/// Requests are answered in the order in which they are made: the last one's answer says that all
/// have played.
template <class Then>
void measure_co_players(manager_pointer self, Then then) {
  auto& state = self->state;
  auto names = state.chosen_names();
  std::vector<message<schema::Candidate>> all;
  for (const auto* name : standing_co_players)
    all.push_back(to_message(candidate{name, {}}));
  for (std::uint64_t number = 1; number < state.generation(); ++number)
    all.push_back(to_message(candidate_of(state, number)));
  names.insert(names.begin(), standing_co_players.begin(), standing_co_players.end());
  for (std::size_t i = 0; i < all.size(); ++i)
    self->request(state.examines, caf::infinite, all[i])
        .then(
            [self, then, names, is_last = i + 1 == all.size()](ok_atom) {
              if (!is_last || self->state.is_over)
                return;
              self->request(self->state.examines, caf::infinite, to_message(candidate_names{names}))
                  .then(
                      [self, then](const message<schema::Scores>& answer) {
                        if (auto scores = self->state.arrivals->read<named_scores>(answer))
                          then(*scores);
                      },
                      failing(self, "the co-players cannot be compared"));
            },
            failing(self, "the co-players cannot be measured"));
}

/// Measured by everybody who was chosen, at the end.
void finish(manager_pointer self) {
  measure_co_players(self, [self](const named_scores& scores) {
    auto& state = self->state;
    auto players = nlohmann::ordered_json::object();
    for (const auto& [name, found] : scores) {
      players[name] = to_json(found);
      state.options.log(fmt::format("{}: participation {:.2f}, median normalised score {:.2f}",
                                    name, found.participation, found.percentiles.back()));
    }
    note_event(self, "result", state.generation(), {{"players", players}});
    end(self);
  });
}

// -- videos ---------------------------------------------------------------------------------------

void film(manager_pointer self, const episode_record& record, const fs::path& file) {
  auto work = [](caf::event_based_actor*, const experiment_options& with,
                 const episode_record& filmed, const fs::path& to) {
    try {
      with.film(filmed, to);
    } catch (const std::exception& problem) {
      with.log(std::string{"no video: "} + problem.what());
    }
  };
  self->system().spawn<caf::detached>(work, self->state.options, record, file);
}

void leave_the_stage(generation_manager_state& state) {
  stop_actor(std::exchange(state.playing, {}));
  stop_actor(std::exchange(state.scenes, {}));
  for (const auto& each : std::exchange(state.cast, {}))
    stop_actor(each);
}

void film_scenes(manager_pointer self, std::uint64_t generation,
                 const message<schema::Results>& answer) {
  auto& state = self->state;
  auto results = state.arrivals->read<std::vector<episode_result>>(answer);
  if (!results)
    return;
  for (const auto& each : *results)
    if (each.record)
      film(self, *each.record,
           state.folder.videos() / fmt::format("{}{:02}.mp4", generation, each.assignment + 1));
}

/// Has whoever was chosen play the first validation games for a video, with somebody who does
/// nothing, then goes on. No video is no reason to stop.
void play_scenes(manager_pointer self, std::uint64_t generation,
                 const std::function<void()>& then) {
  auto& state = self->state;
  if (!state.options.film)
    return then();
  const auto& values = state.options.values;
  auto chosen = candidate_of(state, generation);
  auto casting = casting_options_of(values);
  auto agent =
      make_network_player(self->system(), chosen.name, chosen.network, casting, *state.around);
  auto idler = make_co_player(self->system(), "noop", casting, *state.around);
  state.cast = {agent.plays, idler.plays};
  evaluation_plan plan;
  for (const auto& each : state.options.validation)
    if (plan.tasks.size() < videos_of_chosen)
      plan.tasks.push_back({each, {}});
  plan.recorded = plan.tasks.size();
  plan.stream = random_stream{static_cast<std::uint64_t>(values.evaluation.seed)};
  state.scenes = self->system().spawn(evaluator, plan, agent, std::vector<available_policy>{idler},
                                      *state.around);
  auto pool = environment_pool_options_of(values, 0);
  pool.environments = plan.tasks.size();
  pool.remember_players = state.cast;
  state.playing = self->system().spawn(environment_pool, pool, state.scenes, *state.around);
  self->request(state.scenes, caf::infinite, finish_atom_v)
      .then(
          [self, generation, then](const message<schema::Results>& answer) {
            leave_the_stage(self->state);
            film_scenes(self, generation, answer);
            then();
          },
          [self, then](const caf::error&) {
            leave_the_stage(self->state);
            then();
          });
}

// -- generations ----------------------------------------------------------------------------------

void choose(manager_pointer self, const named_scores& scores) {
  auto& state = self->state;
  auto generation = state.generation();
  auto values = settings_of_generation(state.options.values, static_cast<std::int64_t>(generation));
  auto low = static_cast<std::size_t>(values.evaluation.best_agent_percentile);
  std::vector<generation_product> products;
  for (const auto& [name, found] : scores) {
    auto product = product_named(name);
    product.participation = found.participation;
    product.low_percentile = found.percentiles[low];
    products.push_back(product);
  }
  auto best = best_of_generation(products, aim_of(values)).value();
  auto place = std::ranges::find(products, best) - products.begin();
  generation_folder where{state.folder, generation};
  auto network = read_whole_file(where.product(best.agent, best.agent_steps), any_size);
  write_file_atomically(state.folder.chosen(generation), std::as_bytes(std::span{network}));
  nlohmann::ordered_json details{
      {"agent", best.agent}, {"agent_steps", best.agent_steps}, {"aim", to_string(aim_of(values))}};
  details.update(to_json(scores[static_cast<std::size_t>(place)].second));
  note_event(self, "generation", generation, details);
  state.known.chosen.push_back(best);
  save_file(state.folder.state(), to_message(state.known));
  state.options.log(fmt::format("generation {}: agent {} after {} steps was chosen: participation "
                                "{:.2f}, normalised score at "
                                "the {}th percentile {:.2f}",
                                generation, best.agent, best.agent_steps, best.participation, low,
                                best.low_percentile));
  stop_actor(std::exchange(state.trains, {}));
  self->request(state.examines, caf::infinite, meet_atom_v,
                to_message(candidate_of(state, generation)))
      .then([self, generation](
                ok_atom) { play_scenes(self, generation, [self] { begin_generation(self); }); },
            failing(self, "whoever was chosen cannot play"));
}

void note_products(manager_pointer self, const std::vector<std::string>& names) {
  auto& state = self->state;
  if (names.empty()) // it was stopped
    return end(self);
  self->request(state.examines, caf::infinite, to_message(candidate_names{names}))
      .then(
          [self](const message<schema::Scores>& answer) {
            auto scores = self->state.arrivals->read<named_scores>(answer);
            if (!scores)
              return fail(self, "the scores cannot be read");
            choose(self, *scores);
          },
          failing(self, "a generation cannot be judged"));
}

void train_population(manager_pointer self, const named_scores& co_players) {
  auto& state = self->state;
  if (state.is_stopping)
    return end(self);
  auto generation = state.generation();
  population_options population;
  population.values =
      settings_of_generation(state.options.values, static_cast<std::int64_t>(generation));
  population.generation = generation;
  population.aim = aim_of(population.values);
  population.folder = state.folder;
  population.draws = distribution_of(population.values, state.options.held_out,
                                     load_archive(population.values.tasks.worlds));
  if (generation > 1)
    population.teacher = state.folder.chosen(generation - 1);
  for (std::uint64_t number = 1; number < generation; ++number) {
    population.values.tasks.co_players.push_back(chosen_name(number));
    population.networks[chosen_name(number)] = state.folder.chosen(number);
  }
  for (const auto& [name, found] : co_players)
    population.strengths[name] = found.percentiles.back();
  population.make_trainer = state.options.make_trainer;
  population.log = [log = state.options.log, generation](const std::string& text) {
    log(fmt::format("generation {}: {}", generation, text));
  };
  state.first_steps = -1;
  state.started = steady::now();
  state.options.log(fmt::format(
      "generation {} of {} begins, {}", generation, state.options.values.generations.count,
      population.values.learning.self_reward_play ? "exploring by self reward-play"
                                                  : "rewarded by its goals"));
  state.trains = self->system().spawn<caf::detached>(pbt_supervisor, population, state.examines,
                                                     *state.around);
  self->request(state.trains, caf::infinite, finish_atom_v)
      .then(
          [self](const message<schema::Candidates>& answer) {
            if (auto names = self->state.arrivals->read<candidate_names>(answer))
              note_products(self, names->all);
          },
          failing(self, "a generation ended"));
}

void begin_generation(manager_pointer self) {
  auto& state = self->state;
  if (state.is_stopping)
    return end(self);
  if (state.is_last())
    return finish(self);
  measure_co_players(self, [self](const named_scores& scores) { train_population(self, scores); });
}

// -- progress -------------------------------------------------------------------------------------

void show(manager_pointer self, const status_report& status) {
  auto& state = self->state;
  state.steps = number_in(status, "agent steps").value_or(0);
  state.checks = number_in(status, "checks").value_or(0);
  state.checks_wanted = number_in(status, "checks wanted").value_or(0);
  if (state.first_steps < 0)
    state.first_steps = state.steps;
  const auto& values = state.options.values;
  auto wanted = static_cast<double>(values.generations.steps * values.pbt.population);
  auto seconds = std::chrono::duration<double>(steady::now() - state.started).count();
  auto rate = (state.steps - state.first_steps) / std::max(seconds, 1.0);
  auto text = fmt::format(
      "generation {} of {}: {:.0f} % of its steps, {:.0f}/s, check {:.0f} of {:.0f}",
      state.generation(), values.generations.count, 100 * std::min(1.0, state.steps / wanted), rate,
      state.checks, state.checks_wanted);
  state.progress.show(text);
}

void tick(manager_pointer self) {
  auto& state = self->state;
  if (state.is_over)
    return;
  self->delayed_send(self, to_timespan(state.options.values.monitor.interval), tick_atom_v);
  if (!state.trains || !state.progress.is_terminal())
    return;
  self->request(state.trains, state.around->request_timeout, status_atom_v)
      .then(
          [self](const message<schema::Status>& answer) {
            auto status = self->state.arrivals->read<status_report>(answer);
            if (status && !self->state.is_over)
              show(self, *status);
          },
          [](const caf::error&) {}); // its end is noted elsewhere
}

void start(manager_pointer self) {
  auto& state = self->state;
  if (auto file = state.folder.state(); fs::exists(file)) {
    auto known =
        read_value<experiment_state>(load_file<schema::Experiment>(file, any_size), any_size);
    if (!known)
      throw user_error(file.string() + ": makes no sense");
    state.known = std::move(*known);
  }
  // What a generation has not concluded its PBT SUPERVISOR forgets; the result is written anew.
  state.folder.forget_events_after(state.is_last() ? state.generation() - 1 : state.generation(),
                                   std::numeric_limits<std::int32_t>::max());
  examiner_options examining;
  examining.values = state.options.values;
  examining.games = state.options.validation;
  examining.co_players.assign(standing_co_players.begin(), standing_co_players.end());
  examining.payoffs = state.folder.payoffs();
  examining.log = state.options.log;
  state.examines = self->system().spawn<caf::detached>(examiner, examining, *state.around);
  self->monitor(state.examines);
  for (std::uint64_t number = 1; number < state.generation(); ++number)
    self->request(state.examines, caf::infinite, meet_atom_v,
                  to_message(candidate_of(state, number)))
        .then([](ok_atom) {}, failing(self, "whoever was chosen cannot play"));
  begin_generation(self);
}

} // namespace

generation_manager_actor::behavior_type generation_manager(manager_pointer self,
                                                           const experiment_options& options,
                                                           const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.folder = experiment_folder{options.folder->path()};
  state.progress = progress_line{options.progress_output};
  state.around = around;
  equip(self, around);
  // Whoever waits for the end must hear of it.
  self->set_exception_handler([self](std::exception_ptr& thrown) {
    fail(self, self->system().render(error_of(thrown)));
    return caf::error{};
  });
  self->set_down_handler([self](const caf::down_msg& death) {
    if (!self->state.is_over && self->state.examines.address() == death.source)
      fail(self, "the examiner ended: " + self->system().render(death.reason));
  });
  start(self);
  self->delayed_send(self, to_timespan(options.values.monitor.interval), tick_atom_v);
  return {
      [self](finish_atom) -> caf::result<ok_atom> {
        auto& state = self->state;
        if (state.is_over && state.failure.empty())
          return ok_atom_v;
        if (state.is_over)
          return caf::make_error(caf::sec::runtime_error, state.failure);
        state.asked.push_back(self->make_response_promise<ok_atom>());
        return state.asked.back();
      },
      [self](stop_atom) {
        auto& state = self->state;
        state.is_stopping = true;
        if (state.trains)
          self->send(state.trains, stop_atom_v);
        else
          end(self);
      },
      [self](tick_atom) { tick(self); },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
