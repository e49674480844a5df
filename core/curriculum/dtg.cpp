#include "core/curriculum/dtg.hpp"

#include "core/curriculum/share.hpp"

#include <algorithm>
#include <numeric>

namespace troupe {

namespace {

/// In which order failures are named.
constexpr std::array order_of_failures{dtg_criterion::control_fails, dtg_criterion::not_solved,
                                       dtg_criterion::better_than_control};

bool does_better(const dtg_thresholds& thresholds, double agent, double control) {
  return agent > control + thresholds.m_greater;
}

bool is_seldom_high(const dtg_thresholds& thresholds, std::span<const double> agent) {
  auto high =
      std::count_if(agent.begin(), agent.end(), [&](double r) { return r > thresholds.m_s; });
  return static_cast<double>(high) < share_of(thresholds.m_solved, agent.size());
}

bool is_often_better(const dtg_thresholds& thresholds, std::span<const double> agent,
                     std::span<const double> control) {
  std::size_t better = 0;
  for (std::size_t i = 0; i < agent.size(); ++i)
    better += does_better(thresholds, agent[i], control[i]) ? 1 : 0;
  return static_cast<double>(better) > share_of(thresholds.m_greater_cont, agent.size());
}

bool does_badly(const dtg_thresholds& thresholds, std::span<const double> control) {
  auto sum = std::accumulate(control.begin(), control.end(), 0.0);
  return sum == 0 || sum / static_cast<double>(control.size()) < thresholds.m_cont;
}

/// All returns, if every missing one were the same.
std::vector<double> completed(const std::vector<std::optional<double>>& returns, double missing) {
  std::vector<double> all;
  all.reserve(returns.size());
  for (const auto& earned : returns)
    all.push_back(earned.value_or(missing));
  return all;
}

} // namespace

bool meets(dtg_criterion criterion, const dtg_thresholds& thresholds, std::span<const double> agent,
           std::span<const double> control) {
  switch (criterion) {
  case dtg_criterion::not_solved:
    return is_seldom_high(thresholds, agent);
  case dtg_criterion::better_than_control:
    return is_often_better(thresholds, agent, control);
  default:
    return does_badly(thresholds, control);
  }
}

dtg_verdict judge(const dtg_thresholds& thresholds, std::span<const double> agent,
                  std::span<const double> control) {
  dtg_verdict verdict;
  for (auto criterion : order_of_failures)
    if (!meets(criterion, thresholds, agent, control))
      verdict.failed.push_back(criterion);
  verdict.accepted = verdict.failed.empty();
  return verdict;
}

dtg_trial::dtg_trial(const dtg_thresholds& thresholds, std::size_t episodes, double max_return)
    : thresholds_(thresholds), max_return_(max_return), agent_(episodes), control_(episodes) {}

void dtg_trial::record_control(std::size_t episode, double earned) {
  if (!control_[episode])
    control_[episode] = earned;
}

void dtg_trial::record_agent(std::size_t episode, double earned) {
  if (!agent_[episode])
    agent_[episode] = earned;
}

std::optional<dtg_verdict> dtg_trial::verdict() const {
  dtg_verdict verdict;
  bool is_open = false;
  for (auto criterion : order_of_failures) {
    auto certain = certainty_of(criterion);
    is_open = is_open || certain == certainty::open;
    if (certain == certainty::failed)
      verdict.failed.push_back(criterion);
  }
  if (verdict.failed.empty() && !agent_can_meet_both())
    verdict.failed = {dtg_criterion::not_solved, dtg_criterion::better_than_control};
  verdict.accepted = verdict.failed.empty();
  if (verdict.accepted && is_open)
    return std::nullopt;
  return verdict;
}

/// Criteria are monotone in every return: the more the control policy earns the harder they are to
/// meet, and the more the agent earns the harder is `not_solved` and the easier the other. So two
/// ways for the remaining episodes to go stand for all of them.
dtg_trial::certainty dtg_trial::certainty_of(dtg_criterion criterion) const {
  auto is_harmed_by_agent = criterion == dtg_criterion::not_solved;
  auto worst_agent = completed(agent_, is_harmed_by_agent ? max_return_ : 0);
  if (meets(criterion, thresholds_, worst_agent, completed(control_, max_return_)))
    return certainty::met;
  auto best_agent = completed(agent_, is_harmed_by_agent ? 0 : max_return_);
  return meets(criterion, thresholds_, best_agent, completed(control_, 0)) ? certainty::open
                                                                           : certainty::failed;
}

/// Whether it can still go both ways who does better in a pair of episodes.
bool dtg_trial::is_pair_open(std::size_t episode) const {
  const auto& agent = agent_[episode];
  const auto& control = control_[episode];
  return does_better(thresholds_, agent.value_or(max_return_), control.value_or(0))
         && !does_better(thresholds_, agent.value_or(0), control.value_or(max_return_));
}

/// Whether the agent's remaining episodes can go such that it is often better and seldom scores
/// high. In each it earns the most that is no high score, but where only a high score would do
/// better: there it scores high, as long as that is seldom.
bool dtg_trial::agent_can_meet_both() const {
  auto control = completed(control_, 0);
  auto not_high = std::clamp(thresholds_.m_s, 0.0, max_return_);
  auto agent = completed(agent_, not_high);
  for (std::size_t i = 0; i < agent.size(); ++i) {
    if (agent_[i] || does_better(thresholds_, not_high, control[i])
        || !does_better(thresholds_, max_return_, control[i]))
      continue;
    agent[i] = max_return_;
    if (!is_seldom_high(thresholds_, agent)) {
      agent[i] = not_high;
      break;
    }
  }
  return is_seldom_high(thresholds_, agent) && is_often_better(thresholds_, agent, control);
}

std::vector<std::size_t> dtg_trial::needs_control() const {
  if (verdict())
    return {};
  auto all_matter = certainty_of(dtg_criterion::control_fails) == certainty::open;
  auto pairs_matter = certainty_of(dtg_criterion::better_than_control) == certainty::open;
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < episodes(); ++i)
    if (!control_[i] && (all_matter || (pairs_matter && is_pair_open(i))))
      needed.push_back(i);
  return needed;
}

std::vector<std::size_t> dtg_trial::needs_agent() const {
  if (verdict() || !needs_control().empty())
    return {};
  auto all_matter = certainty_of(dtg_criterion::not_solved) == certainty::open;
  auto pairs_matter = certainty_of(dtg_criterion::better_than_control) == certainty::open;
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < episodes(); ++i)
    if (!agent_[i] && (all_matter || (pairs_matter && is_pair_open(i))))
      needed.push_back(i);
  return needed;
}

} // namespace troupe
