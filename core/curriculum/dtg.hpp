#pragma once

#include "core/game/vocabulary.hpp"

#include <boost/container/static_vector.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace troupe {

/// Which tasks an agent trains on (paper, section "Dynamic Task Generation"): the hyperparameters
/// 𝐦. The defaults are those that agents begin with; they evolve.
struct dtg_thresholds {
  /// m_>: by how much the agent must do better than the control policy.
  double m_greater = 7.5;
  /// m_s: a return above this is a high score.
  double m_s = 375;
  /// m_cont: the control policy's mean return must be below this.
  double m_cont = 0;
  /// m_>cont: the probability of doing better must be above this.
  double m_greater_cont = 0;
  /// m_solved: the probability of a high score must be below this.
  double m_solved = 1;

  friend bool operator==(const dtg_thresholds&, const dtg_thresholds&) = default;
};

/// What a proposed task must meet, in the paper's order.
enum class dtg_criterion : std::uint8_t {
  not_solved,          ///< the agent seldom scores high
  better_than_control, ///< it often does better than the control policy
  control_fails,       ///< the control policy does badly
};
template <>
inline constexpr std::array<std::string_view, 3> words<dtg_criterion>{
    "not-solved", "better-than-control", "control-fails"};

/// Whether a criterion is met. As many returns of the agent as of the control policy, at least one;
/// the i-th of both are a pair.
///
/// Probabilities are counts of episodes. A control policy that never scores always fails: else
/// m_cont = 0 would forbid every task.
bool meets(dtg_criterion criterion, const dtg_thresholds& thresholds, std::span<const double> agent,
           std::span<const double> control);

/// Whether a task is trained on.
struct dtg_verdict {
  bool accepted = false;
  /// The criteria that are not met; the first is what a rejection is put down to. What the control
  /// policy does comes first: `control_fails`, `not_solved`, `better_than_control`.
  boost::container::static_vector<dtg_criterion, words<dtg_criterion>.size()> failed;

  friend bool operator==(const dtg_verdict&, const dtg_verdict&) = default;
};
dtg_verdict judge(const dtg_thresholds& thresholds, std::span<const double> agent,
                  std::span<const double> control);

/// The trial of one proposed task: gathers returns, in any order, until the verdict is certain.
class dtg_trial {
public:
  /// The trial takes at least one episode of each policy. Returns lie in [0, `max_return`].
  dtg_trial(const dtg_thresholds& thresholds, std::size_t episodes, double max_return);

  /// What a policy earned in one of its episodes, from 0. The first report of an episode counts.
  void record_control(std::size_t episode, double earned);
  void record_agent(std::size_t episode, double earned);

  /// The verdict, as soon as no outcome of the remaining episodes can change whether the task is
  /// accepted. A rejection names the criteria that are certain to fail; where it is only certain
  /// that the agent cannot meet both of its own, it names these.
  [[nodiscard]] std::optional<dtg_verdict> verdict() const;

  /// The episodes that are worth playing: those that can matter, of the control policy until none
  /// is left, then of the agent. None once there is a verdict, and always some before.
  [[nodiscard]] std::vector<std::size_t> needs_control() const;
  [[nodiscard]] std::vector<std::size_t> needs_agent() const;

  [[nodiscard]] const dtg_thresholds& thresholds() const { return thresholds_; }
  [[nodiscard]] std::size_t episodes() const { return control_.size(); }

  friend bool operator==(const dtg_trial&, const dtg_trial&) = default;

private:
  /// Nothing where an episode has not been played.
  using partial_returns = std::vector<std::optional<double>>;

  /// What the episodes so far say of a criterion.
  enum class certainty : std::uint8_t { met, open, failed };

  [[nodiscard]] certainty certainty_of(dtg_criterion criterion) const;
  [[nodiscard]] bool is_pair_open(std::size_t episode) const;
  [[nodiscard]] bool agent_can_meet_both() const;

  dtg_thresholds thresholds_;
  double max_return_;
  partial_returns agent_;
  partial_returns control_;
};

} // namespace troupe
