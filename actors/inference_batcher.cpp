#include "actors/inference_batcher.hpp"

#include "core/support/error.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace troupe {

bool inference_batcher_state::is_ready() const {
  return !waiting.empty() && !is_held_back() && (is_late || waiting.size() >= options.batch_size);
}

void inference_batcher_state::load(const schema::Weights::Reader& weights) {
  if (policy)
    policy->load(network_of(weights));
  else
    policy.emplace(network_of(weights), options.device);
  version = weights.getVersion();
}

void inference_batcher_state::gather(waiting_player& player, std::size_t place,
                                     std::vector<unroll>& complete) {
  auto environment = player.seen.when.environment;
  if (player.seen.privileged->intervened) {
    // What leads up to a change of goals from outside teaches nothing about the task.
    unrolls->discard(environment);
    return metrics->count("inference.intervened_steps");
  }
  decision made{policy->read(place), {}};
  std::ranges::copy(policy->logits(place), made.logits.begin());
  if (auto ready = unrolls->add(std::move(player.seen), made, version,
                                [&] { return policy->memory_before(place); }))
    complete.push_back(std::move(*ready));
}

double inference_batcher_state::mean_wait(std::size_t count) const {
  auto now = std::chrono::steady_clock::now();
  std::chrono::duration<double> sum{0};
  for (std::size_t place = 0; place < count; ++place)
    sum += now - waiting[place].since;
  return sum.count() / static_cast<double>(count);
}

std::vector<unroll> inference_batcher_state::run_batch() {
  auto count = std::min(waiting.size(), options.batch_size);
  metrics->measure("inference.wait", mean_wait(count));
  for (std::size_t place = 0; place < count; ++place)
    policy->add(waiting[place].seen);
  policy->run();
  std::vector<unroll> complete;
  for (std::size_t place = 0; place < count; ++place) {
    auto& player = waiting[place];
    player.answer.deliver(to_message(action_message{player.seen.when, policy->read(place)}));
    if (learner && player.seen.privileged)
      gather(player, place, complete);
  }
  waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
  ++batches;
  actions += count;
  is_late = false;
  metrics->measure("inference.batch_size", static_cast<double>(count));
  return complete;
}

void inference_batcher_state::forget(std::uint64_t environment) {
  policy->forget(environment);
  unrolls->discard(environment);
  std::erase_if(waiting, [&](const waiting_player& player) {
    return player.seen.when.environment == environment;
  });
}

status_report inference_batcher_state::status() const {
  return {"inference batcher " + options.policy_name,
          {{"actions", static_cast<double>(actions)},
           {"batches", static_cast<double>(batches)},
           {"version", static_cast<double>(version)},
           {"players waiting", static_cast<double>(waiting.size())},
           {"unrolls not learned yet", static_cast<double>(unlearned)},
           {"messages refused", static_cast<double>(arrivals->refusals())}}};
}

namespace {

using batcher_pointer = inference_batcher_actor::stateful_pointer<inference_batcher_state>;

void run_batches(batcher_pointer self);

void pass_on(batcher_pointer self, const unroll& complete) {
  auto& state = self->state;
  ++state.unlearned;
  state.metrics->measure("inference.unlearned", static_cast<double>(state.unlearned));
  auto learned = [self] {
    --self->state.unlearned;
    run_batches(self);
  };
  self->request(state.learner, caf::infinite, to_message(complete))
      .then([learned](ok_atom) { learned(); },
            [self, learned](const caf::error&) {
              self->state.metrics->count("inference.unrolls_refused");
              learned();
            });
}

/// Whoever is left after a batch has its own time to wait.
void set_alarm(batcher_pointer self) {
  self->delayed_send(self, self->state.options.latency, tick_atom_v, self->state.batches);
}

void run_batches(batcher_pointer self) {
  auto& state = self->state;
  while (state.is_ready()) {
    for (const auto& complete : state.run_batch())
      pass_on(self, complete);
    if (!state.waiting.empty())
      set_alarm(self);
  }
}

caf::result<message<schema::Action>> enqueue(batcher_pointer self,
                                             const message<schema::Observation>& arrived) {
  auto& state = self->state;
  auto seen = state.arrivals->read<observation>(arrived);
  if (!seen)
    return seen.error();
  const auto& shape = state.policy->shape();
  if (seen->picture.width != shape.picture_width || seen->picture.height != shape.picture_height)
    return make_error(arrival_problem::nonsense, "a picture of another size");
  auto answer = self->make_response_promise<message<schema::Action>>();
  state.waiting.push_back({std::move(*seen), answer});
  if (state.waiting.size() == 1)
    set_alarm(self);
  run_batches(self);
  return answer;
}

} // namespace

inference_batcher_actor::behavior_type inference_batcher(batcher_pointer self,
                                                         const batching_options& options,
                                                         const message<schema::Weights>& weights,
                                                         const learner_actor& learner,
                                                         const surroundings& around) {
  auto& state = self->state;
  state.options = options;
  state.learner = learner;
  state.unrolls.emplace(options.unroll_length);
  equip(self, around);
  state.load(*weights.read());
  return {
      [self](const message<schema::Weights>& arrived) {
        auto& state = self->state;
        if (state.arrivals->check(arrived))
          return;
        state.load(*arrived.read());
        state.metrics->count("inference.weights");
      },
      [self](tick_atom, std::uint64_t batch) {
        auto& state = self->state;
        state.is_late = state.is_late || batch == state.batches;
        run_batches(self);
      },
      [self](describe_atom) {
        return to_message(policy_description{self->state.options.policy_name, true, false});
      },
      [self](gone_atom, std::uint64_t environment) { self->state.forget(environment); },
      [self](pass_on_atom) { self->state.metrics->flush(); },
      [self](const message<schema::Observation>& seen) { return enqueue(self, seen); },
      [self](status_atom) { return to_message(self->state.status()); },
  };
}

} // namespace troupe
