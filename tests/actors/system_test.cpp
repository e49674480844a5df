#include "actors/system.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace troupe;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(system_test)

BOOST_AUTO_TEST_CASE(caf_gets_what_the_configuration_says) {
  system_settings wanted;
  wanted.threads = 3;
  wanted.messages_per_turn = 17;
  wanted.heartbeat = 0.5;
  wanted.node_timeout = 2;
  system_configuration made{wanted};
  BOOST_TEST(get_or(made, "scheduler.max-threads", std::size_t{0}) == 3);
  BOOST_TEST(get_or(made, "scheduler.max-throughput", std::size_t{0}) == 17);
  BOOST_TEST((get_or(made, "middleman.heartbeat-interval", caf::timespan{}) == 500ms));
  BOOST_TEST((get_or(made, "middleman.connection-timeout", caf::timespan{}) == 2s));
}

BOOST_AUTO_TEST_CASE(no_number_of_threads_means_one_per_core) {
  BOOST_TEST(threads_or_cores(0) == std::max(1u, std::thread::hardware_concurrency()));
  BOOST_TEST(threads_or_cores(5) == 5);
}

BOOST_AUTO_TEST_CASE(actors_get_what_the_configuration_says) {
  settings values;
  values.monitor.interval = 2;
  values.monitor.updates_per_line = 7;
  values.system.max_message_bytes = 4096;
  values.system.request_timeout = 7;
  auto around = surroundings_of(values, {});
  BOOST_TEST((around.metrics_interval == 500ms));
  BOOST_TEST(around.limits.max_bytes == 4096);
  BOOST_TEST((around.request_timeout == 7s));
  auto options = monitor_options_of(values);
  BOOST_TEST((options.interval == 2s));
  BOOST_TEST(options.updates_per_line == 7);
  BOOST_TEST(options.limits.max_bytes == 4096);
}

BOOST_AUTO_TEST_SUITE_END()
