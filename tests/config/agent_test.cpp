#include "config/agent.hpp"
#include "config/reader.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

using namespace troupe;

namespace {

settings shipped(const std::string& name) {
  auto file = std::filesystem::path{TROUPE_SOURCE_DIR} / "config" / name;
  return read_settings({.file = file, .environment = {}, .overrides = {}});
}

} // namespace

BOOST_AUTO_TEST_SUITE(agent_test)

BOOST_AUTO_TEST_CASE(the_paper_is_what_the_defaults_are) {
  BOOST_TEST((network_shape_of(shipped("paper.toml")) == network_shape{}));
  BOOST_TEST((hyperparameters_of(shipped("paper.toml")) == hyperparameters{}));
}

BOOST_AUTO_TEST_CASE(a_configuration_reaches_network_and_learner) {
  auto laptop = shipped("laptop.toml");
  auto shape = network_shape_of(laptop);
  BOOST_TEST(shape.picture_height == 36);
  BOOST_TEST((shape.torso == torso_kind::strided));
  BOOST_TEST(shape.torso_norm);
  BOOST_TEST(shape.goat_norm);
  BOOST_TEST(shape.core_output() == 128);
  BOOST_TEST(shape.goal_state() == 128);
  auto how = hyperparameters_of(laptop);
  BOOST_TEST(how.evolving.learning_rate == 5e-4);
  BOOST_TEST(how.target_update_period == 5);
  BOOST_TEST(how.max_gradient_norm == 5);
}

BOOST_AUTO_TEST_SUITE_END()
