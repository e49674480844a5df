#include "actors/monitor.hpp"
#include "tests/fixtures/deterministic_system.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <limits>
#include <sstream>

using namespace troupe;
using namespace std::chrono_literals;

namespace {

/// Closed only after every actor that writes to it has ended.
struct progress_file {
  progress_file() = default;
  ~progress_file() { std::fclose(progress); }
  progress_file(const progress_file&) = delete;
  progress_file& operator=(const progress_file&) = delete;

  std::FILE* progress = std::tmpfile();
};

struct monitoring : progress_file, deterministic_system {
  monitoring() {
    options.interval = 1s;
    options.metrics_output = file;
    options.progress_output = progress;
  }

  std::vector<nlohmann::json> lines() const {
    std::vector<nlohmann::json> result;
    std::istringstream text{file->str()};
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

  std::shared_ptr<std::ostringstream> file = std::make_shared<std::ostringstream>();
  monitor_options options;
};

} // namespace

BOOST_AUTO_TEST_SUITE(monitor_test)

BOOST_FIXTURE_TEST_CASE(counters_are_totalled_and_levels_averaged, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "steps", metric_kind::counter, 10);
  sample(watcher, "steps", metric_kind::counter, 20);
  sample(watcher, "loss", metric_kind::gauge, 1);
  sample(watcher, "loss", metric_kind::gauge, 3);
  pass(1s);
  sample(watcher, "steps", metric_kind::counter, 5);
  pass(1s);
  BOOST_REQUIRE(lines().size() == 2);
  auto first = lines()[0];
  BOOST_TEST(first["seconds"] == 1.0);
  BOOST_TEST(first["metrics"]["steps"]["total"] == 30.0);
  BOOST_TEST(first["metrics"]["steps"]["per_second"] == 30.0);
  BOOST_TEST(first["metrics"]["loss"]["mean"] == 2.0);
  BOOST_TEST(first["metrics"]["loss"]["minimum"] == 1.0);
  BOOST_TEST(first["metrics"]["loss"]["maximum"] == 3.0);
  auto second = lines()[1];
  BOOST_TEST(second["metrics"]["steps"]["total"] == 35.0);
  BOOST_TEST(second["metrics"]["steps"]["since_last"] == 5.0);
  BOOST_TEST(!second["metrics"].contains("loss"));
}

BOOST_FIXTURE_TEST_CASE(however_many_samples_one_line_is_written_per_interval, monitoring) {
  auto watcher = spawn(monitor, options);
  for (int i = 0; i < 5000; ++i)
    sample(watcher, "steps", metric_kind::counter, 1);
  BOOST_TEST(lines().empty());
  pass(1s);
  BOOST_TEST(lines().size() == 1);
  pass(1s); // nothing happened
  BOOST_TEST(lines().size() == 1);
}

BOOST_FIXTURE_TEST_CASE(flushing_writes_at_once_and_ending_loses_nothing, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "steps", metric_kind::counter, 1);
  BOOST_TEST(static_cast<bool>(ask<ok_atom>(watcher, flush_atom_v)));
  BOOST_TEST(lines().size() == 1);
  BOOST_TEST(!lines()[0]["metrics"]["steps"].contains("per_second")); // no time has passed
  sample(watcher, "steps", metric_kind::counter, 1);
  stop(watcher);
  BOOST_REQUIRE(lines().size() == 2);
  BOOST_TEST(lines()[1]["metrics"]["steps"]["total"] == 2.0);
}

BOOST_FIXTURE_TEST_CASE(unreadable_samples_are_counted_and_dropped, monitoring) {
  auto watcher = spawn(monitor, options);
  send(watcher, message<schema::MetricSample>{});
  sample(watcher, "escape\x1b[2J", metric_kind::counter, 1);
  sample(watcher, "", metric_kind::counter, 1);
  auto answer = ask<message<schema::Status>>(watcher, status_atom_v);
  BOOST_REQUIRE(answer);
  auto status = read_value<status_report>(*answer, {});
  BOOST_REQUIRE(status);
  BOOST_TEST((status->values.back()
              == std::pair<std::string, status_report::value>{"messages refused", 3.0}));
  pass(1s);
  BOOST_REQUIRE(lines().size() == 1);
  BOOST_TEST(lines()[0]["metrics"]["messages.refused"]["total"] == 3.0);
}

BOOST_FIXTURE_TEST_CASE(a_metric_keeps_its_kind, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "steps", metric_kind::counter, 5);
  sample(watcher, "steps", metric_kind::gauge, 100);
  pass(1s);
  BOOST_REQUIRE(lines().size() == 1);
  BOOST_TEST(lines()[0]["metrics"]["steps"]["total"] == 5.0);
  BOOST_TEST(lines()[0]["metrics"]["messages.refused"]["total"] == 1.0);
}

BOOST_FIXTURE_TEST_CASE(ticks_from_others_do_not_speed_it_up, monitoring) {
  auto watcher = spawn(monitor, options);
  for (int i = 0; i < 5; ++i)
    send(watcher, tick_atom_v);
  for (int second = 0; second < 3; ++second) {
    sample(watcher, "steps", metric_kind::counter, 1);
    pass(1s);
  }
  BOOST_TEST(lines().size() == 3);
}

BOOST_FIXTURE_TEST_CASE(a_file_that_takes_no_more_is_noticed, monitoring) {
  auto watcher = spawn(monitor, options);
  file->setstate(std::ios::badbit);
  sample(watcher, "steps", metric_kind::counter, 1);
  pass(1s);
  auto answer = ask<message<schema::Status>>(watcher, status_atom_v);
  BOOST_REQUIRE(answer);
  auto status = read_value<status_report>(*answer, {});
  BOOST_REQUIRE(status);
  BOOST_TEST(
      (status->values.at(3) == std::pair<std::string, status_report::value>{"lines lost", 1.0}));
}

BOOST_FIXTURE_TEST_CASE(the_number_of_metrics_is_bounded, monitoring) {
  auto watcher = spawn(monitor, options);
  for (std::size_t i = 0; i < monitor_state::max_metrics + 5; ++i)
    sample(watcher, "metric." + std::to_string(i), metric_kind::counter, 1);
  pass(1s);
  auto metrics = lines().at(0)["metrics"];
  BOOST_TEST(metrics.size() == monitor_state::max_metrics + 1);
  BOOST_TEST(metrics["messages.refused"]["total"] == 5.0);
}

BOOST_FIXTURE_TEST_CASE(numbers_that_are_none_stay_readable_json, monitoring) {
  auto watcher = spawn(monitor, options);
  sample(watcher, "loss", metric_kind::gauge, std::numeric_limits<double>::quiet_NaN());
  sample(watcher, "name\"with\\quotes", metric_kind::counter, 1);
  pass(1s);
  BOOST_REQUIRE(lines().size() == 1);
  BOOST_TEST(lines()[0]["metrics"]["loss"]["mean"].is_null());
}

BOOST_FIXTURE_TEST_CASE(progress_shows_the_chosen_metrics_in_order, monitoring) {
  options.progress = {"loss", "steps", "never measured"};
  auto watcher = spawn(monitor, options);
  sample(watcher, "steps", metric_kind::counter, 1'234'567);
  sample(watcher, "loss", metric_kind::gauge, 0.25);
  sample(watcher, "secret", metric_kind::gauge, 1);
  pass(1s);
  BOOST_TEST(shown() == "1 s | loss 0.25 | steps 1,234,567 (1,234,567/s)\n");
}

BOOST_AUTO_TEST_SUITE_END()
