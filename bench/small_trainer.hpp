#pragma once

#include "core/agent/network_policy.hpp"
#include "core/learning/learner.hpp"

#include <algorithm>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// Something that one player plays, one episode after the other.
class playground {
public:
  virtual ~playground() = default;

  /// What the player sees now, with what learning needs.
  [[nodiscard]] virtual observation observe() = 0;
  /// Goes on by one step. After the last observation of an episode, whatever is done, the next
  /// episode begins.
  virtual void act(const action& done) = 0;
};

/// The returns of the episodes that have ended: what players earned after their first observation.
class return_counter {
public:
  void add(const observation& seen) {
    auto& sum = sums_[seen.when.environment];
    sum = seen.when.step == 0 ? 0 : sum + seen.privileged->reward;
    if (seen.privileged->discount == 0)
      finished_.push_back(sum);
  }

  /// Those that ended since the last call.
  std::vector<double> take() { return std::exchange(finished_, {}); }

private:
  std::map<std::uint64_t, double> sums_;
  std::vector<double> finished_;
};

inline double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (auto value : values)
    sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// Plays all playgrounds for one step, and shows each observation with what was done to `watch`.
template <class Policy, class Watch>
void play_step(std::vector<std::unique_ptr<playground>>& played, Policy& decides, Watch&& watch) {
  std::vector<observation> seen;
  for (auto& each : played) {
    seen.push_back(each->observe());
    decides.add(seen.back());
  }
  decides.run();
  for (std::size_t place = 0; place < played.size(); ++place) {
    auto done = decides.read(place);
    watch(std::move(seen[place]), done, place);
    played[place]->act(done);
  }
}

/// The mean return of the first episodes of so many players who keep to a policy: none is left out
/// for being long.
inline double mean_return(std::vector<std::unique_ptr<playground>> played,
                          policy_backend& decides) {
  return_counter returns;
  std::vector<double> all;
  std::vector<bool> over(played.size());
  while (all.size() < played.size()) {
    play_step(played, decides, [&](const observation& seen, const action&, std::size_t place) {
      returns.add(seen);
      for (auto each : returns.take())
        if (!over[place]) {
          over[place] = true;
          all.push_back(each);
        }
    });
  }
  return mean_of(all);
}

/// Trains one agent without actors: many playgrounds of one player each, one network that acts in
/// all of them, one that learns. Playing and learning take turns, or one core each; what is learnt
/// is the same in every run either way.
class small_trainer {
public:
  struct options {
    network_shape shape;
    hyperparameters how;
    std::size_t unroll_length = 20;
    std::string device = "cpu";
    /// On one core each: an update learns from what was played during the update before.
    bool two_cores = false;
  };

  small_trainer(std::vector<std::unique_ptr<playground>> played, const options& how,
                std::uint64_t seed)
      : played_(std::move(played)),
        two_cores_(how.two_cores),
        learns_(how.shape, how.how, seed, how.device),
        acts_(learns_.acting_network(), how.device),
        version_(learns_.version()),
        unrolls_(how.unroll_length) {}

  /// Plays one unroll of every playground and learns from them.
  update_report train() {
    auto batch = std::exchange(next_, {});
    if (batch.empty())
      batch = play();
    update_report report;
    if (two_cores_) {
      auto update = std::async(std::launch::async, [&] { return learns_.update(batch); });
      next_ = play();
      report = update.get();
    } else {
      report = learns_.update(batch);
    }
    if (learns_.version() != version_)
      renew_acting();
    return report;
  }

  /// Goes on with an agent that was saved; its players begin anew.
  void resume(std::span<const std::byte> checkpoint) {
    learns_.load(checkpoint);
    renew_acting();
  }

  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  /// Returns of episodes that ended since the last call.
  std::vector<double> take_returns() { return returns_.take(); }
  [[nodiscard]] learner& agent() { return learns_; }

private:
  void renew_acting() {
    version_ = learns_.version();
    acts_.load(learns_.acting_network());
  }

  std::vector<unroll> play() {
    std::vector<unroll> complete;
    while (complete.empty())
      play_step(played_, acts_, [&](observation seen, const action& done, std::size_t place) {
        returns_.add(seen);
        ++steps_;
        decision made{done, {}};
        std::ranges::copy(acts_.logits(place), made.logits.begin());
        auto ready = unrolls_.add(std::move(seen), made, version_,
                                  [&] { return acts_.memory_before(place); });
        if (ready)
          complete.push_back(std::move(*ready));
      });
    return complete;
  }

  std::vector<std::unique_ptr<playground>> played_;
  bool two_cores_;
  learner learns_;
  network_policy acts_;
  std::int64_t version_;
  unroll_assembler unrolls_;
  return_counter returns_;
  std::uint64_t steps_ = 0;
  std::vector<unroll> next_;
};

} // namespace troupe
