#include "actors/cast.hpp"
#include "core/agent/network_file.hpp"
#include "core/support/error.hpp"
#include "tests/core/agent/network_inputs.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/remembering_monitor.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

using namespace troupe;

namespace {

struct casting : deterministic_system {
  /// A file with a network whose pictures have that size.
  std::string network_that_sees(int width, int height) {
    auto shape = small_shape();
    shape.picture_width = width;
    shape.picture_height = height;
    auto file = encode_network(network(shape, 1), {});
    auto path = (folder.path() / "agent.safetensors").string();
    std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(file.data()),
                                                static_cast<std::streamsize>(file.size()));
    return path;
  }

  assigned_player hired(const std::string& name) {
    auto made = make_co_player(system, name, {}, around);
    stop(made.plays);
    return made.as;
  }

  temporary_folder folder;
  surroundings around{spawn(remembering_monitor, std::make_shared<received_metrics>()),
                      std::chrono::seconds{1},
                      {}};
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(cast_test, casting)

BOOST_AUTO_TEST_CASE(a_network_is_shown_pictures_of_the_size_in_its_file) {
  auto file = network_that_sees(40, 16);
  BOOST_TEST((hired(file)
              == assigned_player{.policy = file,
                                 .picture_width = 40,
                                 .picture_height = 16,
                                 .needs_state = false,
                                 .learns = false}));
}

BOOST_AUTO_TEST_CASE(only_networks_are_shown_pictures) {
  for (const auto* name : {"noop", "random", "scripted"})
    BOOST_TEST(!hired(name).needs_picture(), name);
}

BOOST_AUTO_TEST_CASE(a_network_for_larger_pictures_than_can_be_shown_is_refused_with_words) {
  auto file = network_that_sees(assigned_player::max_picture_side + 1, 8);
  BOOST_CHECK_EXCEPTION(check_co_player(file, {}, {}), user_error, [&](const user_error& problem) {
    return contains(problem.what(), file) && contains(problem.what(), "4097 x 8");
  });
}

BOOST_AUTO_TEST_SUITE_END()
