#pragma once

#include "actors/environment.hpp"
#include "actors/from_settings.hpp"
#include "bench/measuring.hpp"
#include "config/agent.hpp"
#include "config/tasks.hpp"
#include "core/agent/network_policy.hpp"
#include "core/learning/learner.hpp"
#include "core/learning/unroll.hpp"
#include "messages/training_conversion.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace troupe {

/// CPU seconds per agent step, of each part of training alone.
struct step_costs {
  double tasks = 0;
  double reset = 0;
  double simulation = 0;
  double picture = 0;
  double inference = 0;
  /// From unrolls that the target network played, and from others.
  double update = 0;
  double update_asking_target = 0;

  [[nodiscard]] double collection() const {
    return tasks + reset + simulation + picture + inference;
  }
  /// If the target has to be asked in that fraction of updates.
  [[nodiscard]] double learning(double target_asked) const {
    return (1 - target_asked) * update + target_asked * update_asking_target;
  }
};

/// Training without actors and messages, as one thread would do it: nothing waits, nothing is
/// handed on. What it takes is the floor for everything that has actors.
class serial_training {
public:
  /// With batches of so many for the acting network. Without `learns` nothing is learned.
  serial_training(const settings& values, const task_distribution& draws, std::size_t acting_batch,
                  bool learns, std::uint64_t seed)
      : values_(values),
        draws_(draws),
        stream_(seed),
        agent_(network_shape_of(values), hyperparameters_of(values), seed, values.system.device),
        acts_(agent_.acting_network(), values.system.device),
        unrolls_(static_cast<std::size_t>(values.learning.unroll_length)),
        acting_batch_(acting_batch),
        learns_(learns) {
    auto count = std::max(static_cast<std::size_t>(values.collection.environments), acting_batch);
    for (std::size_t i = 0; i < count; ++i) {
      environments_.push_back(std::make_unique<environment_state>());
      environments_.back()->options = environment_options_of(values, i);
      begin(*environments_.back());
    }
  }

  /// Goes on for about so many seconds of CPU time, and says what steps cost.
  step_costs run(double seconds) {
    tasks_ = reset_ = simulation_ = picture_ = inference_ = {};
    updates_[0] = updates_[1] = {};
    steps_ = update_counts_[0] = update_counts_[1] = 0;
    for (auto end = thread_seconds() + seconds; thread_seconds() < end || !is_complete();)
      run_batch();
    auto per_step = [](const cost& all, double steps) {
      return steps == 0 ? 0 : all.seconds() / steps;
    };
    auto learned =
        static_cast<double>(values_.learning.batch_size * values_.learning.unroll_length);
    return {.tasks = per_step(tasks_, steps_),
            .reset = per_step(reset_, steps_),
            .simulation = per_step(simulation_, steps_),
            .picture = per_step(picture_, steps_),
            .inference = per_step(inference_, steps_),
            .update = per_step(updates_[0], learned * update_counts_[0]),
            .update_asking_target = per_step(updates_[1], learned * update_counts_[1])};
  }

private:
  /// Whether everything was measured.
  [[nodiscard]] bool is_complete() const {
    return steps_ > 0 && (!learns_ || (update_counts_[0] > 0 && update_counts_[1] > 0));
  }

  void begin(environment_state& environment) {
    auto stream = stream_.split(assignments_);
    assignment next;
    next.number = assignments_++;
    tasks_.of([&] { next.played = draws_(stream).played; });
    next.seed = stream.split(1)();
    next.players.push_back(assigned_agent_of(values_, true));
    const auto& others = values_.tasks.co_players;
    while (next.players.size() < next.played.played.players())
      next.players.emplace_back().policy = others[random_.below(others.size())];
    reset_.of([&] { environment.begin(std::move(next), {}); });
  }

  void go_on(environment_state& environment, const action& done) {
    if (environment.played->over())
      return begin(environment);
    environment.actions.front() = done;
    for (std::size_t other = 1; other < environment.actions.size(); ++other)
      environment.actions[other] = environment.present.players[other].policy == "noop"
                                       ? noop_action()
                                       : random_action(random_);
    simulation_.of([&] { environment.played->step(environment.actions); });
  }

  void run_batch() {
    std::vector<environment_state*> batch;
    std::vector<observation> seen(acting_batch_);
    for (auto& each : seen) {
      batch.push_back(environments_[next_++ % environments_.size()].get());
      auto sent = picture_.of([&] { return batch.back()->observe(0); });
      from_schema(*sent.read(), each);
    }
    inference_.of([&] {
      for (const auto& each : seen)
        acts_.add(each);
      acts_.run();
    });
    for (std::size_t place = 0; place < batch.size(); ++place) {
      decision made{acts_.read(place), {}};
      go_on(*batch[place], made.done);
      std::ranges::copy(acts_.logits(place), made.logits.begin());
      if (learns_)
        gather(std::move(seen[place]), made, place);
    }
    steps_ += static_cast<double>(batch.size());
  }

  void gather(observation seen, const decision& made, std::size_t place) {
    if (auto ready = unrolls_.add(std::move(seen), made, agent_.version(),
                                  [&] { return acts_.memory_before(place); }))
      gathered_.push_back(std::move(*ready));
    if (gathered_.size() == static_cast<std::size_t>(values_.learning.batch_size))
      learn();
  }

  /// By turns as if the target had played the unrolls, and as if another network had.
  void learn() {
    auto asks = update_counts_[0] > update_counts_[1];
    auto version = agent_.version();
    for (auto& each : gathered_)
      each.oldest_version = each.newest_version = asks ? version - 1 : version;
    updates_[asks].of([&] { agent_.update(gathered_); });
    ++update_counts_[asks];
    gathered_.clear();
    if (agent_.version() != version)
      acts_.load(agent_.acting_network());
  }

  settings values_;
  task_distribution draws_;
  random_stream stream_;
  random_stream random_{1};
  learner agent_;
  network_policy acts_;
  unroll_assembler unrolls_;
  std::size_t acting_batch_;
  bool learns_;
  std::vector<std::unique_ptr<environment_state>> environments_;
  std::vector<unroll> gathered_;
  std::uint64_t assignments_ = 0;
  std::size_t next_ = 0;
  double steps_ = 0;
  cost tasks_, reset_, simulation_, picture_, inference_;
  /// Without asking the target, and with.
  cost updates_[2];
  double update_counts_[2] = {0, 0};
};

} // namespace troupe
