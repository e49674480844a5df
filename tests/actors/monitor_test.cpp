#include "actors/monitor.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/deterministic_system.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <limits>

using namespace troupe;
using namespace std::chrono_literals;

namespace {

/// Closed only after every actor that writes to it has ended.
struct progress_file {
  progress_file() = default;
  ~progress_file() { std::fclose(progress); }
  progress_file(const progress_file&) = delete;
  progress_file& operator=(const progress_file&) = delete;

  temporary_folder folder;
  std::FILE* progress = std::tmpfile();
};

struct monitoring : progress_file, deterministic_system {
  monitoring() {
    options.interval = 1s;
    options.metrics_file = folder.path() / "metrics.jsonl";
    options.progress_output = progress;
    options.run = "mine";
  }

  std::vector<nlohmann::json> lines() const {
    std::vector<nlohmann::json> result;
    std::ifstream text{options.metrics_file};
    for (std::string line; std::getline(text, line);)
      result.push_back(nlohmann::json::parse(line));
    return result;
  }

  std::string shown() const {
    std::fflush(progress);
    std::string text(static_cast<std::size_t>(std::ftell(progress)), ' ');
    std::rewind(progress);
    text.resize(std::fread(text.data(), 1, text.size(), progress));
    return text;
  }

  void sample(const monitor_actor& receiver, const std::string& name, metric_kind kind,
              double value) {
    metric_sample measured{name, kind, {}};
    measured.summary.add(value);
    send(receiver, to_message(measured));
  }

  void update(const monitor_actor& receiver, std::int64_t number, double loss = 0) {
    send(receiver, to_message(update_notice{number, 100 * number, {{"value_loss", loss}}, ""}));
  }

  status_report status(const monitor_actor& asked) {
    auto answer = ask<message<schema::Status>>(asked, status_atom_v);
    BOOST_REQUIRE(answer);
    auto status = read_value<status_report>(*answer, {});
    BOOST_REQUIRE(status);
    return *status;
  }

  monitor_options options;
};

} // namespace

BOOST_AUTO_TEST_SUITE(monitor_test)

BOOST_FIXTURE_TEST_CASE(a_line_says_what_happened_since_the_last, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "episodes", metric_kind::counter, 10);
  sample(watcher, "episodes", metric_kind::counter, 20);
  sample(watcher, "queue", metric_kind::gauge, 1);
  sample(watcher, "queue", metric_kind::gauge, 3);
  pass(2s);
  update(watcher, 1, 0.5);
  sample(watcher, "episodes", metric_kind::counter, 5);
  pass(1s);
  update(watcher, 2);
  BOOST_REQUIRE(lines().size() == 2);
  auto first = lines()[0];
  BOOST_TEST(first["update"] == 1);
  BOOST_TEST(first["agent_steps"] == 100);
  BOOST_TEST(first["seconds"] == 2.0);
  BOOST_TEST(first["counters"]["episodes"] == 30);
  BOOST_TEST(first["values"]["episodes.per_second"] == 15.0);
  BOOST_TEST(first["values"]["queue"] == 2.0);
  BOOST_TEST(first["values"]["learner.value_loss"] == 0.5);
  BOOST_TEST(first["values"]["rate.agent_steps_per_second"] == 50.0);
  auto second = lines()[1];
  BOOST_TEST(second["counters"]["episodes"] == 35);
  BOOST_TEST(second["values"]["rate.agent_steps_per_second"] == 100.0);
  BOOST_TEST(!second["values"].contains("queue"));
}

BOOST_FIXTURE_TEST_CASE(lines_come_at_multiples_of_their_distance, monitoring) {
  options.updates_per_line = 3;
  auto watcher = spawn(monitor, options);
  for (int i = 1; i <= 10; ++i)
    update(watcher, i);
  std::vector<int> numbers;
  for (const auto& line : lines())
    numbers.push_back(line["update"]);
  BOOST_TEST((numbers == std::vector<int>{3, 6, 9}));
}

BOOST_FIXTURE_TEST_CASE(counting_goes_on_after_a_pause, monitoring) {
  options.counted = {{"seconds", 100.0}, {"episodes", 7.0}};
  options.updates = 4;
  options.agent_steps = 400;
  auto watcher = spawn(monitor, options);
  sample(watcher, "episodes", metric_kind::counter, 1);
  pass(2s);
  update(watcher, 5);
  BOOST_TEST(lines().at(0)["counters"]["episodes"] == 8);
  BOOST_TEST(lines().at(0)["counters"]["seconds"] == 102.0);
  BOOST_TEST(lines().at(0)["values"]["rate.agent_steps_per_second"] == 50.0);
  auto counted = ask<message<schema::Checkpoint>>(watcher, count_atom_v);
  BOOST_REQUIRE(counted);
  auto counters = read_value<checkpoint_manifest>(*counted, {})->counters;
  BOOST_TEST((counters
              == std::vector<std::pair<std::string, double>>{{"seconds", 102.}, {"episodes", 8.}}));
}

BOOST_FIXTURE_TEST_CASE(skipped_updates_are_counted_and_have_no_line, monitoring) {
  auto watcher = spawn(monitor, options);
  send(watcher, to_message(update_notice{0, 0, {}, "the loss is nan"}));
  BOOST_TEST(lines().empty());
  pass(1s);
  update(watcher, 1);
  BOOST_TEST(lines().at(0)["values"]["learner.skipped_updates.per_second"] == 1.0);
}

BOOST_FIXTURE_TEST_CASE(unreadable_messages_are_counted_and_dropped, monitoring) {
  auto watcher = spawn(monitor, options);
  send(watcher, message<schema::MetricSample>{});
  send(watcher, message<schema::Update>{});
  sample(watcher, "escape\x1b[2J", metric_kind::counter, 1);
  sample(watcher, "", metric_kind::counter, 1);
  BOOST_TEST((status(watcher).values.back()
              == std::pair<std::string, status_report::value>{"messages refused", 4.0}));
}

BOOST_FIXTURE_TEST_CASE(a_metric_keeps_its_kind, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "episodes", metric_kind::counter, 5);
  sample(watcher, "episodes", metric_kind::gauge, 100);
  pass(1s);
  update(watcher, 1);
  BOOST_TEST(lines().at(0)["counters"]["episodes"] == 5);
  BOOST_TEST((status(watcher).values.back()
              == std::pair<std::string, status_report::value>{"messages refused", 1.0}));
}

BOOST_FIXTURE_TEST_CASE(the_number_of_metrics_is_bounded, monitoring) {
  auto watcher = spawn(monitor, options);
  for (std::size_t i = 0; i < monitor_state::max_metrics + 5; ++i)
    sample(watcher, "metric." + std::to_string(i), metric_kind::counter, 1);
  BOOST_TEST((status(watcher).values.back()
              == std::pair<std::string, status_report::value>{"messages refused", 5.0}));
}

BOOST_FIXTURE_TEST_CASE(a_file_that_takes_no_more_is_an_error_for_whoever_asks, monitoring) {
  options.metrics_file = "/dev/full";
  auto watcher = spawn(monitor, options);
  BOOST_TEST(static_cast<bool>(ask<message<schema::Checkpoint>>(watcher, count_atom_v)));
  update(watcher, 1);
  auto answer = ask<message<schema::Checkpoint>>(watcher, count_atom_v);
  BOOST_REQUIRE(!answer);
  BOOST_TEST(system.render(answer.error()).find("/dev/full") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(numbers_that_are_none_stay_readable_json, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "queue", metric_kind::gauge, std::numeric_limits<double>::quiet_NaN());
  sample(watcher, "name\"with\\quotes", metric_kind::counter, 1);
  pass(1s);
  update(watcher, 1);
  BOOST_TEST(lines().at(0)["values"]["queue"].is_null());
}

BOOST_FIXTURE_TEST_CASE(progress_says_how_far_the_run_is, monitoring) {
  options.last_step = 1000;
  options.last_second = 3725;
  auto watcher = spawn(monitor, options);
  pass(1s);
  BOOST_TEST(shown() == ""); // nothing has happened
  sample(watcher, "episode.return", metric_kind::gauge, 12.5);
  pass(1s);
  update(watcher, 4);
  pass(1s);
  BOOST_TEST(shown() == "mine: 400 of 1,000 steps, 200/s, return 12.5, 0:03, 0:03 left\n");
}

BOOST_AUTO_TEST_SUITE_END()
