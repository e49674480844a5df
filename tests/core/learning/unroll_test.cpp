#include "core/learning/unroll.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <vector>

using namespace troupe;

namespace {

observation seen_at(std::uint64_t environment, std::uint64_t episode, std::uint32_t step,
                    std::uint8_t player = 0) {
  observation seen;
  seen.when = {environment, episode, player, step};
  return seen;
}

decision did(std::uint32_t index) {
  return {action_at(index), {static_cast<float>(index)}};
}

recurrent_memory memory(float value) {
  return {{value}, {-value}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(unroll_test)

BOOST_AUTO_TEST_CASE(steps_become_unrolls_that_share_an_observation) {
  unroll_assembler assembler(2);
  std::vector<unroll> complete;
  // Episodes of three observations: unrolls go across their ends.
  for (std::uint32_t t = 0; t < 6; ++t)
    if (auto ready = assembler.add(seen_at(1, t / 3, t % 3), did(t), 5 + t,
                                   [&] { return memory(static_cast<float>(t)); }))
      complete.push_back(*ready);
  BOOST_TEST_REQUIRE(complete.size() == 2);
  unroll first{
      {seen_at(1, 0, 0), seen_at(1, 0, 1), seen_at(1, 0, 2)}, {did(0), did(1)}, memory(0), 5, 6};
  unroll second{
      {seen_at(1, 0, 2), seen_at(1, 1, 0), seen_at(1, 1, 1)}, {did(2), did(3)}, memory(2), 7, 8};
  BOOST_TEST((complete[0] == first));
  BOOST_TEST((complete[1] == second));
}

BOOST_AUTO_TEST_CASE(players_are_kept_apart) {
  unroll_assembler assembler(1);
  auto nothing = [] { return recurrent_memory{}; };
  BOOST_TEST(!assembler.add(seen_at(1, 0, 0, 0), did(0), 0, nothing));
  BOOST_TEST(!assembler.add(seen_at(1, 0, 0, 1), did(1), 0, nothing));
  BOOST_TEST(!assembler.add(seen_at(2, 0, 0, 0), did(2), 0, nothing));
  auto ready = assembler.add(seen_at(1, 0, 1, 1), did(3), 0, nothing);
  BOOST_TEST_REQUIRE(ready.has_value());
  BOOST_TEST((ready->seen.front() == seen_at(1, 0, 0, 1)));
  BOOST_TEST((ready->done == std::vector{did(1)}));
}

BOOST_AUTO_TEST_CASE(memory_is_asked_for_only_where_an_unroll_begins) {
  unroll_assembler assembler(3);
  int asked = 0;
  for (std::uint32_t t = 0; t < 7; ++t)
    assembler.add(seen_at(1, 0, t), did(t), 0, [&] {
      ++asked;
      return recurrent_memory{};
    });
  BOOST_TEST(asked == 3);
}

BOOST_AUTO_TEST_CASE(what_went_wrong_is_discarded) {
  unroll_assembler assembler(1);
  auto nothing = [] { return recurrent_memory{}; };
  for (std::uint64_t environment : {1, 2, 3})
    for (std::uint8_t player : {0, 1})
      assembler.add(seen_at(environment, 0, 0, player), did(0), 0, nothing);
  assembler.discard(2);
  BOOST_TEST(!assembler.add(seen_at(2, 1, 0, 0), did(0), 0, nothing));
  BOOST_TEST(!assembler.add(seen_at(2, 1, 0, 1), did(0), 0, nothing));
  BOOST_TEST(assembler.add(seen_at(1, 0, 1, 1), did(0), 0, nothing).has_value());
  BOOST_TEST(assembler.add(seen_at(3, 0, 1, 0), did(0), 0, nothing).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
