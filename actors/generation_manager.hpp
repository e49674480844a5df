#pragma once

#include "actors/examiner.hpp"
#include "actors/experiment_folder.hpp"
#include "actors/pbt_supervisor.hpp"
#include "actors/progress_line.hpp"

#include <caf/typed_response_promise.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace troupe {

struct experiment_options {
  settings values;
  /// Who has it uses it alone.
  std::shared_ptr<const run_folder> folder;
  /// The games by which agents are compared.
  std::vector<task> validation;
  /// Never trained on, with those games among them.
  std::vector<grouped_task> held_out;
  trainer_maker make_trainer;
  /// Makes a video of an episode. May take its time; not called on the manager's thread.
  std::function<void(const episode_record&, const std::filesystem::path&)> film;
  /// Told what people should know.
  std::function<void(const std::string&)> log;
  /// Where progress is shown; nowhere if null.
  std::FILE* progress_output = nullptr;
};

struct generation_manager_state {
  static inline const char* name = "generation manager";

  ~generation_manager_state();

  [[nodiscard]] std::uint64_t generation() const { return known.chosen.size() + 1; }
  [[nodiscard]] bool is_last() const {
    return generation() > static_cast<std::uint64_t>(options.values.generations.count);
  }
  /// What those are called who were chosen so far.
  [[nodiscard]] std::vector<std::string> chosen_names() const;
  [[nodiscard]] status_report status() const;

  experiment_options options;
  experiment_folder folder{{}};
  experiment_state known;
  examiner_actor examines;
  pbt_supervisor_actor trains;
  /// Those who play for a video.
  std::vector<co_player_actor> cast;
  evaluator_actor scenes;
  environment_pool_actor playing;
  /// Who came of the present generation.
  std::vector<generation_product> products;
  bool is_stopping = false;
  bool is_over = false;
  std::string failure;
  std::chrono::steady_clock::time_point started;
  /// Of this session: the steps of the generation at its beginning and now, and the checks.
  double first_steps = -1;
  double steps = 0;
  double checks = 0;
  double checks_wanted = 0;
  progress_line progress{nullptr};
  std::vector<caf::typed_response_promise<ok_atom>> asked;
  std::optional<surroundings> around;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;
};

/// GENERATION MANAGER: one generation of a population after the other (paper, section
/// "Generational training"). Whoever is chosen in a generation teaches the next, plays in it, and
/// is part of what it is measured by. Goes on where its folder says. Writes files: spawn it
/// detached.
generation_manager_actor::behavior_type
generation_manager(generation_manager_actor::stateful_pointer<generation_manager_state> self,
                   const experiment_options& options, const surroundings& around);

} // namespace troupe
