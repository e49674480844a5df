#include "actors/system.hpp"
#include "actors/trainer.hpp"
#include "config/reader.hpp"
#include "config/tasks.hpp"
#include "core/agent/threads.hpp"
#include "tests/fixtures/faulty_environment.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/remembering_monitor.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/scoped_actor.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

using namespace troupe;

namespace {

using fault_of = std::function<std::optional<fault>(std::uint64_t)>;

/// Trains an agent of config/smoke.toml in which some environments are faulty. Those of the first
/// pool train; the others play evaluations.
struct faulty_training {
  temporary_folder folder;
  settings values = read_settings({.file = TROUPE_SOURCE_DIR "/config/smoke.toml",
                                   .environment = {},
                                   .overrides = {"run.steps=200"}});
  std::vector<std::string> log;
  std::string failure;
  /// Whoever trains and whoever plays log from threads of their own.
  std::mutex logging;
  double updates = 0;
  std::shared_ptr<received_metrics> received = std::make_shared<received_metrics>();

  /// Whether it is one of those that begin to train.
  [[nodiscard]] bool trains(std::uint64_t number) const {
    return number < static_cast<std::uint64_t>(values.collection.environments);
  }
  /// Whether it is one of those that begin to play the first evaluation.
  [[nodiscard]] static bool judges_first(std::uint64_t number) {
    constexpr std::uint64_t at_the_beginning = 3;
    return number / environments_of_pool == 1 && number % environments_of_pool < at_the_beginning;
  }

  void evaluate(std::int64_t tasks) {
    values.evaluation.held_out_tasks = tasks;
    values.evaluation.interval = 1'000'000;
  }

  void run(const environment_maker& make_environment) {
    set_tensor_threads(1);
    training_options options;
    options.values = values;
    options.folder = std::make_shared<run_folder>(folder.path() / "run");
    if (values.evaluation.interval > 0)
      options.held_out = draw_held_out(values, random_stream{1});
    options.draws = distribution_of(values, options.held_out);
    options.make_environment = make_environment;
    options.log = [this](const std::string& text) {
      std::lock_guard guard{logging};
      log.push_back(text);
    };
    system_configuration configuration{values.system};
    caf::actor_system system{configuration};
    caf::scoped_actor self{system};
    auto watcher = system.spawn(remembering_monitor, received);
    auto trains =
        system.spawn<caf::detached>(trainer, options, watcher, surroundings_of(values, watcher));
    self->request(trains, caf::infinite, finish_atom_v)
        .receive([](ok_atom) {},
                 [&](const caf::error& problem) { failure = system.render(problem); });
    self->request(trains, caf::infinite, status_atom_v)
        .receive(
            [&](const message<schema::Status>& answer) {
              auto status = read_value<status_report>(answer, {});
              updates = number_in(*status, "updates").value();
            },
            [](const caf::error&) {});
    self->send_exit(trains, caf::exit_reason::user_shutdown);
    self->wait_for(trains);
    self->send_exit(watcher, caf::exit_reason::user_shutdown);
    self->wait_for(watcher);
  }

  /// With real environments but for those that have a fault.
  void run_with(const fault_of& wrong_with) {
    run([wrong_with](caf::actor_system& system, const environment_options& how,
                     const task_source_actor& source, const surroundings& around) {
      if (auto wrong = wrong_with(how.number))
        return system.spawn(faulty_environment, *wrong, how, source);
      return system.spawn(environment, how, source, around);
    });
  }

  [[nodiscard]] long logged(const std::string& part) const {
    return std::count_if(log.begin(), log.end(),
                         [&](const auto& line) { return contains(line, part); });
  }

  /// Environments that were replaced, as the MONITOR was told.
  [[nodiscard]] double restarts() {
    double told = 0;
    for (const auto& each : (*received)["restarts"])
      told += each.summary.sum;
    return told;
  }

  [[nodiscard]] nlohmann::json last_evaluation() const {
    std::ifstream in{folder.path() / "run" / "evaluations.jsonl"};
    std::string last;
    for (std::string line; std::getline(in, line);)
      last = line;
    BOOST_REQUIRE(!last.empty());
    return nlohmann::json::parse(last);
  }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(trainer_test, faulty_training)

BOOST_AUTO_TEST_CASE(environments_that_throw_are_replaced_and_the_log_says_why) {
  run_with([&](std::uint64_t number) {
    return trains(number) ? std::optional{fault::throws} : std::nullopt;
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(updates == 10);
  BOOST_TEST(restarts() == 4);
  BOOST_TEST(logged("is replaced: ") == 4);
  BOOST_TEST(logged("the simulator is broken") == 4);
}

BOOST_AUTO_TEST_CASE(environments_that_hang_are_replaced_and_the_log_says_so) {
  values.collection.environment_timeout = 0.5;
  run_with([&](std::uint64_t number) {
    return trains(number) ? std::optional{fault::hangs} : std::nullopt;
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(updates == 10);
  // Nobody plays until the first is replaced; whether all are before the budget is reached is open.
  BOOST_TEST(restarts() >= 1);
  BOOST_TEST(logged("is replaced: it did not get on for 0.5 s") == restarts());
}

BOOST_AUTO_TEST_CASE(environments_that_are_killed_are_replaced) {
  run([&](caf::actor_system& system, const environment_options& how,
          const task_source_actor& source, const surroundings& around) {
    auto made = system.spawn(environment, how, source, around);
    if (trains(how.number))
      caf::anon_send_exit(made, caf::exit_reason::kill);
    return made;
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(updates == 10);
  BOOST_TEST(restarts() == 4);
  BOOST_TEST(logged("kill") == 4);
}

BOOST_AUTO_TEST_CASE(environments_that_get_on_are_asked_and_kept) {
  values.collection.environment_timeout = 2;
  values.run.steps = 0;
  values.run.minutes = 3. / 60;
  run_with([](std::uint64_t) { return std::nullopt; });
  BOOST_TEST(failure == "");
  BOOST_TEST(restarts() == 0);
}

BOOST_AUTO_TEST_CASE(where_every_environment_ends_at_once_the_run_stops_and_says_why) {
  run_with([](std::uint64_t) { return std::optional{fault::dies_at_once}; });
  BOOST_TEST(contains(failure, "nothing came of it"), failure);
  BOOST_TEST(contains(failure, "there is no simulator"), failure);
}

BOOST_AUTO_TEST_CASE(updates_that_are_skipped_in_a_row_stop_the_run_and_it_says_what_it_saw) {
  run_with([](std::uint64_t) { return std::optional{fault::not_finite}; });
  BOOST_TEST(contains(failure, "10 updates in a row had to be skipped"), failure);
  BOOST_TEST(contains(failure, "reward is "), failure);
  BOOST_TEST(contains(failure, "nan"), failure);
  BOOST_TEST(logged("an update was skipped") == 10);
  BOOST_TEST(updates == 0);
}

BOOST_AUTO_TEST_CASE(an_evaluation_goes_on_when_its_environments_die) {
  evaluate(3);
  run_with([&](std::uint64_t number) {
    return judges_first(number) ? std::optional{fault::throws} : std::nullopt;
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(last_evaluation()["players"]["agent"]["episodes"] == 3);
  BOOST_TEST(last_evaluation()["players"]["agent"]["unplayable"] == 0);
}

BOOST_AUTO_TEST_CASE(an_evaluation_goes_on_when_its_environments_hang) {
  evaluate(3);
  values.collection.environment_timeout = 0.5;
  run_with([&](std::uint64_t number) {
    return judges_first(number) ? std::optional{fault::hangs} : std::nullopt;
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(last_evaluation()["players"]["agent"]["episodes"] == 3);
  BOOST_TEST(last_evaluation()["players"]["agent"]["unplayable"] == 0);
}

BOOST_AUTO_TEST_CASE(tasks_that_end_every_environment_are_given_up_and_the_run_goes_on) {
  evaluate(2);
  run_with([&](std::uint64_t number) {
    return number < environments_of_pool ? std::nullopt : std::optional{fault::throws};
  });
  BOOST_TEST(failure == "");
  BOOST_TEST(updates == 10);
  BOOST_TEST(last_evaluation()["players"]["agent"]["episodes"] == 0);
  BOOST_TEST(last_evaluation()["players"]["agent"]["unplayable"] == 2);
}

BOOST_AUTO_TEST_SUITE_END()
