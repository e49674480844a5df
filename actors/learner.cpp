#include "actors/learner.hpp"

#include "core/support/error.hpp"
#include "messages/file.hpp"
#include "messages/training_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace troupe {

std::filesystem::path checkpoint_folder(const std::filesystem::path& checkpoints,
                                        std::int64_t updates) {
  return checkpoints / fmt::format("{:010}", updates);
}

void learning_state::start(const teaching_options& wanted) {
  options = wanted;
  agent_steps = wanted.agent_steps;
  allowed = wanted.first_allowed;
  agent.emplace(wanted.shape, wanted.how, wanted.seed, wanted.device);
  constexpr arrival_limits any_size{SIZE_MAX};
  if (!wanted.teacher.empty()) {
    auto content = read_whole_file(wanted.teacher, any_size);
    agent->set_teacher(std::as_bytes(std::span{content}));
  }
  if (!wanted.resume_from.empty()) {
    auto content = read_whole_file(wanted.resume_from / learner_file, any_size);
    agent->load(std::as_bytes(std::span{content}));
  }
  published = agent->version();
}

bool learning_state::is_stale(const unroll& steps) const {
  return agent->version() - steps.oldest_version > options.max_staleness;
}

update_report learning_state::learn() {
  std::vector<unroll> batch;
  std::vector<caf::typed_response_promise<ok_atom>> learned;
  for (; batch.size() < options.batch_size; gathered.pop_front()) {
    batch.push_back(std::move(gathered.front().steps));
    learned.push_back(std::move(gathered.front().learned));
  }
  auto lag = [&](const unroll& steps) {
    return static_cast<double>(agent->version() - steps.oldest_version);
  };
  for (const auto& each : batch)
    metrics->measure("learner.weight_lag", lag(each));
  // The target network has to be run as well if another one than it decided anywhere.
  auto is_older = [&](const unroll& steps) { return lag(steps) > 0; };
  metrics->measure("learner.target_asked", std::ranges::any_of(batch, is_older) ? 1 : 0);
  auto counts_teacher = agent_steps < options.distillation_steps;
  auto report = agent->update(batch, counts_teacher ? options.distillation_weight : 0);
  if (report.problem.empty())
    agent_steps += static_cast<std::int64_t>(batch.size() * batch.front().done.size());
  else
    ++skipped;
  for (auto& each : learned)
    each.deliver(ok_atom_v);
  return report;
}

message<schema::Weights> learning_state::weights() const {
  return weights_message(agent->version(), agent->acting_network());
}

message<schema::Checkpoint> learning_state::save() const {
  auto folder = checkpoint_folder(options.checkpoints, agent->updates());
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    throw user_error(folder.string() + ": cannot be made: " + problem.message());
  checkpoint_manifest manifest;
  manifest.updates = agent->updates();
  manifest.agent_steps = agent_steps;
  auto write = [&](const char* file, const std::vector<std::byte>& bytes) {
    write_file_atomically(folder / file, bytes);
    manifest.files.push_back({file, bytes.size(), checksum(bytes)});
  };
  write(learner_file, agent->save());
  write(agent_file, agent->acting_network());
  return to_message(manifest);
}

status_report learning_state::status() const {
  return {"learner",
          {{"updates", static_cast<double>(agent->updates())},
           {"agent steps", static_cast<double>(agent_steps)},
           {"version", static_cast<double>(agent->version())},
           {"unrolls gathered", static_cast<double>(gathered.size())},
           {"unrolls dropped", static_cast<double>(dropped)},
           {"updates skipped", static_cast<double>(skipped)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using learning_pointer = learner_actor::stateful_pointer<learning_state>;

void publish(learning_pointer self) {
  auto& state = self->state;
  auto version = state.agent->version();
  if (std::exchange(state.published, version) == version)
    return;
  auto weights = state.weights();
  for (const auto& each : state.followers)
    self->send(each, weights);
}

void update(learning_pointer self) {
  auto& state = self->state;
  auto report = state.learn();
  update_notice notice{
      report.problem.empty() ? state.agent->updates() : 0, state.agent_steps, {}, report.problem};
  for (const auto& [name, value] : values_of(report))
    notice.values.emplace_back(name, value);
  publish(self);
  auto told = to_message(notice);
  for (const auto& each : state.watchers)
    self->send(each, told);
}

caf::result<ok_atom> gather(learning_pointer self, const message<schema::Unroll>& arrived) {
  auto& state = self->state;
  if (state.is_done())
    return ok_atom_v;
  auto steps = state.arrivals->read<unroll>(arrived);
  if (!steps)
    return steps.error();
  if (state.is_stale(*steps)) {
    ++state.dropped;
    state.metrics->count("learner.stale_unrolls");
    return ok_atom_v;
  }
  auto learned = self->make_response_promise<ok_atom>();
  state.gathered.push_back({std::move(*steps), learned});
  if (state.is_ready())
    update(self);
  return learned;
}

} // namespace

learner_actor::behavior_type learning(learning_pointer self, const teaching_options& options,
                                      const std::vector<update_watcher_actor>& watchers,
                                      const surroundings& around) {
  self->state.watchers = watchers;
  equip(self, around);
  self->state.start(options);
  return {
      [self](const message<schema::Unroll>& arrived) { return gather(self, arrived); },
      [self](weights_atom) { return self->state.weights(); },
      [self](weights_atom, const inference_batcher_actor& follower) {
        self->state.followers.push_back(follower);
      },
      [self](allow_atom, std::int64_t updates) {
        self->state.allowed = updates;
        while (self->state.is_ready())
          update(self);
      },
      [self](save_atom) -> caf::result<message<schema::Checkpoint>> {
        try {
          return self->state.save();
        } catch (const user_error& problem) {
          return caf::make_error(caf::sec::runtime_error, problem.what());
        }
      },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
