#pragma once

#include "core/curriculum/dtg.hpp"
#include "core/support/random.hpp"
#include "core/tasks/task.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace troupe {

/// How the tasks are found that an agent trains on.
struct filter_rules {
  dtg_thresholds thresholds;
  /// Of the agent and of the control policy in a trial.
  std::size_t episodes = 10;
  /// The most that an episode can earn: its steps.
  double max_return = 900;
  /// The share of episodes that are played in trials.
  double share = 0.25;
  /// Accepted tasks that are kept.
  std::size_t capacity = 100;
  /// Trials in which the agent plays with the same weights, and which are under way at once.
  std::size_t cohort = 4;

  friend bool operator==(const filter_rules&, const filter_rules&) = default;
};

/// A task that is trained on.
struct accepted_task {
  task played;
  /// How many trials had ended when it was accepted last.
  std::uint64_t judged = 0;

  friend bool operator==(const accepted_task&, const accepted_task&) = default;
};

/// What has become of tasks so far.
struct filter_counts {
  /// New tasks whose trial has ended, and those of them that were accepted.
  std::uint64_t proposed = 0;
  std::uint64_t accepted = 0;
  /// Accepted tasks that were tried again, and those of them that did not pass.
  std::uint64_t tried_again = 0;
  std::uint64_t dropped = 0;
  /// New tasks that were rejected, by the criterion that it is put down to.
  std::array<std::uint64_t, words<dtg_criterion>.size()> rejected{};
  /// Episodes that were given away: to be learned from, those of them in which no accepted task
  /// was there to be played, and in trials.
  std::uint64_t training_episodes = 0;
  std::uint64_t unfiltered_episodes = 0;
  std::uint64_t trial_episodes = 0;

  friend bool operator==(const filter_counts&, const filter_counts&) = default;
};

/// All that is to be remembered after a pause. Trials that were under way begin anew.
struct filter_state {
  std::vector<accepted_task> accepted;
  filter_counts counts;

  friend bool operator==(const filter_state&, const filter_state&) = default;
};

/// An episode of a trial.
struct trial_episode {
  std::uint64_t trial = 0;
  std::size_t episode = 0;
  bool by_control = false;

  friend bool operator==(const trial_episode&, const trial_episode&) = default;
};

/// What is to be played next.
struct wanted_episode {
  task played;
  /// Nothing if the episode is to be learned from.
  std::optional<trial_episode> tries;
};

/// How a trial ended.
struct ended_trial {
  task tried;
  dtg_verdict verdict;
  /// Whether the task had been accepted before.
  bool is_again = false;
};

/// Which tasks an agent trains on, as it learns (paper, section "Dynamic Task Generation"): knows
/// tasks and returns, plays nothing.
///
/// Trials take their share of episodes; all other episodes train on accepted tasks, any of them
/// equally likely, or on proposals as long as none is accepted. A trial is of a new task, or, the
/// more often the fuller the set is, of the accepted one that was judged longest ago: that one goes
/// if it does not pass again. In a full set a new task takes the place of the one judged longest
/// ago.
///
/// Trials come in cohorts. In the trials of one cohort the agent must play with the same weights;
/// whoever runs the agent may change them when `is_between_cohorts`.
class task_filter {
public:
  using proposer = std::function<task()>;

  explicit task_filter(filter_rules rules, filter_state begin = {});

  [[nodiscard]] const filter_rules& rules() const { return rules_; }
  [[nodiscard]] const filter_state& state() const { return state_; }
  [[nodiscard]] bool is_between_cohorts() const { return trials_.empty(); }

  /// What is to be played next; new tasks come from `propose`. Nothing of the agent's is wanted in
  /// trials unless `agent_is_ready`.
  wanted_episode next(const proposer& propose, bool agent_is_ready, random_stream& draws);

  /// How an episode of a trial ended: what the first player earned. Returns how the trial ended, if
  /// it has. Episodes of trials that have ended are of no interest.
  std::optional<ended_trial> record(const trial_episode& which, double earned);
  /// An episode of a trial came to nothing: it is wanted again.
  void lose(const trial_episode& which);
  /// The task of a trial cannot be played: it is forgotten, and dropped if it was accepted.
  void give_up(const trial_episode& which);

private:
  struct open_trial {
    task tried;
    dtg_trial judged;
    bool is_again = false;
    /// Episodes that are being played.
    std::vector<bool> control_plays;
    std::vector<bool> agent_plays;
  };

  [[nodiscard]] bool wants_trial() const;
  [[nodiscard]] std::optional<wanted_episode> next_of_trials(bool agent_is_ready);
  void open(const proposer& propose, random_stream& draws);
  void close(const ended_trial& ended);
  [[nodiscard]] std::vector<accepted_task>::iterator judged_longest_ago();

  filter_rules rules_;
  filter_state state_;
  std::map<std::uint64_t, open_trial> trials_;
  /// Of the present cohort.
  std::size_t opened_ = 0;
  std::uint64_t next_trial_ = 0;
};

} // namespace troupe
