#include "core/support/random.hpp"
#include "tests/fixtures/background.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

constexpr int generations = 2;
constexpr int agents = 2;
constexpr int milestones = 5;
constexpr int updates_of_milestone = 10;

/// The experiment of config/smoke.toml, in a folder of its own.
struct experiment {
  temporary_folder folder;
  fs::path run = folder.path() / "mine";

  [[nodiscard]] std::string begin(const std::string& arguments = "") const {
    return "train config/smoke.toml --name mine --set run.folder=" + folder.path().string()
           + " --set monitor.updates_per_line=1 " + arguments;
  }
  [[nodiscard]] std::string resume() const { return "train --resume " + run.string(); }

  [[nodiscard]] static std::vector<nlohmann::json> lines_of(const fs::path& file) {
    std::vector<nlohmann::json> all;
    std::ifstream in{file};
    for (std::string line; std::getline(in, line);)
      all.push_back(nlohmann::json::parse(line));
    return all;
  }
  [[nodiscard]] std::vector<nlohmann::json> events(const std::string& kind) const {
    auto all = lines_of(run / "events.jsonl");
    std::erase_if(all, [&](const auto& each) { return each["event"] != kind; });
    return all;
  }
  [[nodiscard]] fs::path agent(int generation, int number) const {
    return run / ("generation-" + std::to_string(generation)) / ("agent-" + std::to_string(number));
  }
  /// The sum of a counter's last values over all agents of a generation.
  [[nodiscard]] double counted(int generation, const std::string& name) const {
    double sum = 0;
    for (int number = 1; number <= agents; ++number)
      sum +=
          lines_of(agent(generation, number) / "metrics.jsonl").back()["counters"].value(name, 0.);
    return sum;
  }

  /// Everything happened once, and nothing is missing.
  void check_whole() const {
    std::set<std::tuple<int, int>> checks;
    for (const auto& each : events("check")) {
      BOOST_TEST(each["agents"].size() == agents);
      BOOST_TEST(checks.emplace(each["generation"], each["check"]).second);
    }
    BOOST_TEST(checks.size() == generations * milestones);
    BOOST_TEST(events("generation").size() == generations);
    BOOST_TEST_REQUIRE(events("result").size() == 1U);
    auto players = events("result").front()["players"];
    for (const auto* name : {"noop", "random", "generation-1", "generation-2"})
      BOOST_TEST(players.contains(name), name);
    for (int generation = 1; generation <= generations; ++generation)
      for (int number = 1; number <= agents; ++number) {
        auto metrics = lines_of(agent(generation, number) / "metrics.jsonl");
        BOOST_TEST(metrics.size() == milestones * updates_of_milestone);
        for (std::size_t i = 0; i < metrics.size(); ++i)
          BOOST_TEST(metrics[i]["update"] == static_cast<int>(i) + 1);
      }
  }
};

} // namespace

BOOST_AUTO_TEST_SUITE(experiment_test)

BOOST_FIXTURE_TEST_CASE(every_phase_of_the_process_happens, experiment) {
  auto result = troupe_program(begin());
  BOOST_TEST(result.exit_code == 0, result.text);
  check_whole();
  for (int generation = 1; generation <= generations; ++generation) {
    // Tasks were tried, and agents trained.
    BOOST_TEST(counted(generation, "steps.trials") > 0);
    BOOST_TEST(counted(generation, "steps.training") > 0);
    BOOST_TEST(
        fs::exists(run / ("generation-" + std::to_string(generation)) / "chosen.safetensors"));
    BOOST_TEST(fs::exists(run / "videos" / (std::to_string(generation) + "01.mp4")));
  }
  // Only the second generation has a teacher.
  auto distilled = [&](int generation) {
    double sum = 0;
    for (const auto& line : lines_of(agent(generation, 1) / "metrics.jsonl"))
      sum += line["values"].value("learner.distillation", 0.);
    return sum;
  };
  BOOST_TEST(distilled(1) == 0);
  BOOST_TEST(distilled(2) != 0);

  auto measured = troupe_program(
      "evaluate " + run.string() + " --split test --json",
      "TROUPE_EVALUATION_TEST_CO_PLAYERS='[\"noop\",\"random\",\"wanderer\"]' TROUPE_RUN_FOLDER="
          + folder.path().string(),
      "/dev/null");
  BOOST_TEST(measured.exit_code == 0, measured.text);
  auto told = nlohmann::json::parse(measured.text);
  for (const auto* name : {"generation-1", "generation-2", "random", "noop"}) {
    BOOST_TEST(told["players"][name]["percentiles"].size() == 51U);
    BOOST_TEST(told["players"][name]["by_game"].size() == told["games"].size());
  }
  BOOST_TEST(std::ranges::any_of(told["players"],
                                 [](const auto& each) { return each["is_undominated"] == true; }));
}

BOOST_FIXTURE_TEST_CASE(killed_again_and_again_an_experiment_still_comes_to_its_end, experiment) {
  constexpr int kills = 12;
  constexpr int longest_life = 6'000; // ms
  random_stream draws{1};
  for (int kill = 0; kill < kills; ++kill) {
    background attempt{kill == 0 ? begin() : resume()};
    auto life = 500 + draws.below(longest_life);
    for (std::uint64_t passed = 0; passed < life && attempt.runs(); passed += 10)
      ::usleep(10'000);
    attempt.signal(SIGKILL);
    attempt.wait();
    if (!fs::exists(run / "configuration.toml"))
      fs::remove_all(run);
  }
  auto last = troupe_program(fs::exists(run) ? resume() : begin());
  BOOST_TEST(last.exit_code == 0, last.text);
  check_whole();
}

BOOST_FIXTURE_TEST_CASE(interrupted_once_an_experiment_ends_with_checkpoints_and_goes_on,
                        experiment) {
  background attempt{begin()};
  BOOST_REQUIRE(wait_until(attempt, [&] { return !events("check").empty(); }));
  attempt.signal(SIGINT);
  BOOST_TEST(attempt.wait() == 0);
  BOOST_TEST(events("result").empty());
  auto result = troupe_program(resume());
  BOOST_TEST(result.exit_code == 0, result.text);
  check_whole();
}

BOOST_AUTO_TEST_SUITE_END()
