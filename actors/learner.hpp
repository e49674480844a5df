#pragma once

#include "actors/inbox.hpp"
#include "actors/interfaces.hpp"
#include "core/learning/learner.hpp"

#include <caf/typed_response_promise.hpp>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// How an agent is taught.
struct teaching_options {
  network_shape shape;
  hyperparameters how;
  std::uint64_t seed = 1;
  std::string device = "cpu";
  /// Unrolls in an update.
  std::size_t batch_size = 64;
  /// An unroll in which a network acted that has been replaced so often since is not learned from.
  std::int64_t max_staleness = 2;
  /// After this update nothing more is learned.
  std::int64_t last_update = 0;
  /// After this one it waits until it is allowed more.
  std::int64_t first_allowed = std::numeric_limits<std::int64_t>::max();
  /// The acting network of an agent to learn from; none if empty.
  std::filesystem::path teacher;
  /// How much the teacher counts, and in how many of the agent's first steps.
  double distillation_weight = 0;
  std::int64_t distillation_steps = 0;
  /// Where checkpoints go, a folder each.
  std::filesystem::path checkpoints;
  /// The folder of the checkpoint to go on from; none if empty.
  std::filesystem::path resume_from;
  /// Steps that were learned from up to there.
  std::int64_t agent_steps = 0;
};

/// The folder of the checkpoint after so many updates.
std::filesystem::path checkpoint_folder(const std::filesystem::path& checkpoints,
                                        std::int64_t updates);
/// What a LEARNER writes there: all it knows, and the network that acts alone.
inline constexpr const char* learner_file = "learner.safetensors";
inline constexpr const char* agent_file = "agent.safetensors";

struct learning_state {
  static inline const char* name = "learner";

  /// What is to be learned from next, and who waits for that.
  struct gathered_unroll {
    unroll steps;
    caf::typed_response_promise<ok_atom> learned;
  };

  void start(const teaching_options& wanted);
  [[nodiscard]] bool is_done() const { return agent->updates() >= options.last_update; }
  /// Whether there is enough for an update, and it may be.
  [[nodiscard]] bool is_ready() const {
    return gathered.size() >= options.batch_size && !is_done() && agent->updates() < allowed;
  }
  /// Whether nobody would learn anything useful from these steps any more.
  [[nodiscard]] bool is_stale(const unroll& steps) const;
  /// One update from what was gathered. Says what it was like.
  update_report learn();
  message<schema::Weights> weights() const;
  /// Writes the files of a checkpoint. Throws `user_error` if it cannot.
  message<schema::Checkpoint> save() const;
  [[nodiscard]] status_report status() const;

  teaching_options options;
  std::optional<learner> agent;
  /// After so many updates it waits.
  std::int64_t allowed = 0;
  std::deque<gathered_unroll> gathered;
  std::int64_t agent_steps = 0;
  std::int64_t published = 0;
  std::uint64_t dropped = 0;
  std::uint64_t skipped = 0;
  std::vector<inference_batcher_actor> followers;
  std::vector<update_watcher_actor> watchers;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// LEARNER: an update is long work, so spawn it detached. Ends with an error if there is no
/// network of that shape, or the checkpoint cannot be read.
learner_actor::behavior_type learning(learner_actor::stateful_pointer<learning_state> self,
                                      const teaching_options& options,
                                      const std::vector<update_watcher_actor>& watchers,
                                      const surroundings& around);

} // namespace troupe
