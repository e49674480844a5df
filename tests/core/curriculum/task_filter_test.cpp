#include "core/curriculum/task_filter.hpp"
#include "tests/fixtures/property.hpp"

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

/// A task that is told from others by the light alone.
task task_number(int number) {
  task made{{}, game{goal{}}, {}};
  made.place.lighting.intensity = number;
  return made;
}
int number_of(const task& t) {
  return static_cast<int>(t.place.lighting.intensity);
}

/// Plays whatever a filter wants: each player's return is a function of task and player.
struct played_filter {
  using earner = std::function<double(int task, bool by_control)>;

  filter_rules rules = small_rules();
  task_filter filter{rules};
  random_stream draws{1};
  int proposed = 0;
  std::vector<ended_trial> ended;

  static filter_rules small_rules() {
    filter_rules rules;
    rules.thresholds = {.m_greater = 1, .m_s = 50, .m_cont = 0, .m_greater_cont = 0, .m_solved = 1};
    rules.episodes = 3;
    rules.max_return = 100;
    rules.share = 0.5;
    rules.capacity = 4;
    rules.cohort = 2;
    return rules;
  }

  wanted_episode next(bool agent_is_ready = true) {
    return filter.next([&] { return task_number(proposed++); }, agent_is_ready, draws);
  }
  /// Plays so many episodes, one after the other.
  void play(int count, const earner& earns) {
    for (int i = 0; i < count; ++i) {
      auto wanted = next();
      if (!wanted.tries)
        continue;
      auto earned = earns(number_of(wanted.played), wanted.tries->by_control);
      if (auto over = filter.record(*wanted.tries, earned))
        ended.push_back(*over);
    }
  }
  [[nodiscard]] std::set<int> accepted() const {
    std::set<int> numbers;
    for (const auto& each : filter.state().accepted)
      numbers.insert(number_of(each.played));
    return numbers;
  }
};

/// Somebody who can do the tasks with even numbers, where the control policy gets nothing.
double even_ones(int task, bool by_control) {
  return !by_control && task % 2 == 0 ? 20 : 0;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(task_filter_test, played_filter)

BOOST_AUTO_TEST_CASE(trials_take_their_share_of_episodes) {
  play(1000, even_ones);
  BOOST_TEST(filter.state().counts.trial_episodes == 500);
  BOOST_TEST(filter.state().counts.training_episodes == 500);
}

BOOST_AUTO_TEST_CASE(proposals_are_trained_on_until_a_task_is_accepted_and_counted) {
  play(200, [](int, bool) { return 0; });
  const auto& counts = filter.state().counts;
  BOOST_TEST(filter.state().accepted.empty());
  BOOST_TEST(counts.unfiltered_episodes == counts.training_episodes);
  BOOST_TEST(counts.proposed > 0);
  BOOST_TEST(counts.rejected[static_cast<std::size_t>(dtg_criterion::better_than_control)]
             == counts.proposed);
}

BOOST_AUTO_TEST_CASE(what_passes_is_trained_on_and_nothing_else_then) {
  play(400, even_ones);
  BOOST_TEST(!accepted().empty());
  for (auto number : accepted())
    BOOST_TEST(number % 2 == 0);
  auto unfiltered = filter.state().counts.unfiltered_episodes;
  for (int i = 0; i < 100; ++i)
    if (auto wanted = next(); wanted.tries)
      filter.record(*wanted.tries, 0);
    else
      BOOST_TEST(number_of(wanted.played) % 2 == 0);
  BOOST_TEST(filter.state().counts.unfiltered_episodes == unfiltered);
}

BOOST_AUTO_TEST_CASE(a_trial_ends_as_it_would_with_all_episodes) {
  check_property("same verdict", [](std::uint64_t seed) {
    random_stream draw{seed};
    played_filter made;
    made.rules.thresholds.m_greater_cont = static_cast<double>(draw.below(10)) / 10;
    made.filter = task_filter{made.rules};
    std::map<std::pair<int, bool>, std::vector<double>> earned;
    auto returns = [&](int task, bool by_control) -> std::vector<double>& {
      auto& all = earned[{task, by_control}];
      while (all.size() < made.rules.episodes)
        all.push_back(static_cast<double>(draw.below(4)) * (by_control ? 1 : 20));
      return all;
    };
    for (int i = 0; i < 200; ++i) {
      auto wanted = made.next();
      if (!wanted.tries)
        continue;
      auto number = number_of(wanted.played);
      auto proposed_before = made.filter.state().counts.proposed;
      auto over = made.filter.record(
          *wanted.tries, returns(number, wanted.tries->by_control)[wanted.tries->episode]);
      if (!over)
        continue;
      RC_ASSERT(made.filter.state().counts.proposed + (over->is_again ? 1 : 0)
                == proposed_before + 1);
      auto whole = judge(made.rules.thresholds, returns(number, false), returns(number, true));
      RC_ASSERT(over->verdict.accepted == whole.accepted);
    }
  });
}

BOOST_AUTO_TEST_CASE(tasks_that_do_not_pass_again_are_dropped) {
  play(400, even_ones);
  BOOST_REQUIRE(accepted().size() == rules.capacity);
  // Now the agent can do all of them too well.
  play(400, [](int, bool by_control) { return by_control ? 0 : 90; });
  BOOST_TEST(accepted().empty());
  BOOST_TEST(filter.state().counts.dropped == rules.capacity);
}

BOOST_AUTO_TEST_CASE(a_full_set_takes_in_what_is_new) {
  play(2000, even_ones);
  BOOST_TEST(accepted().size() == rules.capacity);
  BOOST_TEST(filter.state().counts.accepted > 2 * rules.capacity);
  // Numbers of tasks grow as they are proposed, and the oldest went.
  BOOST_TEST(*accepted().begin() > 10);
}

BOOST_AUTO_TEST_CASE(a_cohort_is_complete_before_the_next_begins) {
  rules.share = 1;
  filter = task_filter{rules};
  std::set<std::uint64_t> trials;
  std::vector<trial_episode> playing;
  for (int i = 0; i < 100; ++i)
    if (auto wanted = next(); wanted.tries) {
      trials.insert(wanted.tries->trial);
      playing.push_back(*wanted.tries);
    }
  BOOST_TEST(trials.size() == rules.cohort);
  BOOST_TEST(playing.size() == rules.cohort * rules.episodes); // the control policy's
  BOOST_TEST(!filter.is_between_cohorts());
  for (const auto& each : playing)
    filter.record(each, 0);
  playing.clear();
  for (int i = 0; i < 100; ++i)
    if (auto wanted = next(); wanted.tries)
      playing.push_back(*wanted.tries);
  for (const auto& each : playing) {
    BOOST_TEST(!each.by_control);
    BOOST_TEST(trials.contains(each.trial));
    filter.record(each, 0);
  }
  BOOST_TEST(filter.is_between_cohorts());
  BOOST_TEST(!trials.contains(next().tries->trial));
}

BOOST_AUTO_TEST_CASE(the_agent_plays_in_no_trial_before_it_is_ready) {
  for (int i = 0; i < 200; ++i)
    if (auto wanted = next(false); wanted.tries) {
      BOOST_TEST(wanted.tries->by_control);
      filter.record(*wanted.tries, 0);
    }
}

BOOST_AUTO_TEST_CASE(episodes_that_came_to_nothing_are_wanted_again) {
  rules.share = 1;
  rules.cohort = 1;
  rules.episodes = 1;
  filter = task_filter{rules};
  auto first = next();
  BOOST_REQUIRE(first.tries.has_value());
  BOOST_TEST(!next().tries.has_value());
  filter.lose(*first.tries);
  auto again = next();
  BOOST_REQUIRE(again.tries.has_value());
  BOOST_TEST((*again.tries == *first.tries));
}

BOOST_AUTO_TEST_CASE(a_task_that_cannot_be_played_is_forgotten) {
  rules.share = 1;
  filter = task_filter{rules};
  auto first = next();
  filter.give_up(*first.tries);
  BOOST_TEST(filter.is_between_cohorts());
  BOOST_TEST(!filter.record(*first.tries, 20).has_value());
  BOOST_TEST(filter.state().counts.proposed == 0);
}

BOOST_AUTO_TEST_CASE(a_filter_goes_on_from_its_state) {
  play(400, even_ones);
  task_filter again{rules, filter.state()};
  BOOST_TEST((again.state() == filter.state()));
  auto wanted = again.next([] { return task_number(0); }, true, draws);
  if (!wanted.tries)
    BOOST_TEST(number_of(wanted.played) % 2 == 0);
}

BOOST_AUTO_TEST_SUITE_END()
