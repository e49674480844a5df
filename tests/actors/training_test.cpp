#include "core/support/random.hpp"
#include "tests/fixtures/background.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

/// Trains an agent of config/smoke.toml in a folder of its own.
struct training {
  temporary_folder folder;
  fs::path run = folder.path() / "mine";

  [[nodiscard]] std::string begin(const std::string& arguments) const {
    return "train config/smoke.toml --name mine --set run.process=one-agent "
           "--set tasks.filtered=false --set run.folder="
           + folder.path().string() + " " + arguments;
  }
  [[nodiscard]] std::string resume(const std::string& arguments = "") const {
    return "train --resume " + run.string() + " " + arguments;
  }

  [[nodiscard]] std::vector<nlohmann::json> lines(const char* file = "metrics.jsonl") const {
    std::vector<nlohmann::json> all;
    std::ifstream in{run / file};
    for (std::string line; std::getline(in, line);)
      all.push_back(nlohmann::json::parse(line));
    return all;
  }

  [[nodiscard]] nlohmann::json report() const {
    return nlohmann::json::parse(
        troupe_program("report " + run.string() + " --json", "", "/dev/null").text);
  }

  /// The newest checkpoint's number of updates; 0 if there is none.
  [[nodiscard]] int newest_checkpoint() const {
    int newest = 0;
    std::error_code none;
    for (const auto& each : fs::directory_iterator{run / "checkpoints", none})
      if (fs::exists(each.path() / "manifest"))
        newest = std::max(newest, std::stoi(each.path().filename().string()));
    return newest;
  }

  /// Every line of the metrics is there once, and none is missing.
  void check_lines(int updates) const {
    auto all = lines();
    BOOST_TEST(all.size() == static_cast<std::size_t>(updates));
    for (std::size_t i = 0; i < all.size(); ++i)
      BOOST_TEST(all[i]["update"] == static_cast<int>(i) + 1);
  }
};

constexpr const char* every_update = "--set monitor.updates_per_line=1 ";

} // namespace

BOOST_AUTO_TEST_SUITE(training_test)

BOOST_FIXTURE_TEST_CASE(a_run_ends_at_its_budget_and_leaves_everything, training) {
  auto result = troupe_program(begin(std::string{every_update}
                                     + "--steps 500 --set evaluation.interval=200 "
                                       "--set evaluation.held_out_tasks=3"));
  BOOST_TEST(result.exit_code == 0, result.text);
  BOOST_TEST(contains(result.text, run.string()));
  check_lines(25);
  BOOST_TEST(newest_checkpoint() == 25);
  auto told = report();
  BOOST_TEST(told["agent_steps"] == 500);
  BOOST_TEST(told["updates"] == 25);
  BOOST_TEST(told["restarts"] == 0);
  BOOST_TEST(told["environment_steps"] >= 500);
  BOOST_TEST(told["evaluation"]["players"]["agent"]["episodes"] == 3);
  BOOST_TEST(told["evaluation"]["players"]["random"]["episodes"] == 3);
  BOOST_TEST(fs::exists(run / lines("evaluations.jsonl").back()["video"].get<std::string>()));
}

BOOST_FIXTURE_TEST_CASE(a_run_that_is_over_stays_over, training) {
  BOOST_TEST(troupe_program(begin("--steps 100")).exit_code == 0);
  BOOST_TEST(troupe_program(resume()).exit_code == 0);
  BOOST_TEST(report()["updates"] == 5);
  BOOST_TEST(troupe_program(resume("--steps 200")).exit_code == 0);
  BOOST_TEST(newest_checkpoint() == 10);
  auto again = troupe_program(begin("--steps 100"));
  BOOST_TEST(again.exit_code == 2);
  BOOST_TEST(contains(again.text, "--resume"));
}

BOOST_FIXTURE_TEST_CASE(killed_again_and_again_a_run_still_ends_at_its_budget, training) {
  constexpr int kills = 20;
  constexpr int updates = 400;
  auto budget = std::string{every_update} + "--steps " + std::to_string(20 * updates)
                + " --set run.checkpoint_minutes=0.001";
  random_stream draws{1};
  int before = 0;
  for (int kill = 0; kill < kills; ++kill) {
    background attempt{kill == 0 ? begin(budget) : resume()};
    // Somewhere beyond where the last one was killed: in the middle of an update, a checkpoint, a
    // line.
    auto target = static_cast<std::size_t>(before) + 1 + draws.below(updates / kills);
    wait_until(attempt, [&] {
      return fs::exists(run / "metrics.jsonl") && [&] {
        std::ifstream in{run / "metrics.jsonl"};
        std::size_t count = 0;
        for (std::string line; std::getline(in, line);)
          ++count;
        return count >= target;
      }();
    });
    attempt.signal(SIGKILL);
    attempt.wait();
    auto now = newest_checkpoint();
    BOOST_TEST(now >= before);
    before = now;
  }
  auto last = troupe_program(resume());
  BOOST_TEST(last.exit_code == 0, last.text);
  check_lines(updates);
  auto told = report();
  BOOST_TEST(told["agent_steps"] == 20 * updates);
  BOOST_TEST(told["updates"] == updates);
}

BOOST_FIXTURE_TEST_CASE(interrupted_once_a_run_ends_with_a_checkpoint, training) {
  background attempt{begin(every_update)};
  BOOST_REQUIRE(wait_until(attempt, [&] { return fs::exists(run / "metrics.jsonl"); }));
  // A second process is refused meanwhile.
  auto second = troupe_program(resume());
  BOOST_TEST(second.exit_code == 2);
  BOOST_TEST(contains(second.text, "another process"));
  attempt.signal(SIGINT);
  BOOST_TEST(attempt.wait() == 0);
  BOOST_TEST(newest_checkpoint() > 0);
}

BOOST_FIXTURE_TEST_CASE(killed_before_its_last_evaluation_a_run_makes_up_for_it, training) {
  auto evaluated = " --set evaluation.interval=1000 --set evaluation.held_out_tasks=3";
  BOOST_TEST(troupe_program(begin("--steps 100" + std::string{evaluated})).exit_code == 0);
  BOOST_TEST(lines("evaluations.jsonl").back()["update"] == 5);
  // As it was when the last checkpoint was complete.
  fs::remove(run / "evaluations.jsonl");
  for (int again = 0; again < 2; ++again) {
    BOOST_TEST(troupe_program(resume()).exit_code == 0);
    BOOST_TEST_REQUIRE(lines("evaluations.jsonl").size() == 1U);
    auto last = lines("evaluations.jsonl").back();
    BOOST_TEST(last["update"] == 5);
    BOOST_TEST(last["players"]["random"]["episodes"] == 3);
  }
  BOOST_TEST(newest_checkpoint() == 5);
}

BOOST_FIXTURE_TEST_CASE(a_damaged_checkpoint_is_named_and_the_one_before_is_used, training) {
  BOOST_TEST(troupe_program(begin("--steps 100")).exit_code == 0);
  BOOST_TEST(troupe_program(resume("--steps 200")).exit_code == 0);
  auto newest = run / "checkpoints" / "0000000010" / "learner.safetensors";
  std::fstream{newest, std::ios::in | std::ios::out}.seekp(1000).put('!');
  auto result = troupe_program(resume("--steps 300"));
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(contains(result.text, newest.string() + ": is damaged"), result.text);
  BOOST_TEST(report()["updates"] == 15);
}

BOOST_FIXTURE_TEST_CASE(where_no_space_is_left_a_run_stops_and_keeps_its_last_checkpoint,
                        training) {
  BOOST_TEST(troupe_program(begin(std::string{every_update} + "--steps 100")).exit_code == 0);
  // Files cannot grow beyond a number of blocks, as on a full disk: in the first case what the
  // learner knows is too large, in the second the metrics become so.
  using limit = std::pair<int, const char*>;
  for (const auto& [blocks, lost] : {limit{200, "checkpoint"}, limit{380, "metrics"}}) {
    auto stopped = troupe_program(resume("--steps 8000"),
                                  "trap '' XFSZ; ulimit -f " + std::to_string(blocks) + ";");
    BOOST_TEST(stopped.exit_code == 2);
    BOOST_TEST(contains(stopped.text, lost + std::string{" could not be written: "}), stopped.text);
    BOOST_TEST(contains(stopped.text, "File too large"), stopped.text);
    BOOST_TEST(newest_checkpoint() == 5);
  }
  BOOST_TEST(troupe_program(resume("--steps 400")).exit_code == 0);
  check_lines(20);
}

BOOST_FIXTURE_TEST_CASE(an_agent_is_measured_beside_those_who_learned_nothing, training) {
  BOOST_TEST(troupe_program("train config/smoke.toml --name mine --steps 100 "
                            "--set run.process=one-agent --set tasks.filtered=false "
                            "--set tasks.source=probes --set episode.steps=40 "
                            "--set evaluation.held_out_tasks=2 --set evaluation.interval=1000 "
                            "--set run.folder="
                            + folder.path().string())
                 .exit_code
             == 0);
  auto measure = "evaluate " + run.string() + " --tasks " + (run / "held_out.tasks").string()
                 + " --episodes 2 --json";
  auto told = nlohmann::json::parse(troupe_program(measure, "", "/dev/null").text);
  for (const auto* player : {"agent", "random", "noop", "scripted"}) {
    BOOST_TEST(told["players"][player]["episodes"] == 2 * 8);
    BOOST_TEST(told["players"][player]["by_group"].size() == 4);
  }
  BOOST_TEST(told["players"]["noop"]["mean_return"] == 0); // no goal holds at the beginning
  BOOST_TEST(told["players"]["scripted"]["mean_return"] > 10);
  BOOST_TEST(told["tasks"].size() == 8);
  // Means of a task's two episodes, whose mean is the mean of all.
  double sum = 0;
  for (const auto& task : told["tasks"])
    sum += task["mean_return"]["agent"].get<double>();
  BOOST_TEST(std::abs(sum / 8 - told["players"]["agent"]["mean_return"].get<double>()) < 1e-9);
  BOOST_TEST(told == nlohmann::json::parse(troupe_program(measure, "", "/dev/null").text));
}

BOOST_AUTO_TEST_SUITE_END()
