#include "core/support/error.hpp"
#include "core/world/parameters.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(parameters_test)

BOOST_AUTO_TEST_CASE(parameters_out_of_range_are_refused) {
  auto refused = [](auto change) {
    world_parameters parameters;
    change(parameters);
    BOOST_CHECK_THROW(validate(parameters), user_error);
  };
  validate(world_parameters{});
  refused([](auto& p) { p.width = {0, 0}; });
  refused([](auto& p) { p.width = {1, 1}; });
  refused([](auto& p) { p.height = {10'000, 10'000}; });
  refused([](auto& p) { p.width = {9, 5}; });
  refused([](auto& p) { p.objects = {-1, 3}; });
  refused([](auto& p) { p.players = {1, 4}; });
  refused([](auto& p) { p.symmetry_chance = std::numeric_limits<double>::quiet_NaN(); });
  refused([](auto& p) { p.island_chance = p.doors_chance = 0.6; });
}

BOOST_AUTO_TEST_SUITE_END()
