#include "actors/metric_recorder.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/remembering_monitor.hpp"

#include <boost/test/unit_test.hpp>

using namespace troupe;
using namespace std::chrono_literals;

namespace {

struct recording : deterministic_system {
  std::shared_ptr<received_metrics> received = std::make_shared<received_metrics>();
  monitor_actor monitor = spawn(remembering_monitor, received);
};

} // namespace

BOOST_AUTO_TEST_SUITE(metric_recorder_test)

BOOST_FIXTURE_TEST_CASE(however_much_is_measured_one_message_goes_out_per_interval, recording) {
  metric_recorder metrics{system, monitor, 1s, [](caf::timespan) {}};
  for (int second = 0; second < 5; ++second) {
    for (int i = 0; i < 1000; ++i)
      metrics.count("events");
    pass(1s);
  }
  metrics.flush();
  run();
  BOOST_TEST((*received)["events"].size() == 6);
  double total = 0;
  for (const auto& sample : (*received)["events"])
    total += sample.summary.sum;
  BOOST_TEST(total == 5000);
}

BOOST_FIXTURE_TEST_CASE(what_was_gathered_goes_out_at_the_end, recording) {
  {
    metric_recorder metrics{system, monitor, 1h, [](caf::timespan) {}};
    metrics.count("events");
    metrics.measure("level", 2);
    metrics.measure("level", 4);
  }
  run();
  BOOST_TEST(((*received)["level"].back().kind == metric_kind::gauge));
  metric_summary levels;
  for (const auto& sample : (*received)["level"])
    levels.add(sample.summary);
  BOOST_TEST((levels == metric_summary{2, 6, 2, 4}));
}

BOOST_FIXTURE_TEST_CASE(what_is_held_back_asks_to_be_fetched_once, recording) {
  std::vector<caf::timespan> alarms;
  metric_recorder metrics{system, monitor, 1s, [&](caf::timespan time) { alarms.push_back(time); }};
  metrics.count("events"); // goes out at once
  BOOST_TEST(alarms.empty());
  pass(400ms);
  metrics.count("events");
  metrics.count("events");
  BOOST_REQUIRE(alarms.size() == 1);
  BOOST_TEST((alarms.front() == 600ms));
  metrics.flush();
  metrics.count("events");
  BOOST_TEST(alarms.size() == 2);
}

BOOST_FIXTURE_TEST_CASE(nothing_measured_sends_nothing, recording) {
  metric_recorder metrics{system, monitor, 1s, [](caf::timespan) {}};
  metrics.count("events");
  run();
  metrics.flush();
  metrics.flush();
  run();
  BOOST_TEST((*received)["events"].size() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
