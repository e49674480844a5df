#include "core/curriculum/task_filter.hpp"

#include <algorithm>
#include <utility>

namespace troupe {

task_filter::task_filter(filter_rules rules, filter_state begin)
    : rules_(rules), state_(std::move(begin)) {}

wanted_episode task_filter::next(const proposer& propose, bool agent_is_ready,
                                 random_stream& draws) {
  auto& counts = state_.counts;
  if (wants_trial()) {
    auto wanted = next_of_trials(agent_is_ready);
    if (!wanted && opened_ < rules_.cohort) {
      open(propose, draws);
      wanted = next_of_trials(agent_is_ready);
    }
    if (wanted) {
      ++counts.trial_episodes;
      return *wanted;
    }
  }
  ++counts.training_episodes;
  if (state_.accepted.empty()) {
    ++counts.unfiltered_episodes;
    return {propose(), std::nullopt};
  }
  return {state_.accepted[draws.below(state_.accepted.size())].played, std::nullopt};
}

bool task_filter::wants_trial() const {
  const auto& counts = state_.counts;
  auto all = counts.training_episodes + counts.trial_episodes + 1;
  return static_cast<double>(counts.trial_episodes + 1) <= rules_.share * static_cast<double>(all);
}

/// The control policy's episodes come first: nobody has to look at pictures for them, and they
/// often decide.
std::optional<wanted_episode> task_filter::next_of_trials(bool agent_is_ready) {
  auto first_idle = [](const std::vector<std::size_t>& needed, const std::vector<bool>& plays) {
    return std::find_if(needed.begin(), needed.end(), [&](auto i) { return !plays[i]; });
  };
  for (auto by_control : {true, false}) {
    if (!by_control && !agent_is_ready)
      break;
    for (auto& [number, trial] : trials_) {
      auto needed = by_control ? trial.judged.needs_control() : trial.judged.needs_agent();
      auto& plays = by_control ? trial.control_plays : trial.agent_plays;
      if (auto found = first_idle(needed, plays); found != needed.end()) {
        plays[*found] = true;
        return wanted_episode{trial.tried, trial_episode{number, *found, by_control}};
      }
    }
  }
  return std::nullopt;
}

void task_filter::open(const proposer& propose, random_stream& draws) {
  auto fullness =
      static_cast<double>(state_.accepted.size()) / static_cast<double>(rules_.capacity);
  auto is_again = draws.chance(fullness / 2);
  auto tried = is_again ? judged_longest_ago() : state_.accepted.end();
  open_trial trial{tried == state_.accepted.end() ? propose() : tried->played,
                   dtg_trial{rules_.thresholds, rules_.episodes, rules_.max_return},
                   tried != state_.accepted.end(), std::vector<bool>(rules_.episodes),
                   std::vector<bool>(rules_.episodes)};
  // Not the longest ago any more: the next trial is of another one.
  if (tried != state_.accepted.end())
    tried->judged = next_trial_;
  trials_.emplace(next_trial_++, std::move(trial));
  ++opened_;
}

std::optional<ended_trial> task_filter::record(const trial_episode& which, double earned) {
  auto found = trials_.find(which.trial);
  if (found == trials_.end())
    return std::nullopt;
  auto& trial = found->second;
  if (which.by_control)
    trial.judged.record_control(which.episode, earned);
  else
    trial.judged.record_agent(which.episode, earned);
  auto verdict = trial.judged.verdict();
  if (!verdict)
    return std::nullopt;
  ended_trial ended{std::move(trial.tried), *verdict, trial.is_again};
  trials_.erase(found);
  close(ended);
  return ended;
}

void task_filter::close(const ended_trial& ended) {
  auto& [accepted, counts] = state_;
  if (trials_.empty())
    opened_ = 0;
  auto known = std::find_if(accepted.begin(), accepted.end(),
                            [&](const auto& each) { return each.played == ended.tried; });
  if (ended.is_again) {
    ++counts.tried_again;
    if (!ended.verdict.accepted && known != accepted.end()) {
      ++counts.dropped;
      accepted.erase(known);
    }
    return;
  }
  ++counts.proposed;
  if (!ended.verdict.accepted) {
    ++counts.rejected[static_cast<std::size_t>(ended.verdict.failed.front())];
    return;
  }
  ++counts.accepted;
  if (accepted.size() >= rules_.capacity)
    accepted.erase(judged_longest_ago());
  accepted.push_back({ended.tried, next_trial_});
}

void task_filter::lose(const trial_episode& which) {
  if (auto found = trials_.find(which.trial); found != trials_.end())
    (which.by_control ? found->second.control_plays : found->second.agent_plays)[which.episode] =
        false;
}

void task_filter::give_up(const trial_episode& which) {
  auto found = trials_.find(which.trial);
  if (found == trials_.end())
    return;
  std::erase_if(state_.accepted,
                [&](const auto& each) { return each.played == found->second.tried; });
  trials_.erase(found);
  if (trials_.empty())
    opened_ = 0;
}

std::vector<accepted_task>::iterator task_filter::judged_longest_ago() {
  return std::min_element(state_.accepted.begin(), state_.accepted.end(),
                          [](const auto& a, const auto& b) { return a.judged < b.judged; });
}

} // namespace troupe
