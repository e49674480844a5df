#include "actors/inference_batcher.hpp"

#include "core/support/error.hpp"
#include "messages/training_conversion.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace troupe {

bool inference_batcher_state::is_ready(caf::actor_clock::time_point now) const {
  return !waiting.empty() && !is_held_back()
         && (waiting.size() >= options.batch_size
             || now - waiting.front().since >= options.latency);
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

double inference_batcher_state::mean_wait(std::size_t count,
                                          caf::actor_clock::time_point now) const {
  std::chrono::duration<double> sum{0};
  for (std::size_t place = 0; place < count; ++place)
    sum += now - waiting[place].since;
  return sum.count() / static_cast<double>(count);
}

std::vector<unroll> inference_batcher_state::run_batch(caf::actor_clock::time_point now) {
  auto count = std::min(waiting.size(), options.batch_size);
  metrics->measure("inference.wait", mean_wait(count, now));
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

/// One alarm at a time: setting one wakes a thread, which for every batch would be dear. It may
/// ring for somebody who has been answered since; then it is set anew.
void set_alarm(batcher_pointer self, caf::actor_clock::time_point now) {
  auto& state = self->state;
  if (state.waiting.empty() || state.is_held_back() || std::exchange(state.is_alarm_set, true))
    return;
  self->delayed_send(self, state.waiting.front().since + state.options.latency - now, tick_atom_v);
}

void run_batches(batcher_pointer self) {
  auto& state = self->state;
  auto now = self->clock().now();
  for (; state.is_ready(now); now = self->clock().now())
    for (const auto& complete : state.run_batch(now))
      pass_on(self, complete);
  set_alarm(self, now);
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
  state.waiting.push_back({std::move(*seen), answer, self->clock().now()});
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
      [self](tick_atom) {
        self->state.is_alarm_set = false;
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
