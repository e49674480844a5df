#include "core/curriculum/coevolution.hpp"
#include "core/support/error.hpp"
#include "core/tasks/hold_out.hpp"
#include "core/world/distances.hpp"
#include "core/world/generation.hpp"
#include "core/world/reflection.hpp"
#include "core/world/terrain.hpp"
#include "tests/fixtures/property.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace troupe;

namespace {

/// Small worlds, judged by `episodes`.
coevolution_rules small_rules(std::size_t episodes = 10) {
  coevolution_rules rules;
  rules.episodes = episodes;
  rules.worlds.width = rules.worlds.height = {4, 4};
  return rules;
}

world first_world(const coevolution_rules& rules, std::uint64_t seed = 1) {
  return open_room(rules.worlds, rules.needs, seed);
}

world_coevolution begin(const coevolution_rules& rules) {
  return world_coevolution{first_world(rules), rules};
}

/// The world of the train set or of the evaluate set with this id, or nothing.
const evolving_world* find(const std::vector<evolving_world>& worlds, std::uint64_t id) {
  auto found =
      std::find_if(worlds.begin(), worlds.end(), [&](const auto& each) { return each.id == id; });
  return found == worlds.end() ? nullptr : &*found;
}

void record_evaluation(world_coevolution& evolving, std::uint64_t id, std::size_t successes,
                       std::size_t failures) {
  for (; failures > 0; --failures)
    evolving.record_evaluation(id, false);
  for (; successes > 0; --successes)
    evolving.record_evaluation(id, true);
}

void record_training(world_coevolution& evolving, std::uint64_t id, std::size_t successes,
                     std::size_t failures) {
  for (; failures > 0; --failures)
    evolving.record_training(id, false);
  for (; successes > 0; --successes)
    evolving.record_training(id, true);
}

/// A new world that is in the train set after 2 successes in 10 episodes.
std::uint64_t add_world(world_coevolution& evolving, random_stream& stream) {
  auto id = evolving.propose(0, stream).value();
  record_evaluation(evolving, id, 2, 8);
  return id;
}

/// By the definition: over all of its episodes.
bool meets_rules(const coevolution_rules& rules, std::size_t successes) {
  return successes >= rules.min_successes
         && static_cast<double>(successes)
                < rules.max_success_fraction * static_cast<double>(rules.episodes);
}

} // namespace

BOOST_AUTO_TEST_SUITE(coevolution_test)

BOOST_AUTO_TEST_CASE(a_world_is_worthwhile_with_1_to_49_successes_of_100) {
  coevolution_rules rules;
  for (std::size_t successes = 0; successes <= 100; ++successes)
    BOOST_TEST(
        (is_worthwhile(rules, successes, 100 - successes) == (successes >= 1 && successes < 50)));
}

BOOST_AUTO_TEST_CASE(half_of_an_odd_number_of_episodes_is_not_rounded) {
  auto rules = small_rules(5);
  BOOST_TEST((is_worthwhile(rules, 2, 3) == true));
  BOOST_TEST((is_worthwhile(rules, 3, 2) == false));
}

BOOST_AUTO_TEST_CASE(the_judgement_falls_as_soon_as_it_is_certain) {
  coevolution_rules rules;
  BOOST_TEST(!is_worthwhile(rules, 0, 99));
  BOOST_TEST(!is_worthwhile(rules, 49, 0));
  BOOST_TEST((is_worthwhile(rules, 50, 0) == false)); // too easy
  BOOST_TEST(!is_worthwhile(rules, 1, 50));
  BOOST_TEST((is_worthwhile(rules, 1, 51) == true)); // at most 49
  BOOST_TEST(!is_worthwhile(rules, 0, 51));
}

BOOST_AUTO_TEST_CASE(a_judgement_is_there_exactly_when_all_ways_to_go_on_agree) {
  for (std::size_t episodes = 1; episodes <= 12; ++episodes)
    for (std::size_t min_successes = 0; min_successes <= episodes + 1; ++min_successes)
      for (double fraction : {0.25, 0.5, 0.75, 1.0})
        for (std::size_t successes = 0; successes <= episodes; ++successes)
          for (std::size_t failures = 0; successes + failures <= episodes; ++failures) {
            coevolution_rules rules;
            rules.episodes = episodes;
            rules.min_successes = min_successes;
            rules.max_success_fraction = fraction;
            std::set<bool> possible;
            for (auto sum = successes; sum <= episodes - failures; ++sum)
              possible.insert(meets_rules(rules, sum));
            auto judgement = is_worthwhile(rules, successes, failures);
            BOOST_REQUIRE(judgement.has_value() == (possible.size() == 1));
            if (judgement)
              BOOST_REQUIRE(*judgement == *possible.begin());
          }
}

BOOST_AUTO_TEST_CASE(an_open_room_is_flat_and_has_what_is_needed) {
  auto rules = small_rules();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto room = first_world(rules, seed);
    BOOST_TEST((room.tiles == topology({4, 4})));
    BOOST_TEST(room.objects.size() == 1u);
    BOOST_TEST(satisfies(room, rules.needs));
  }
}

BOOST_AUTO_TEST_CASE(at_first_there_is_one_world_to_train_in_and_none_to_evaluate) {
  auto rules = small_rules();
  auto evolving = begin(rules);
  BOOST_TEST(evolving.state().train_set.size() == 1u);
  BOOST_TEST(evolving.state().evaluate_set.empty());
  random_stream stream{1};
  BOOST_TEST((evolving.draw_training_world(stream).place == first_world(rules)));
  BOOST_TEST((evolving.archive() == std::vector<archived_world>{{0, first_world(rules)}}));
}

BOOST_AUTO_TEST_CASE(what_cannot_work_is_refused) {
  auto rules = small_rules(10);
  rules.min_successes = 5;
  BOOST_CHECK_THROW(begin(rules), user_error);
  BOOST_CHECK_THROW(world_coevolution{coevolution_state{}}, user_error);
  rules = small_rules();
  auto room = first_world(rules);
  rules.worlds.levels = {3, 2};
  BOOST_CHECK_THROW(world_coevolution(room, rules), user_error);
}

BOOST_AUTO_TEST_CASE(a_proposed_world_is_evaluated_before_it_is_trained_in) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  auto id = evolving.propose(700, stream).value();
  BOOST_TEST(evolving.state().train_set.size() == 1u);
  const auto* proposed = find(evolving.state().evaluate_set, id);
  BOOST_REQUIRE(proposed);
  BOOST_TEST(proposed->created == 700);
  BOOST_TEST((proposed->place.tiles.size() == grid_size{4, 4}));
  auto place = proposed->place;
  record_evaluation(evolving, id, 0, 5);
  BOOST_TEST(evolving.state().train_set.size() == 1u);
  evolving.record_evaluation(id, true); // a failure more, and it is certain
  BOOST_TEST(find(evolving.state().evaluate_set, id));
  evolving.record_evaluation(id, false);
  BOOST_TEST(!find(evolving.state().evaluate_set, id));
  const auto* trained_in = find(evolving.state().train_set, id);
  BOOST_REQUIRE(trained_in);
  BOOST_TEST((trained_in->place == place));
  BOOST_TEST(trained_in->outcomes.size() == 7u);
  BOOST_TEST((evolving.archive().back() == archived_world{700, place}));
}

BOOST_AUTO_TEST_CASE(too_hard_and_too_easy_worlds_are_forgotten) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  auto hard = evolving.propose(1, stream).value();
  auto easy = evolving.propose(2, stream).value();
  record_evaluation(evolving, hard, 0, 10);
  record_evaluation(evolving, easy, 5, 0);
  BOOST_TEST(evolving.state().evaluate_set.empty());
  BOOST_TEST(evolving.archive().size() == 1u);
  auto before = evolving;
  evolving.record_evaluation(hard, true); // an episode that was under way
  evolving.record_training(easy, true);
  BOOST_TEST((evolving == before));
}

BOOST_AUTO_TEST_CASE(a_world_is_discarded_when_the_last_episodes_no_longer_meet_the_rules) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  auto id = add_world(evolving, stream); // certain after 2 successes and 6 failures
  BOOST_TEST(find(evolving.state().train_set, id));
  record_training(evolving, id, 4, 0); // the first two failures are out of the window
  BOOST_TEST(!find(evolving.state().train_set, id));
  BOOST_TEST(evolving.state().discarded.size() == 1u);
  BOOST_TEST(evolving.archive().size() == 2u);
}

BOOST_AUTO_TEST_CASE(only_the_last_episodes_count) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  auto id = add_world(evolving, stream);
  for (int i = 0; i < 100; ++i) {
    record_training(evolving, id, 2, 3); // 4 of 10 at any time
    BOOST_REQUIRE(find(evolving.state().train_set, id));
  }
  BOOST_TEST(find(evolving.state().train_set, id)->outcomes.size() == 10u);
  record_training(evolving, id, 0, 9);
  BOOST_TEST(find(evolving.state().train_set, id)); // a success remains
  record_training(evolving, id, 0, 1);
  BOOST_TEST(!find(evolving.state().train_set, id));
}

BOOST_AUTO_TEST_CASE(the_last_world_stays_until_another_comes) {
  auto evolving = begin(small_rules());
  record_training(evolving, 0, 0, 50);
  BOOST_TEST(evolving.state().train_set.size() == 1u);
  random_stream stream{1};
  auto id = add_world(evolving, stream);
  BOOST_TEST(evolving.state().train_set.size() == 1u);
  BOOST_TEST(find(evolving.state().train_set, id));
  BOOST_TEST(evolving.archive().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_failing_last_world_can_recover) {
  auto evolving = begin(small_rules());
  record_training(evolving, 0, 0, 50);
  record_training(evolving, 0, 3, 0);
  random_stream stream{1};
  add_world(evolving, stream);
  BOOST_TEST(evolving.state().train_set.size() == 2u);
}

BOOST_AUTO_TEST_CASE(training_worlds_are_drawn_uniformly) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  for (int i = 0; i < 4; ++i)
    add_world(evolving, stream);
  std::map<std::uint64_t, int> drawn;
  for (int i = 0; i < 10'000; ++i)
    ++drawn[evolving.draw_training_world(stream).id];
  BOOST_TEST(drawn.size() == 5u);
  for (auto [id, count] : drawn)
    BOOST_TEST(std::abs(count - 2000) < 200); // five standard deviations
}

BOOST_AUTO_TEST_CASE(descendants_have_what_is_needed_and_no_more_things) {
  auto rules = small_rules();
  rules.needs.floors = {floor_colour::blue};
  auto evolving = begin(rules);
  random_stream stream{1};
  double distance = 0;
  for (int generation = 0; generation < 100; ++generation) {
    auto id = evolving.propose(generation, stream);
    if (!id)
      continue;
    const auto& child = find(evolving.state().evaluate_set, *id)->place;
    BOOST_REQUIRE(satisfies(child, rules.needs));
    BOOST_REQUIRE_NO_THROW(validate(child));
    BOOST_TEST(child.objects.size() == 1u);
    BOOST_TEST(child.players.size() == 1u);
    distance = std::max(distance, topology_distance(child.tiles, first_world(rules).tiles));
    record_evaluation(evolving, *id, 2, 8);
  }
  BOOST_TEST(evolving.state().train_set.size() > 90u);
  BOOST_TEST(distance > 1); // they do change
}

BOOST_AUTO_TEST_CASE(worlds_without_room_are_not_proposed) {
  auto rules = small_rules();
  auto evolving = begin(rules);
  rules.worlds.object_size = {2, 2};
  rules.worlds.tile_width = rules.worlds.tile_depth = {1, 1};
  world_coevolution cramped{evolving.state(), rules};
  random_stream stream{1};
  BOOST_TEST(!cramped.propose(0, stream));
  BOOST_TEST((cramped.state() == evolving.state()));
}

BOOST_AUTO_TEST_CASE(it_goes_on_from_what_was_remembered) {
  auto evolving = begin(small_rules());
  random_stream stream{1};
  add_world(evolving, stream);
  auto open = evolving.propose(5, stream).value();
  world_coevolution again{evolving.state(), evolving.rules()};
  for (auto* each : {&evolving, &again}) {
    auto draw = stream;
    record_evaluation(*each, open, 2, 8);
    each->propose(9, draw);
  }
  BOOST_TEST((again == evolving));
  world_coevolution shorter{evolving.state(), small_rules(4)};
  shorter.record_training(open, false);
  for (const auto& each : shorter.state().train_set)
    BOOST_TEST(each.outcomes.size() <= 4u);
}

BOOST_AUTO_TEST_CASE(whatever_happens_there_is_a_world_to_train_in) {
  // And whatever does not meet the rules is there for want of another; nothing that was trained in
  // is lost.
  auto rules = small_rules(6);
  check_property("over random lives", [&](std::uint64_t seed) {
    random_stream draw{seed};
    auto evolving = begin(rules);
    std::map<std::uint64_t, world> made{{0, evolving.archive().front().place}};
    std::set<std::uint64_t> trained_in{0};
    for (int i = 0; i < 100; ++i) {
      auto skill = draw.uniform();
      auto any_id = draw.below(evolving.state().next_id + 1);
      if (draw.chance(0.05)) {
        if (auto id = evolving.propose(i, draw))
          made[*id] = find(evolving.state().evaluate_set, *id)->place;
      } else if (draw.chance(0.5)) {
        evolving.record_evaluation(any_id, draw.chance(skill));
      } else {
        evolving.record_training(any_id, draw.chance(skill));
      }
      const auto& state = evolving.state();
      RC_ASSERT(!state.train_set.empty());
      std::set<std::uint64_t> ids;
      for (const auto* worlds : {&state.train_set, &state.evaluate_set})
        for (const auto& each : *worlds) {
          RC_ASSERT(ids.insert(each.id).second);
          RC_ASSERT((each.id < state.next_id && each.place == made[each.id]));
          RC_ASSERT(each.outcomes.size() <= rules.episodes);
          auto successes = static_cast<std::size_t>(
              std::count(each.outcomes.begin(), each.outcomes.end(), true));
          auto judgement = is_worthwhile(rules, successes, each.outcomes.size() - successes);
          if (worlds == &state.evaluate_set)
            RC_ASSERT(!judgement);
          else
            RC_ASSERT((judgement != false || worlds->size() == 1));
        }
      for (const auto& each : state.train_set)
        trained_in.insert(each.id);
      auto archive = evolving.archive();
      RC_ASSERT(archive.size() == trained_in.size());
      RC_ASSERT(std::is_sorted(archive.begin(), archive.end(),
                               [](const auto& a, const auto& b) { return a.created < b.created; }));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
