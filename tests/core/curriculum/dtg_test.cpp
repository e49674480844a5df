#include "core/curriculum/dtg.hpp"
#include "core/support/random.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

using namespace troupe;

namespace {

using enum dtg_criterion;
using returns = std::vector<double>;

constexpr double most = 900;

/// The same return `count` times, then another up to ten.
returns ten(std::size_t count, double earned, double rest) {
  returns all(10, rest);
  std::fill_n(all.begin(), count, earned);
  return all;
}

bool contains(const dtg_verdict& verdict, dtg_criterion criterion) {
  return std::find(verdict.failed.begin(), verdict.failed.end(), criterion) != verdict.failed.end();
}

/// Every episode of a trial: control's from 0, then the agent's.
struct outcome {
  returns control;
  returns agent;
};

void record(dtg_trial& trial, const outcome& known, std::size_t slot) {
  auto episodes = known.control.size();
  if (slot < episodes)
    trial.record_control(slot, known.control[slot]);
  else
    trial.record_agent(slot - episodes, known.agent[slot - episodes]);
}

double draw_tenths(random_stream& draw) {
  return static_cast<double>(draw.between(0, 10)) / 10;
}

double draw_return(random_stream& draw) {
  switch (draw.below(5)) {
  case 0:
    return 0;
  case 1:
    return most;
  case 2:
    return static_cast<double>(draw.between(0, 20));
  case 3:
    return static_cast<double>(draw.between(0, 900));
  default:
    return draw.uniform(0, 900); // sums that are rounded
  }
}

dtg_thresholds draw_thresholds(random_stream& draw) {
  dtg_thresholds drawn;
  drawn.m_greater = draw.chance(0.5) ? 0 : draw_return(draw);
  drawn.m_s = draw_return(draw);
  drawn.m_cont = draw_return(draw);
  drawn.m_greater_cont = draw.chance(0.5) ? 0 : draw_tenths(draw);
  drawn.m_solved = draw.chance(0.5) ? 1 : draw_tenths(draw);
  return drawn;
}

/// Returns of a policy that is bad, middling or good.
returns draw_returns(std::size_t count, random_stream& draw) {
  auto zeros = draw.chance(0.5) ? 0 : draw.uniform();
  returns all(count);
  for (auto& earned : all)
    earned = draw.chance(zeros) ? 0 : draw_return(draw);
  return all;
}

outcome draw_outcome(std::size_t episodes, random_stream& draw) {
  auto control = draw.chance(0.5) ? returns(episodes) : draw_returns(episodes, draw);
  return {control, draw_returns(episodes, draw)};
}

/// Checks a property for drawn seeds.
template <class Property>
void check_seeds(const std::string& sentence, Property property) {
  check_property(sentence, [&](std::uint64_t seed) {
    random_stream draw{seed};
    for (int i = 0; i < 20; ++i)
      property(draw);
  });
}

} // namespace

BOOST_AUTO_TEST_SUITE(dtg_test)

BOOST_AUTO_TEST_CASE(high_scores_must_be_less_frequent_than_m_solved) {
  dtg_thresholds thresholds{.m_s = 450};
  for (std::size_t tenths = 0; tenths <= 10; ++tenths) {
    thresholds.m_solved = static_cast<double>(tenths) / 10;
    for (std::size_t high = 0; high <= 10; ++high)
      BOOST_TEST(meets(not_solved, thresholds, ten(high, 451, 0), ten(0, 0, 0)) == (high < tenths));
  }
  thresholds.m_solved = 0.1; // the paper's example: no episode above 450, but 450 is not above
  BOOST_TEST(meets(not_solved, thresholds, ten(10, 450, 0), ten(0, 0, 0)));
}

BOOST_AUTO_TEST_CASE(doing_better_must_be_more_frequent_than_m_greater_cont) {
  dtg_thresholds thresholds{.m_greater = 2};
  for (std::size_t tenths = 0; tenths <= 10; ++tenths) {
    thresholds.m_greater_cont = static_cast<double>(tenths) / 10;
    for (std::size_t better = 0; better <= 10; ++better)
      BOOST_TEST(meets(better_than_control, thresholds, ten(better, 13, 12), ten(0, 0, 10))
                 == (better > tenths));
  }
  thresholds.m_greater_cont = 0.9; // the paper's example: better in all ten
  BOOST_TEST(meets(better_than_control, thresholds, ten(10, 3, 0), ten(0, 0, 0)));
  BOOST_TEST(!meets(better_than_control, thresholds, ten(9, 3, 2), ten(0, 0, 0)));
}

BOOST_AUTO_TEST_CASE(thresholds_that_have_drifted_by_addition_count_as_tenths) {
  dtg_thresholds thresholds{.m_greater = 0, .m_s = 5};
  thresholds.m_solved = thresholds.m_greater_cont = 0.1 + 0.2; // more than 0.3
  BOOST_TEST(!meets(not_solved, thresholds, ten(3, 6, 0), ten(0, 0, 0)));
  BOOST_TEST(meets(not_solved, thresholds, ten(2, 6, 0), ten(0, 0, 0)));
  thresholds.m_solved = thresholds.m_greater_cont = 1 - 0.1 - 0.1 - 0.1; // less than 0.7
  BOOST_TEST(!meets(better_than_control, thresholds, ten(7, 6, 0), ten(0, 0, 0)));
  BOOST_TEST(meets(better_than_control, thresholds, ten(8, 6, 0), ten(0, 0, 0)));
}

BOOST_AUTO_TEST_CASE(episodes_are_compared_in_pairs) {
  dtg_thresholds thresholds{.m_greater = 0, .m_greater_cont = 0.5};
  BOOST_TEST(!meets(better_than_control, thresholds, returns{1, 3}, returns{1, 2}));
  BOOST_TEST(!meets(better_than_control, thresholds, returns{3, 1}, returns{2, 1}));
  BOOST_TEST(meets(better_than_control, thresholds, returns{3, 2}, returns{2, 1}));
}

BOOST_AUTO_TEST_CASE(the_control_policy_must_stay_below_m_cont_or_never_score) {
  dtg_thresholds thresholds{.m_cont = 5};
  BOOST_TEST(meets(control_fails, thresholds, ten(0, 0, 0), ten(9, 5, 4)));
  BOOST_TEST(!meets(control_fails, thresholds, ten(0, 0, 0), ten(10, 5, 0)));
  thresholds.m_cont = 0;
  BOOST_TEST(meets(control_fails, thresholds, ten(0, 0, 0), ten(10, 0, 0)));
  BOOST_TEST(!meets(control_fails, thresholds, ten(0, 0, 0), ten(1, 1, 0)));
}

BOOST_AUTO_TEST_CASE(a_verdict_names_all_failures_the_control_policys_first) {
  dtg_thresholds thresholds{.m_greater = 0, .m_s = 100, .m_solved = 0.1};
  auto verdict = judge(thresholds, ten(10, 200, 0), ten(10, 300, 0));
  BOOST_TEST(!verdict.accepted);
  BOOST_TEST(
      (verdict.failed == decltype(verdict.failed){control_fails, not_solved, better_than_control}));
  BOOST_TEST((judge(thresholds, ten(10, 50, 0), ten(0, 0, 0)) == dtg_verdict{true, {}}));
}

BOOST_AUTO_TEST_CASE(with_the_papers_first_thresholds_one_decent_episode_is_enough) {
  dtg_trial trial({}, 10, most);
  for (std::size_t i = 0; i < 10; ++i) {
    BOOST_TEST(!trial.verdict());
    BOOST_TEST(trial.needs_control().size() == 10 - i);
    BOOST_TEST(trial.needs_agent().empty());
    trial.record_control(i, 0);
  }
  BOOST_TEST(trial.needs_control().empty());
  BOOST_TEST(trial.needs_agent().size() == 10u);
  trial.record_agent(7, 7); // not more than 7.5
  BOOST_TEST(!trial.verdict());
  BOOST_TEST(trial.needs_agent().size() == 9u);
  trial.record_agent(2, 8);
  BOOST_TEST((trial.verdict() == dtg_verdict{true, {}}));
  BOOST_TEST(trial.needs_agent().empty());
}

BOOST_AUTO_TEST_CASE(a_control_policy_that_scores_spares_the_agent_its_episodes) {
  dtg_trial trial({}, 10, most);
  trial.record_control(4, 1);
  BOOST_TEST((trial.verdict() == dtg_verdict{false, {control_fails}}));
  BOOST_TEST(trial.needs_control().empty());
  BOOST_TEST(trial.needs_agent().empty());
}

BOOST_AUTO_TEST_CASE(a_solved_task_is_rejected_as_such) {
  dtg_trial trial({.m_solved = 0.3}, 10, most);
  for (std::size_t i = 0; i < 10; ++i)
    trial.record_control(i, 0);
  trial.record_agent(0, 376);
  trial.record_agent(1, 376);
  BOOST_TEST(!trial.verdict());
  trial.record_agent(2, 376);
  BOOST_TEST((trial.verdict() == dtg_verdict{false, {not_solved}}));
}

BOOST_AUTO_TEST_CASE(a_task_that_the_agent_cannot_do_needs_all_episodes_to_be_rejected) {
  dtg_trial trial({}, 10, most);
  for (std::size_t i = 0; i < 10; ++i) {
    trial.record_control(i, 0);
    BOOST_TEST(!trial.verdict());
    trial.record_agent(i, 0);
  }
  BOOST_TEST((trial.verdict() == dtg_verdict{false, {better_than_control}}));
}

BOOST_AUTO_TEST_CASE(criteria_that_exclude_each_other_are_both_named) {
  // Only a high score does better, by 300, and a single one is too many.
  dtg_trial trial({.m_greater = 300, .m_s = 200, .m_solved = 0.1}, 10, most);
  BOOST_TEST((trial.verdict() == dtg_verdict{false, {not_solved, better_than_control}}));
}

BOOST_AUTO_TEST_CASE(pairs_that_are_decided_need_no_control_episode) {
  dtg_trial trial({.m_cont = 1000}, 10, most); // the control policy cannot be too good
  trial.record_agent(3, 0);                    // nor worse in this pair
  auto needed = trial.needs_control();
  BOOST_TEST(needed.size() == 9u);
  BOOST_TEST(std::count(needed.begin(), needed.end(), 3) == 0);
}

BOOST_AUTO_TEST_CASE(the_first_report_of_an_episode_counts) {
  dtg_trial trial({}, 1, most);
  trial.record_control(0, 0);
  trial.record_control(0, 100);
  BOOST_TEST(!trial.verdict());
  trial.record_agent(0, 100);
  trial.record_agent(0, 0);
  BOOST_TEST((trial.verdict() == dtg_verdict{true, {}}));
}

BOOST_AUTO_TEST_CASE(an_early_verdict_is_the_final_one) {
  check_seeds("whatever the rest will be", [](random_stream& draw) {
    auto thresholds = draw_thresholds(draw);
    auto episodes = 1 + draw.below(12);
    auto played = draw_outcome(episodes, draw);
    auto final = judge(thresholds, played.agent, played.control);
    std::vector<std::size_t> order(2 * episodes);
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    draw.shuffle(std::span{order});
    dtg_trial trial(thresholds, episodes, most);
    for (std::size_t next = 0;; ++next) {
      auto verdict = trial.verdict();
      if (verdict) {
        RC_ASSERT(verdict->accepted == final.accepted);
        RC_ASSERT(verdict->accepted == verdict->failed.empty());
        if (!verdict->accepted)
          RC_ASSERT(std::any_of(verdict->failed.begin(), verdict->failed.end(),
                                [&](auto criterion) { return contains(final, criterion); }));
      }
      if (next == order.size()) {
        RC_ASSERT(verdict == final);
        break;
      }
      record(trial, played, order[next]);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_verdict_takes_no_episode_that_is_not_needed) {
  check_seeds("playing only what is needed leads to the same verdict", [](random_stream& draw) {
    auto thresholds = draw_thresholds(draw);
    auto episodes = 1 + draw.below(12);
    auto played = draw_outcome(episodes, draw);
    dtg_trial trial(thresholds, episodes, most);
    while (!trial.verdict()) {
      auto control = trial.needs_control();
      auto agent = trial.needs_agent();
      RC_ASSERT(control.empty() != agent.empty()); // something to play, control first
      if (!control.empty()) {
        auto episode = control[draw.below(control.size())];
        trial.record_control(episode, played.control[episode]);
      } else {
        auto episode = agent[draw.below(agent.size())];
        trial.record_agent(episode, played.agent[episode]);
      }
    }
    RC_ASSERT(trial.verdict()->accepted
              == judge(thresholds, played.agent, played.control).accepted);
    RC_ASSERT(trial.needs_control().empty());
    RC_ASSERT(trial.needs_agent().empty());
  });
}

namespace {

/// All trials of three episodes whose returns are 0, 1 or 2, played in part: slots are control's
/// episodes, then the agent's, each a digit of a number in base 4 where 3 is an episode that has
/// not been played.
constexpr std::size_t small_episodes = 3;
constexpr std::size_t slots = 2 * small_episodes;
constexpr std::size_t unplayed = 3;
constexpr std::size_t partial_count = 4096;
constexpr double small_max = 2;

using digits = std::array<std::size_t, slots>;

digits digits_of(std::size_t number) {
  digits result{};
  for (auto& digit : result) {
    digit = number % 4;
    number /= 4;
  }
  return result;
}

std::size_t value_of(std::size_t slot) {
  return std::size_t{1} << 2 * slot;
}

/// Whether all completions of each partial trial are accepted, or none is.
struct foresight {
  std::vector<bool> all_accepted = std::vector<bool>(partial_count, true);
  std::vector<bool> none_accepted = std::vector<bool>(partial_count, true);

  explicit foresight(const dtg_thresholds& thresholds) {
    // A trial with an episode less has a larger number: its completions come before it.
    for (std::size_t number = 0; number < partial_count; ++number) {
      auto played = digits_of(number);
      auto open = std::find(played.begin(), played.end(), unplayed);
      if (open == played.end()) {
        returns control(played.begin(), played.begin() + small_episodes);
        returns agent(played.begin() + small_episodes, played.end());
        auto accepted = judge(thresholds, agent, control).accepted;
        all_accepted[number] = accepted;
        none_accepted[number] = !accepted;
        continue;
      }
      auto slot = static_cast<std::size_t>(open - played.begin());
      for (std::size_t earned = 0; earned < unplayed; ++earned) {
        auto next = number - (unplayed - earned) * value_of(slot);
        all_accepted[number] = all_accepted[number] && all_accepted[next];
        none_accepted[number] = none_accepted[number] && none_accepted[next];
      }
    }
  }

  [[nodiscard]] bool is_certain(std::size_t number) const {
    return all_accepted[number] || none_accepted[number];
  }
};

dtg_trial trial_of(const dtg_thresholds& thresholds, const digits& played) {
  dtg_trial trial(thresholds, small_episodes, small_max);
  for (std::size_t slot = 0; slot < slots; ++slot)
    if (played[slot] != unplayed) {
      auto earned = static_cast<double>(played[slot]);
      if (slot < small_episodes)
        trial.record_control(slot, earned);
      else
        trial.record_agent(slot - small_episodes, earned);
    }
  return trial;
}

/// Thresholds that three returns of 0, 1 and 2 can tell apart, in all combinations.
std::vector<dtg_thresholds> small_thresholds() {
  std::vector<dtg_thresholds> all;
  for (double m_greater : {0, 1})
    for (double m_s : {0, 1, 2})
      for (double m_cont : {0.0, 1.0, 1.5})
        for (double m_greater_cont : {0.0, 1.0 / 3, 0.5})
          for (double m_solved : {1.0 / 3, 2.0 / 3, 1.0})
            all.push_back({m_greater, m_s, m_cont, m_greater_cont, m_solved});
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_verdict_is_there_exactly_when_all_ways_to_go_on_agree) {
  for (const auto& thresholds : small_thresholds()) {
    foresight known(thresholds);
    for (std::size_t number = 0; number < partial_count; ++number) {
      auto verdict = trial_of(thresholds, digits_of(number)).verdict();
      BOOST_REQUIRE(verdict.has_value() == known.is_certain(number));
      if (verdict)
        BOOST_REQUIRE(verdict->accepted == known.all_accepted[number]);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_needed_never_matters) {
  // Without control's episodes before it, an agent's is not asked for although it may matter.
  for (const auto& thresholds : small_thresholds()) {
    foresight known(thresholds);
    for (std::size_t number = 0; number < partial_count; ++number) {
      auto played = digits_of(number);
      auto trial = trial_of(thresholds, played);
      auto needed = trial.needs_control();
      if (needed.empty())
        for (auto episode : trial.needs_agent())
          needed.push_back(small_episodes + episode);
      BOOST_REQUIRE(needed.empty() == trial.verdict().has_value());
      auto last = trial.needs_control().empty() ? slots : small_episodes;
      for (std::size_t slot = 0; slot < last; ++slot)
        if (played[slot] == unplayed
            && std::find(needed.begin(), needed.end(), slot) == needed.end()) {
          // Then all that it can be leaves the same to be seen: nothing becomes certain by it.
          for (std::size_t earned = 0; earned < unplayed; ++earned) {
            auto next = number - (unplayed - earned) * value_of(slot);
            BOOST_REQUIRE(known.all_accepted[next] == known.all_accepted[number]);
            BOOST_REQUIRE(known.none_accepted[next] == known.none_accepted[number]);
          }
        }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
