#include "actors/trainer.hpp"

#include "actors/evaluation_json.hpp"
#include "actors/from_settings.hpp"
#include "actors/inference_batcher.hpp"
#include "actors/stop_actor.hpp"
#include "actors/system.hpp"
#include "config/agent.hpp"
#include "core/simulation/script.hpp"
#include "core/support/error.hpp"
#include "messages/curriculum_conversion.hpp"
#include "messages/file.hpp"
#include "messages/training_conversion.hpp"

#include <caf/event_based_actor.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace troupe {

namespace {

using trainer_pointer = trainer_actor::stateful_pointer<trainer_state>;
using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

/// Children of the run's stream.
enum stream_use : std::uint64_t { for_training, for_evaluation };

/// How often the TRAINER looks after everything.
constexpr auto tick_interval = 250ms;

std::size_t size(std::int64_t setting) {
  return static_cast<std::size_t>(setting);
}

random_stream stream_of(const settings& values, stream_use use) {
  return random_stream{static_cast<std::uint64_t>(values.run.seed)}.split(use);
}

double seconds_since(steady::time_point then) {
  return std::chrono::duration<double>(steady::now() - then).count();
}

void end(trainer_pointer self);
void look_last(trainer_pointer self);
void fail(trainer_pointer self, const std::string& reason);

/// What becomes of an answer that does not come.
auto failing(trainer_pointer self, const char* what) {
  return [self, what](const caf::error& problem) {
    fail(self, fmt::format("{}: {}", what, self->system().render(problem)));
  };
}

// -- who there is ---------------------------------------------------------------------------------

/// The number of updates after which the agent waits: those it has if it may not come to its next
/// milestone.
std::int64_t next_stop(const trainer_state& state) {
  auto every = state.options.stops_at->every;
  auto next = std::min((state.updates / every + 1) * every, state.last_update);
  return next <= state.allowed ? next : state.updates;
}

teaching_options teaching_of(const trainer_state& state) {
  const auto& values = state.options.values;
  teaching_options options;
  options.shape = network_shape_of(values);
  options.how = hyperparameters_of(values);
  options.seed =
      random_stream{static_cast<std::uint64_t>(values.run.seed), {.use = purpose::network}}();
  options.device = values.system.device;
  options.batch_size = size(values.learning.batch_size);
  options.max_staleness = values.learning.max_staleness;
  options.last_update = state.last_update;
  options.checkpoints = state.options.folder->checkpoints();
  options.teacher = state.options.teacher;
  options.distillation_weight = values.distillation.weight;
  options.distillation_steps = values.distillation.steps;
  if (state.options.stops_at)
    options.first_allowed = next_stop(state);
  if (state.options.begin) {
    options.resume_from = state.options.begin->folder;
    options.agent_steps = state.options.begin->manifest.agent_steps;
  }
  return options;
}

/// The co-player of that name, spawned when it is first asked for.
hired_co_player hire(trainer_pointer self, const std::string& name) {
  auto& state = self->state;
  for (const auto& each : state.staff)
    if (each.as.policy == name)
      return each;
  auto known = state.options.networks.find(name);
  auto found = known == state.options.networks.end() ? name : known->second.string();
  auto hired = make_co_player(self->system(), found, casting_options_of(state.options.values),
                              *state.around);
  hired.as.policy = name;
  self->monitor(hired.plays);
  state.staff.push_back(hired);
  return hired;
}

/// Whether scripts know how to reach the goals of all tasks as their first player: what they get
/// says nothing about the tasks otherwise.
bool scripts_can_play(const std::vector<grouped_task>& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](const grouped_task& each) {
    const auto& goals = each.played.played.goals();
    return can_play(plans_for(goals.front(), 0, goals.size()), each.played.place, 0);
  });
}

/// Spawns everybody who plays and does not learn. Throws `user_error` if somebody is unknown.
void hire_staff(trainer_pointer self) {
  auto& state = self->state;
  for (const auto& name : state.options.values.tasks.co_players)
    state.co_players.push_back(hire(self, name));
  for (const auto* name : {"noop", "random"})
    state.baselines_missing.push_back(hire(self, name));
  if (scripts_can_play(state.options.held_out))
    state.baselines_missing.push_back(hire(self, "scripted"));
}

/// Environments that play what a source assigns.
environment_pool_actor spawn_pool(trainer_pointer self, std::size_t count,
                                  const task_source_actor& source,
                                  const std::vector<inference_batcher_actor>& networks) {
  auto& state = self->state;
  auto options = environment_pool_options_of(state.options.values, state.next_pool++);
  options.environments = count;
  if (state.options.make_environment)
    options.make_environment = state.options.make_environment;
  options.remember_players.assign(networks.begin(), networks.end());
  for (const auto& each : state.staff)
    options.remember_players.push_back(each.plays);
  options.log = state.options.log;
  auto pool = self->system().spawn(environment_pool, options, source, *state.around);
  self->monitor(pool);
  return pool;
}

/// What the source of tasks knew at a checkpoint, if there is one. Throws `user_error`.
source_state known_to_source(const std::optional<found_checkpoint>& begin) {
  if (!begin)
    return {};
  constexpr arrival_limits any_size{SIZE_MAX};
  auto file = begin->folder / source_file;
  auto known = read_value<source_state>(load_file<schema::SourceState>(file, any_size), any_size);
  if (!known)
    throw user_error(file.string() + ": makes no sense");
  return *known;
}

void begin_playing(trainer_pointer self, const message<schema::Weights>& weights) {
  auto& state = self->state;
  if (state.is_over)
    return;
  const auto& values = state.options.values;
  available_policy agent{{}, assigned_agent_of(values, true)};
  auto batchers = batchers_of(values, actor_threads(self->system()));
  for (std::size_t i = 0; i < batchers; ++i) {
    auto acts = self->system().spawn(inference_batcher, batching_options_of(values, batchers),
                                     weights, state.learner, *state.around);
    self->monitor(acts);
    self->send(state.learner, weights_atom_v, acts);
    state.acting.push_back(acts);
    agent.copies.push_back(acts);
  }
  source_options begins{.draws = state.options.draws,
                        .stream = stream_of(values, for_training),
                        .begin = known_to_source(state.options.begin),
                        .agent = agent,
                        .learner = state.learner,
                        .co_players = state.co_players};
  state.source = state.options.make_source
                     ? state.options.make_source(self->system(), begins, *state.around)
                     : self->system().spawn(practice, begins, *state.around);
  self->monitor(state.source);
  state.playing =
      spawn_pool(self, size(values.collection.environments), state.source, state.acting);
}

void note_death(trainer_pointer self, const caf::down_msg& death) {
  auto& state = self->state;
  if (state.is_over)
    return;
  auto is_it = [&](const auto& actor) { return actor && actor.address() == death.source; };
  auto cause = self->system().render(death.reason);
  if (is_it(state.playing))
    return fail(self, "nobody plays any more: " + cause);
  if (is_it(state.learner))
    return fail(self, "the learner ended: " + cause);
  if (std::ranges::any_of(state.acting, is_it))
    return fail(self, "the acting network ended: " + cause);
  if (is_it(state.source))
    return fail(self, "the source of tasks ended: " + cause);
  for (const auto& each : state.staff)
    if (is_it(each.plays))
      return fail(self, "the co-player " + each.as.policy + " ended: " + cause);
  if (state.judging
      && (is_it(state.judging->source) || is_it(state.judging->policy)
          || is_it(state.judging->playing)))
    return fail(self, "an evaluation ended: " + cause);
}

// -- checkpoints ----------------------------------------------------------------------------------

using checkpoint_written = std::function<void(const checkpoint_manifest&)>;

void complete_checkpoint(trainer_pointer self, checkpoint_manifest manifest,
                         const checkpoint_written& then) {
  auto& state = self->state;
  state.metrics->count("checkpoints");
  state.metrics->flush();
  manifest.environment_pools = state.next_pool;
  self->request(state.watcher, state.around->request_timeout, count_atom_v)
      .then(
          [self, manifest, then](const message<schema::Checkpoint>& counted) mutable {
            auto& state = self->state;
            if (auto known = state.arrivals->read<checkpoint_manifest>(counted))
              manifest.counters = known->counters;
            state.is_saving = false;
            state.last_checkpoint = steady::now();
            try {
              state.options.folder->complete(manifest,
                                             size(state.options.values.run.keep_checkpoints));
              ++state.checkpoints;
            } catch (const user_error& problem) {
              return fail(self, problem.what());
            }
            then(manifest);
          },
          failing(self, "metrics could not be written"));
}

/// Writes what the source of tasks knows into a checkpoint.
void add_source(const trainer_state& state, checkpoint_manifest& manifest,
                const message<schema::SourceState>& known) {
  auto file =
      checkpoint_folder(state.options.folder->checkpoints(), manifest.updates) / source_file;
  save_file(file, known);
  constexpr arrival_limits any_size{SIZE_MAX};
  auto content = read_whole_file(file, any_size);
  manifest.files.push_back(
      {source_file, content.size(), checksum(std::as_bytes(std::span{content}))});
}

/// Has the learner write what it knows, asks everybody else how far they are, and writes the
/// manifest last.
void save(trainer_pointer self, const checkpoint_written& then) {
  auto& state = self->state;
  state.is_saving = true;
  self->request(state.learner, caf::infinite, save_atom_v)
      .then(
          [self, then](const message<schema::Checkpoint>& written) {
            auto& state = self->state;
            auto manifest = state.arrivals->read<checkpoint_manifest>(written);
            if (!manifest)
              return fail(self, "the learner's checkpoint cannot be read");
            self->request(state.source, state.around->request_timeout, save_atom_v)
                .then(
                    [self, then,
                     manifest = *manifest](const message<schema::SourceState>& known) mutable {
                      try {
                        add_source(self->state, manifest, known);
                      } catch (const user_error& problem) {
                        return fail(self, std::string{"a checkpoint could not be written: "}
                                              + problem.what());
                      }
                      complete_checkpoint(self, std::move(manifest), then);
                    },
                    failing(self, "the source of tasks"));
          },
          failing(self, "a checkpoint could not be written"));
}

// -- evaluation -----------------------------------------------------------------------------------

void film(trainer_pointer self, const episode_record& record, const std::filesystem::path& file) {
  auto& options = self->state.options;
  if (!options.film)
    return;
  auto work = [](caf::event_based_actor*, const training_options& with,
                 const episode_record& filmed, const std::filesystem::path& to) {
    try {
      with.film(filmed, to);
    } catch (const std::exception& problem) {
      with.log(std::string{"no video: "} + problem.what());
    }
  };
  self->system().spawn<caf::detached>(work, options, record, file);
}

void note_evaluation(trainer_pointer self, const std::vector<episode_result>& results) {
  auto& state = self->state;
  const auto& folder = *state.options.folder;
  auto summary = summarise(std::span<const episode_result>{results});
  auto judged = *state.judging;
  state.end_evaluation();
  if (judged.player != "agent") {
    state.baselines[judged.player] = summary;
    return;
  }
  nlohmann::ordered_json line{{"update", judged.update},
                              {"agent_steps", judged.agent_steps},
                              {"seconds", state.seconds_before + seconds_since(state.started)}};
  if (!results.empty() && results.front().record && state.options.film) {
    auto file = fmt::format("{:010}.mp4", judged.update);
    line["video"] = "videos/" + file;
    film(self, *results.front().record, folder.videos() / file);
  }
  auto& players = line["players"];
  players["agent"] = to_json(summary);
  for (const auto& [player, known] : state.baselines)
    players[player] = to_json(known);
  append_line(folder.evaluations(), line.dump());
  auto text = fmt::format("evaluation after {} steps: return {:.2f} ± {:.2f}", judged.agent_steps,
                          summary.all.mean, 1.96 * summary.all.standard_error);
  for (const auto& [player, known] : state.baselines)
    text += fmt::format(", {} {:.2f}", player, known.all.mean);
  state.options.log(text);
  state.metrics->measure("evaluation.return", summary.all.mean);
}

void judge(trainer_pointer self, const std::string& player, const available_policy& policy) {
  auto& state = self->state;
  const auto& values = state.options.values;
  evaluation_plan plan{state.options.held_out, 1, stream_of(values, for_evaluation),
                       player == "agent" ? 1U : 0U};
  auto source = self->system().spawn(evaluator, plan, policy, state.co_players, *state.around);
  self->monitor(source);
  state.judging->source = source;
  auto count = std::min(size(values.evaluation.environments), plan.tasks.size());
  std::vector<inference_batcher_actor> networks;
  if (state.judging->policy)
    networks.push_back(state.judging->policy);
  state.judging->playing = spawn_pool(self, count, source, networks);
  self->request(source, caf::infinite, finish_atom_v)
      .then(
          [self, source](const message<schema::Results>& answer) {
            // The last of an evaluation that was given up.
            if (!self->state.judging || self->state.judging->source != source)
              return;
            auto results = self->state.arrivals->read<std::vector<episode_result>>(answer);
            if (!results)
              return fail(self, "the results of an evaluation cannot be read");
            auto is_last = self->state.judging->is_last;
            try {
              note_evaluation(self, *results);
            } catch (const user_error& problem) {
              return fail(self, problem.what());
            }
            if (is_last)
              end(self);
            else if (self->state.is_saved)
              look_last(self);
          },
          [](const caf::error&) {}); // whoever dies is noted
}

/// The agent plays with the weights that it has now, whatever it learns meanwhile.
void judge_agent(trainer_pointer self) {
  auto& state = self->state;
  state.judging.emplace();
  state.judging->player = "agent";
  state.judging->update = state.updates;
  state.judging->agent_steps = state.agent_steps;
  self->request(state.learner, caf::infinite, weights_atom_v)
      .then(
          [self](const message<schema::Weights>& weights) {
            auto& state = self->state;
            if (!state.judging)
              return;
            auto options = batching_options_of(state.options.values);
            options.batch_size =
                std::min(options.batch_size, size(state.options.values.evaluation.environments));
            state.judging->policy = self->system().spawn(inference_batcher, options, weights,
                                                         learner_actor{}, *state.around);
            self->monitor(state.judging->policy);
            judge(self, "agent",
                  {{state.judging->policy}, assigned_agent_of(state.options.values, false)});
          },
          failing(self, "the learner"));
}

void judge_baseline(trainer_pointer self) {
  auto& state = self->state;
  auto player = state.baselines_missing.front();
  state.baselines_missing.pop_front();
  state.judging.emplace();
  state.judging->player = player.as.policy;
  judge(self, player.as.policy, player);
}

void evaluate_if_due(trainer_pointer self) {
  auto& state = self->state;
  auto interval = state.options.values.evaluation.interval;
  if (state.judging || interval == 0 || state.options.held_out.empty())
    return;
  if (!state.baselines_missing.empty())
    return judge_baseline(self);
  if (state.agent_steps < state.next_evaluation)
    return;
  state.next_evaluation = (state.agent_steps / interval + 1) * interval;
  judge_agent(self);
}

// -- the end --------------------------------------------------------------------------------------

void answer(trainer_pointer self) {
  auto& state = self->state;
  for (auto& each : std::exchange(state.asked, {}))
    if (state.failure.empty())
      each.deliver(ok_atom_v);
    else
      each.deliver(caf::make_error(caf::sec::runtime_error, state.failure));
}

void end(trainer_pointer self) {
  auto& state = self->state;
  if (std::exchange(state.is_over, true))
    return;
  state.dismiss_everybody();
  answer(self);
}

void fail(trainer_pointer self, const std::string& reason) {
  auto& state = self->state;
  if (state.is_over)
    return;
  state.failure = reason;
  end(self);
}

/// What a run ends with, if there is time: a look at those whom the agent is compared with and who
/// have not been seen yet, then at the agent as it is now.
void look_last(trainer_pointer self) {
  auto& state = self->state;
  if (state.is_in_a_hurry || state.options.values.evaluation.interval == 0
      || state.options.held_out.empty())
    return end(self);
  if (state.judging && state.judging->player != "agent")
    return; // when that one was seen it goes on here
  state.end_evaluation();
  if (!state.baselines_missing.empty())
    return judge_baseline(self);
  judge_agent(self);
  state.judging->is_last = true;
}

/// Says that the agent has come to a milestone, if this is one.
void tell_of_milestone(trainer_pointer self, const checkpoint_manifest& written) {
  const auto& state = self->state;
  const auto& stops = state.options.stops_at;
  if (stops && (written.updates % stops->every == 0 || written.updates == state.last_update))
    self->send(stops->told, stops->agent, to_message(written));
}

/// Lets the agent go on from where it stops, as far as it may.
void go_on(trainer_pointer self) {
  const auto& state = self->state;
  if (auto stop = next_stop(state); stop > state.updates)
    self->send(state.learner, allow_atom_v, stop);
}

/// Ends with a checkpoint and a last look.
void finish(trainer_pointer self) {
  auto& state = self->state;
  if (std::exchange(state.is_ending, true))
    return;
  if (!state.source)
    return end(self);
  // So that the checkpoint counts all that was played. Environments that do not end are left alone.
  auto save_and_look = [self] {
    stop_actor(std::exchange(self->state.playing, {}));
    save(self, [self](const checkpoint_manifest& written) {
      self->state.is_saved = true;
      tell_of_milestone(self, written);
      look_last(self);
    });
  };
  self->demonitor(state.playing.address());
  self->request(state.playing, state.around->request_timeout, stop_atom_v)
      .then([save_and_look](ok_atom) { save_and_look(); },
            [save_and_look](const caf::error&) { save_and_look(); });
}

/// Ends with a checkpoint, as soon as that is written.
void stop(trainer_pointer self) {
  self->state.is_in_a_hurry = true;
  if (self->state.is_saved)
    end(self);
  else
    finish(self);
}

// -- what happens ---------------------------------------------------------------------------------

bool is_budget_used(const trainer_state& state) {
  auto minutes = state.options.values.run.minutes;
  return state.updates >= state.last_update
         || (minutes > 0 && state.seconds_before + seconds_since(state.started) >= minutes * 60);
}

void note_update(trainer_pointer self, const update_notice& notice) {
  auto& state = self->state;
  if (!notice.problem.empty()) {
    auto limit = state.options.values.learning.max_skipped_updates;
    state.options.log("an update was skipped: " + notice.problem);
    if (++state.skipped_in_a_row >= limit)
      fail(self, fmt::format("{} updates in a row had to be skipped, the last because {}; see "
                             "learning.max_skipped_updates",
                             limit, notice.problem));
    return;
  }
  state.skipped_in_a_row = 0;
  if (state.playing)
    self->send(state.playing, ok_atom_v);
  state.updates = notice.number;
  state.agent_steps = notice.agent_steps;
  if (is_budget_used(state))
    return finish(self);
  const auto& stops = state.options.stops_at;
  if (stops && state.updates % stops->every == 0)
    save(self, [self](const checkpoint_manifest& written) {
      tell_of_milestone(self, written);
      go_on(self);
    });
}

void tick(trainer_pointer self) {
  auto& state = self->state;
  if (state.is_over)
    return;
  self->delayed_send(self, tick_interval, tick_atom_v);
  if (state.is_ending || !state.source)
    return;
  if (is_budget_used(state))
    return finish(self);
  if (!state.is_saving && !state.options.stops_at
      && seconds_since(state.last_checkpoint) >= state.options.values.run.checkpoint_minutes * 60)
    save(self, [](const checkpoint_manifest&) {});
  evaluate_if_due(self);
}

void start(trainer_pointer self) {
  auto& state = self->state;
  const auto& begin = state.options.begin;
  state.last_update = updates_of(state.options.values);
  state.started = state.last_checkpoint = steady::now();
  try {
    hire_staff(self);
  } catch (const user_error& problem) {
    return fail(self, problem.what());
  }
  if (begin) {
    state.updates = begin->manifest.updates;
    state.agent_steps = begin->manifest.agent_steps;
    state.next_pool = begin->manifest.environment_pools;
    for (const auto& [name, value] : begin->manifest.counters)
      if (name == "seconds")
        state.seconds_before = value;
    auto interval = std::max<std::int64_t>(state.options.values.evaluation.interval, 1);
    state.next_evaluation = (state.agent_steps / interval + 1) * interval;
  }
  if (const auto& stops = state.options.stops_at)
    state.allowed = stops->allowed;
  std::vector<update_watcher_actor> watchers{state.watcher, trainer_actor{self}};
  state.learner = state.options.learner_has_thread
                      ? self->system().spawn<caf::detached>(learning, teaching_of(state), watchers,
                                                            *state.around)
                      : self->system().spawn(learning, teaching_of(state), watchers, *state.around);
  self->monitor(state.learner);
  if (is_budget_used(state)) {
    // Perhaps the run was killed while it was having its last look.
    state.is_ending = state.is_saved = true;
    state.is_in_a_hurry = state.options.folder->last_evaluated() == state.updates;
    return look_last(self);
  }
  self->request(state.learner, caf::infinite, weights_atom_v)
      .then([self](const message<schema::Weights>& weights) { begin_playing(self, weights); },
            failing(self, "the learner"));
}

} // namespace

void trainer_state::end_evaluation() {
  if (!judging)
    return;
  stop_actor(judging->playing);
  stop_actor(judging->source);
  stop_actor(judging->policy);
  judging.reset();
}

void trainer_state::dismiss_everybody() {
  end_evaluation();
  stop_actor(playing);
  for (const auto& each : staff)
    stop_actor(each.plays);
  stop_actor(source);
  for (const auto& each : acting)
    stop_actor(each);
  stop_actor(learner);
}

std::int64_t updates_of(const settings& values) {
  auto steps_of_update = values.learning.batch_size * values.learning.unroll_length;
  if (values.run.steps == 0)
    return std::numeric_limits<std::int64_t>::max();
  return (values.run.steps + steps_of_update - 1) / steps_of_update;
}

void check_co_players(const settings& values) {
  auto limits = surroundings_of(values, {}).limits;
  for (const auto& name : values.tasks.co_players)
    try {
      check_co_player(name, casting_options_of(values), limits);
    } catch (const user_error& problem) {
      throw user_error(fmt::format("tasks.co_players: {}", problem.what()));
    }
}

trainer_actor::behavior_type trainer(trainer_pointer self, const training_options& options,
                                     const monitor_actor& watcher, const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.watcher = watcher;
  state.around = around;
  equip(self, around);
  self->set_down_handler([self](const caf::down_msg& death) { note_death(self, death); });
  // Whoever waits for the end must hear of it.
  self->set_exception_handler([self](std::exception_ptr& thrown) {
    fail(self, self->system().render(error_of(thrown)));
    return caf::error{};
  });
  start(self);
  self->delayed_send(self, tick_interval, tick_atom_v);
  return {
      [self](finish_atom) -> caf::result<ok_atom> {
        auto& state = self->state;
        state.asked.push_back(self->make_response_promise<ok_atom>());
        auto promise = state.asked.back();
        if (state.is_over)
          answer(self);
        return promise;
      },
      [self](stop_atom) { stop(self); },
      [self](allow_atom, std::int64_t updates) {
        auto& state = self->state;
        state.allowed = std::max(state.allowed, updates);
        if (state.options.stops_at && !state.is_saving && !state.is_ending)
          go_on(self);
      },
      [self](tick_atom) { tick(self); },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) {
        const auto& state = self->state;
        return to_message(status_report{"trainer",
                                        {{"updates", static_cast<double>(state.updates)},
                                         {"agent steps", static_cast<double>(state.agent_steps)},
                                         {"checkpoints", static_cast<double>(state.checkpoints)},
                                         {"problem", state.failure}}});
      },
      [self](const message<schema::Update>& update) {
        if (auto notice = self->state.arrivals->read<update_notice>(update))
          note_update(self, *notice);
      },
  };
}

} // namespace troupe
