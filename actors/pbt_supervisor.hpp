#pragma once

#include "actors/experiment_folder.hpp"
#include "actors/trainer.hpp"
#include "core/curriculum/population.hpp"
#include "messages/curriculum_conversion.hpp"

#include <caf/typed_response_promise.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// Spawns an agent's TRAINER. Tests give other ones.
using trainer_maker = std::function<trainer_actor(caf::actor_system&, const training_options&,
                                                  const monitor_actor&, const surroundings&)>;

struct population_options {
  /// Of the generation: agents begin with its hyperparameters and thresholds.
  settings values;
  std::uint64_t generation = 1;
  generation_aim aim = generation_aim::competence;
  experiment_folder folder{{}};
  /// What agents train on, and how it is handed to them. Their own options; see `training_options`.
  task_distribution draws;
  std::filesystem::path teacher;
  std::map<std::string, std::filesystem::path> networks;
  /// How well co-players do, by their names.
  std::map<std::string, double> strengths;
  trainer_maker make_trainer;
  /// Told what people should know.
  std::function<void(const std::string&)> log;
};

struct pbt_supervisor_state {
  static inline const char* name = "pbt supervisor";

  /// An agent whose training ends so often in a row, without coming to a milestone, is given up.
  static constexpr int max_restarts_in_a_row = 3;

  /// An agent of the population.
  struct member {
    std::uint64_t number = 0;
    std::shared_ptr<const run_folder> folder;
    trainer_actor trains;
    monitor_actor watches;
    /// The updates that it has come to, as far as its checkpoints say.
    std::int64_t updates = 0;
    /// Whether it has learned all that it is to learn.
    bool is_done = false;
    bool is_ending = false;
    int restarts_in_a_row = 0;
    /// How often its training has begun, so that late news of an earlier time is told apart.
    int beginnings = 0;
  };

  /// Stops everybody.
  ~pbt_supervisor_state();

  /// Updates from one milestone to the next, and how many milestones there are.
  [[nodiscard]] std::int64_t updates_of_milestone() const;
  [[nodiscard]] std::int64_t milestones() const;
  [[nodiscard]] std::int64_t steps_of_milestone(std::int64_t number) const;
  [[nodiscard]] generation_folder where() const { return {options.folder, options.generation}; }
  /// After which update agents have to wait for the next check.
  [[nodiscard]] std::int64_t allowed_updates() const;
  [[nodiscard]] settings values_of(std::uint64_t agent) const;
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] std::vector<std::string> names_at(std::int64_t milestone) const;
  [[nodiscard]] status_report status() const;

  population_options options;
  examiner_actor examines;
  population_state known;
  std::vector<member> members;
  /// The agents and milestones of which the EXAMINER was asked, and those that it knows.
  std::set<std::pair<std::uint64_t, std::int64_t>> asked_for;
  std::set<std::pair<std::uint64_t, std::int64_t>> examined;
  bool is_checking = false;
  bool is_stopping = false;
  std::uint64_t restarts = 0;
  std::vector<caf::typed_response_promise<message<schema::Candidates>>> asked;
  std::optional<surroundings> around;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// PBT SUPERVISOR: has a population train, each agent as far ahead of the others as one milestone,
/// and compares them at every milestone. An agent whose training ends goes on from its last
/// checkpoint; the others do not wait for it before they have to. Goes on where its folder says.
/// Ends with an error if an agent does not get on. Writes files: spawn it detached.
pbt_supervisor_actor::behavior_type
pbt_supervisor(pbt_supervisor_actor::stateful_pointer<pbt_supervisor_state> self,
               const population_options& options, const examiner_actor& examines,
               const surroundings& around);

} // namespace troupe
