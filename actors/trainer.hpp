#pragma once

#include "actors/cast.hpp"
#include "actors/environment_pool.hpp"
#include "actors/evaluator.hpp"
#include "actors/learner.hpp"
#include "actors/practice.hpp"
#include "actors/run_folder.hpp"
#include "config/settings.hpp"
#include "core/evaluation/summary.hpp"

#include <caf/typed_response_promise.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

/// Where an agent writes a checkpoint and stops until it is allowed to go on, so that it can be
/// compared with others that have learned as much.
struct milestones {
  /// Updates from one to the next.
  std::int64_t every = 0;
  /// It goes on until this one without being allowed to.
  std::int64_t allowed = 0;
  milestone_watcher_actor told;
  /// What the agent is called there.
  std::uint64_t agent = 0;
};

struct training_options {
  settings values;
  std::shared_ptr<const run_folder> folder;
  /// Where to go on; nothing at the beginning.
  std::optional<found_checkpoint> begin;
  task_distribution draws;
  /// Makes a source of tasks; nothing for PRACTICE.
  source_maker make_source;
  std::optional<milestones> stops_at;
  /// The acting network of an agent to learn from in the beginning; none if empty.
  std::filesystem::path teacher;
  /// The files of co-players that are networks, by the names that they go by.
  std::map<std::string, std::filesystem::path> networks;
  /// Whether the LEARNER has a thread of its own, or shares those of all actors.
  bool learner_has_thread = true;
  /// Never trained on.
  std::vector<grouped_task> held_out;
  /// Makes environments; nothing for the ordinary ones.
  environment_maker make_environment;
  /// Makes a video of an episode. May take its time; not called on the TRAINER's thread.
  std::function<void(const episode_record&, const std::filesystem::path&)> film;
  /// Told what people should know.
  std::function<void(const std::string&)> log;
};

struct trainer_state {
  static inline const char* name = "trainer";

  /// Everything that exists for one evaluation.
  struct evaluation {
    std::string player;
    inference_batcher_actor policy;
    evaluator_actor source;
    environment_pool_actor playing;
    std::int64_t update = 0;
    std::int64_t agent_steps = 0;
    /// Whether the run ends with it.
    bool is_last = false;
  };

  /// Stops everybody.
  ~trainer_state() { dismiss_everybody(); }

  void dismiss_everybody();
  /// Stops whoever plays in an evaluation.
  void end_evaluation();

  training_options options;
  std::optional<surroundings> around;
  monitor_actor watcher;
  learner_actor learner;
  /// Copies of the network, which share the environments.
  std::vector<inference_batcher_actor> acting;
  training_source_actor source;
  /// Everybody who plays and does not learn, and those among them who are met in training.
  std::vector<hired_co_player> staff;
  std::vector<available_policy> co_players;
  environment_pool_actor playing;
  std::uint64_t next_pool = 0;
  std::int64_t updates = 0;
  std::int64_t agent_steps = 0;
  std::int64_t last_update = 0;
  std::int64_t skipped_in_a_row = 0;
  std::uint64_t checkpoints = 0;
  double seconds_before = 0;
  std::chrono::steady_clock::time_point started;
  std::chrono::steady_clock::time_point last_checkpoint;
  bool is_saving = false;
  /// Until where the agent may learn, if it stops at milestones.
  std::int64_t allowed = 0;
  std::optional<evaluation> judging;
  std::int64_t next_evaluation = 0;
  /// What players get on the held-out tasks who learn nothing: both ends of the scale.
  std::map<std::string, evaluation_summary> baselines;
  std::deque<available_policy> baselines_missing;
  /// Whether the run is about to end, whether its last checkpoint is written, and whether nobody
  /// waits for a last look at the agent.
  bool is_ending = false;
  bool is_saved = false;
  bool is_in_a_hurry = false;
  bool is_over = false;
  std::string failure;
  std::vector<caf::typed_response_promise<ok_atom>> asked;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// TRAINER: trains one agent on this machine. Spawns everybody, writes checkpoints, evaluates, and
/// ends at the budget. Writes files: spawn it detached.
trainer_actor::behavior_type trainer(trainer_actor::stateful_pointer<trainer_state> self,
                                     const training_options& options, const monitor_actor& watcher,
                                     const surroundings& around);

/// Updates that a configuration's budget of steps stands for; as many as can be if it has none.
std::int64_t updates_of(const settings& values);

/// Throws `user_error` unless everybody exists who is named in `tasks.co_players`.
void check_co_players(const settings& values);

} // namespace troupe
