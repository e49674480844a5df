#include "core/world/distances.hpp"
#include "core/world/mutation.hpp"
#include "core/world/tile_rules.hpp"
#include "core/world/topology_generation.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;

namespace {

int count_differences(const topology& a, const topology& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i)
    count += a.values()[i] == b.values()[i] ? 0 : 1;
  return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(mutation_test)

BOOST_AUTO_TEST_CASE(one_mutation_changes_one_or_two_tiles_and_keeps_the_rules) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    random_stream stream(seed);
    auto original = generate_topology({9, 9}, {}, stream);
    auto mutant = mutate_topology(original, 1, stream);
    auto changed = count_differences(original, mutant);
    BOOST_TEST((changed == 1 || changed == 2));
    BOOST_TEST(!find_rule_violation(mutant));
  }
}

BOOST_AUTO_TEST_CASE(more_mutations_lead_further_away) {
  double near = 0;
  double far = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_stream stream(seed);
    auto original = generate_topology({9, 9}, {}, stream);
    near += topology_distance(original, mutate_topology(original, 2, stream));
    far += topology_distance(original, mutate_topology(original, 30, stream));
  }
  BOOST_TEST(far > 2 * near);
}

BOOST_AUTO_TEST_CASE(no_mutations_change_nothing) {
  random_stream stream(1);
  topology room({4, 4});
  BOOST_TEST((mutate_topology(room, 0, stream) == room));
}

BOOST_AUTO_TEST_SUITE_END()
