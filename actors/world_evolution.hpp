#pragma once

#include "actors/assigned_work.hpp"
#include "actors/practice.hpp"
#include "core/curriculum/coevolution.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace troupe {

/// How WORLD EVOLUTION goes.
struct world_evolution_options {
  coevolution_rules rules;
  /// How the agent's network acts where a world is evaluated.
  batching_options batching;
  /// The share of episodes that evaluate worlds.
  double share = 0.25;
};

struct world_evolution_state {
  static inline const char* name = "world evolution";

  /// An episode that is being played.
  struct open_episode {
    std::uint64_t world = 0;
    bool evaluates = false;
  };

  /// Stops whoever plays in evaluations.
  ~world_evolution_state();

  /// Goes on where the options say, or begins with an open room.
  void start(const source_options& begins, const world_evolution_options& wanted);
  /// The next assignment, and who plays it.
  std::pair<assignment, policy_list> next(std::uint64_t environment);
  void note(const episode_result& result);
  [[nodiscard]] source_state known() const;
  [[nodiscard]] status_report status() const;

  /// Whether no world is being evaluated.
  [[nodiscard]] bool is_between_worlds() const { return worlds->state().evaluate_set.empty(); }
  /// Whether the agent is there that evaluates, as it is meant to be.
  [[nodiscard]] bool is_ready() const { return agent_tries && !asks_learner; }

  source_options options;
  world_evolution_options how;
  std::optional<world_coevolution> worlds;
  /// Given away so far; also the number of the next.
  std::uint64_t assignments = 0;
  /// Those of them since the beginning of this session that train, and that evaluate.
  std::uint64_t trainings = 0;
  std::uint64_t evaluations = 0;
  assigned_work playing;
  /// The same by their numbers.
  std::map<std::uint64_t, open_episode> open;
  /// The agent as it was when the evaluation of the present world began, and its steps then.
  inference_batcher_actor agent_tries;
  std::int64_t agent_steps = 0;
  bool asks_learner = false;
  std::uint64_t episodes = 0;
  std::optional<surroundings> around;
  std::optional<metric_recorder> metrics;
  std::optional<inbox> arrivals;

private:
  [[nodiscard]] bool wants_evaluation() const;
  const evolving_world* next_to_evaluate(random_stream& draws);
  void note_evaluation(std::uint64_t world, bool scored);
};

/// WORLD EVOLUTION: the worlds that an agent trains in, which become harder as it gets better
/// (paper, section "World-agent co-evolution"). There is one player and one game: to go to what
/// every world has. One new world after the other is evaluated by the agent as it is when that
/// begins; nobody learns from those episodes.
training_source_actor::behavior_type
world_evolution(training_source_actor::stateful_pointer<world_evolution_state> self,
                const source_options& options, const world_evolution_options& how,
                const surroundings& around);

} // namespace troupe
