#include "actors/experiment_reader.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <fstream>
#include <string>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

const std::string first_check =
    R"({"event":"check","generation":1,"check":1,"agent_steps":1000,"agents":[)"
    R"({"agent":1,"participation":0.25,"mean_return":2,"percentiles":[0,0.5],"values":{"m_s":30}},)"
    R"({"agent":2,"participation":0.5,"mean_return":3,"percentiles":[0,0.75],)"
    R"("values":{"m_s":30,"learning_rate":0.001}}]})"
    "\n";
const std::string first_evolution =
    R"({"event":"evolution","generation":1,"check":1,"agent_steps":1000,"parent":2,"child":1,)"
    R"("values":{"m_s":33}})"
    "\n";
const std::string second_evolution =
    R"({"event":"evolution","generation":1,"check":2,"agent_steps":2000,"parent":2,"child":1,)"
    R"("ratio":1.5,"values":{"m_s":33}})"
    "\n";
const std::string first_choice =
    R"({"event":"generation","generation":1,"check":2147483647,"agent":2,"agent_steps":2000,)"
    R"("aim":"exploration","participation":0.75,"mean_return":4,"percentiles":[0.25,1]})"
    "\n";
const std::string last_result =
    R"({"event":"result","generation":3,"check":2147483647,"players":{)"
    R"("noop":{"participation":0,"mean_return":0,"percentiles":[0,0]},)"
    R"("generation-1":{"participation":1,"mean_return":5,"percentiles":[0.5,1]}}})"
    "\n";

/// A line of an agent's metrics, written after so many steps and half a second for each hundred.
std::string metrics_line(int steps, const std::string& values) {
  auto number = std::to_string(steps);
  return R"({"update":)" + number + R"(,"agent_steps":)" + number
         + R"(,"seconds":0,"counters":{"agent_steps":)" + number
         + R"(},"values":{"rate.agent_steps_per_second":200)" + values + "}}\n";
}

/// The folder of an experiment of two generations that has only begun.
struct experiment_files : temporary_folder {
  experiment_files() {
    write("configuration.toml",
          "[episode]\nsteps = 100\n[generations]\ncount = 2\nself_reward_play = 1\n");
    write("validation.tasks", "");
  }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((path() / file).parent_path());
    std::ofstream{path() / file, std::ios::binary} << text;
  }

  [[nodiscard]] fs::path add_agent(int generation, int agent, const std::string& metrics) const {
    auto folder =
        fs::path{"generation-" + std::to_string(generation)} / ("agent-" + std::to_string(agent));
    write(folder / "configuration.toml",
          "[episode]\nsteps = 100\n[tasks]\nco_players = [\"noop\", \"somebody\"]\n");
    write(folder / "metrics.jsonl", metrics);
    return path() / folder;
  }

  [[nodiscard]] experiment_history read() const { return read_experiment(path()); }

  /// Why the folder is refused; empty if it is not.
  [[nodiscard]] std::string refusal() const {
    try {
      (void)read();
      return "";
    } catch (const user_error& problem) {
      return problem.what();
    }
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(experiment_reader_test)

BOOST_AUTO_TEST_CASE(an_experiment_that_has_just_begun_is_empty) {
  experiment_files files;
  auto experiment = files.read();
  BOOST_TEST(experiment.generations.empty());
  BOOST_TEST(experiment.videos.empty());
  BOOST_TEST(!experiment.is_finished());
  BOOST_TEST((experiment.in_progress() == nullptr));
  BOOST_TEST(experiment.values.generations.count == 2);
  BOOST_TEST(experiment.configuration.starts_with("[episode]"));
}

BOOST_AUTO_TEST_CASE(checks_evolutions_choices_and_the_result_are_read) {
  experiment_files files;
  files.write("events.jsonl",
              first_check + first_evolution + second_evolution + first_choice + last_result);
  auto experiment = files.read();
  BOOST_REQUIRE(experiment.generations.size() == 1u);
  const auto& generation = experiment.generations.front();
  BOOST_TEST(generation.values.learning.self_reward_play);
  BOOST_TEST(generation.population() == 2u);
  BOOST_TEST(generation.agent_steps() == 1000);
  BOOST_REQUIRE(generation.checks.size() == 1u);
  const auto& second = generation.checks.front().agents.at(1);
  BOOST_TEST(second.number == 2u);
  BOOST_TEST(second.scores.participation == 0.5);
  BOOST_TEST(second.scores.mean_return == 3);
  BOOST_TEST(score_at(second.scores, 1) == 0.75);
  BOOST_TEST(std::isnan(score_at(second.scores, 2)));
  BOOST_TEST(second.values.at("learning_rate") == 0.001);
  BOOST_REQUIRE(generation.evolutions.size() == 2u);
  BOOST_TEST(generation.evolutions[0].parent == 2u);
  BOOST_TEST(generation.evolutions[0].child == 1u);
  BOOST_TEST(std::isinf(generation.evolutions[0].ratio));
  BOOST_TEST(generation.evolutions[0].values.at("m_s") == 33);
  BOOST_TEST(generation.evolutions[1].ratio == 1.5);
  BOOST_REQUIRE(generation.chosen.has_value());
  BOOST_TEST(generation.chosen->number == 2u);
  BOOST_TEST(generation.chosen->agent_steps == 2000);
  BOOST_TEST(generation.chosen->aim == "exploration");
  BOOST_TEST(generation.chosen->scores.participation == 0.75);
  BOOST_REQUIRE(experiment.result.size() == 2u);
  BOOST_TEST(experiment.result[1].first == "generation-1");
  BOOST_TEST(experiment.result[1].second.participation == 1);
}

BOOST_AUTO_TEST_CASE(a_generation_is_in_progress_until_somebody_is_chosen) {
  experiment_files files;
  files.write("events.jsonl", first_check);
  auto before = files.read();
  BOOST_REQUIRE((before.in_progress() != nullptr));
  BOOST_TEST(before.in_progress()->number == 1u);
  files.write("events.jsonl", first_check + first_choice);
  BOOST_TEST((files.read().in_progress() == nullptr));
  (void)files.add_agent(1, 1, "");
  (void)files.add_agent(2, 1, "");
  auto next = files.read();
  BOOST_REQUIRE((next.in_progress() != nullptr));
  BOOST_TEST(next.in_progress()->number == 2u);
  BOOST_TEST(!next.is_finished());
  files.write("events.jsonl", first_check + first_choice + last_result);
  auto last = files.read();
  BOOST_TEST(last.is_finished());
  BOOST_TEST((last.in_progress() == nullptr));
}

BOOST_AUTO_TEST_CASE(agents_are_runs_of_their_own) {
  experiment_files files;
  (void)files.add_agent(1, 1, metrics_line(400, R"(,"dtg.tasks.options":1.5)"));
  (void)files.add_agent(1, 2, metrics_line(600, ""));
  auto experiment = files.read();
  BOOST_REQUIRE(experiment.generations.size() == 1u);
  const auto& generation = experiment.generations.front();
  BOOST_REQUIRE(generation.agents.size() == 2u);
  BOOST_TEST(generation.agents[0].metrics.at("dtg.tasks.options").front().value == 1.5);
  BOOST_TEST(generation.agent_steps() == 600);
  BOOST_REQUIRE(generation.values.tasks.co_players.size() == 2u);
  BOOST_TEST(generation.values.tasks.co_players[1] == "somebody");
}

BOOST_AUTO_TEST_CASE(counts_are_added_up_from_what_lines_say_of_a_second) {
  experiment_files files;
  // Two seconds with 10 each, one with nothing, one with 5.
  auto agent =
      files.add_agent(1, 1,
                      metrics_line(400, R"(,"dtg.accepted.per_second":10)") + metrics_line(600, "")
                          + metrics_line(800, R"(,"dtg.accepted.per_second":5)"));
  auto totals = totals_of(read_run(agent), "dtg.accepted");
  BOOST_REQUIRE(totals.size() == 3u);
  BOOST_TEST(totals[0].value == 20);
  BOOST_TEST(totals[1].value == 20);
  BOOST_TEST(totals[2].value == 25);
  BOOST_TEST(totals[2].agent_steps == 800);
  BOOST_TEST(totals_of(read_run(agent), "dtg.rejected").empty());
}

BOOST_AUTO_TEST_CASE(steps_are_told_apart_by_their_use) {
  experiment_files files;
  auto uses = R"(,"steps.training.per_second":300,"steps.trials.per_second":60,)"
              R"("steps.trials.control.per_second":40)";
  (void)files.add_agent(1, 1, metrics_line(400, uses));
  (void)files.add_agent(1, 2, metrics_line(200, uses));
  files.write(
      "payoffs.jsonl",
      R"({"policy":"noop","co_player":"noop","games":[[2,0,0],[2,0,0]]})"
      "\n"
      R"({"policy":"generation-1/agent-2/1000","co_player":"noop","games":[[2,1,1],[1,0,0]]})"
      "\n");
  auto experiment = files.read();
  BOOST_TEST(experiment.co_player_episodes == 4u);
  BOOST_TEST(experiment.generations.front().evaluation_episodes == 3u);
  auto budget = budget_of(experiment);
  BOOST_TEST(budget.training == 900);
  BOOST_TEST(budget.trials == 300);
  BOOST_TEST(budget.evaluation == 700);
  BOOST_TEST(budget_of(experiment.generations.front()).evaluation == 300);
}

BOOST_AUTO_TEST_CASE(a_last_line_torn_anywhere_is_ignored) {
  experiment_files files;
  for (std::size_t length = 0; length < first_choice.size() - 1; ++length) {
    files.write("events.jsonl", first_check + first_choice.substr(0, length));
    auto generation = files.read().generations.at(0);
    BOOST_TEST(generation.checks.size() == 1u);
    BOOST_TEST(!generation.chosen.has_value());
  }
  files.write("payoffs.jsonl", R"({"policy":"noop","co_player":"noop","games":[[2,0,0],[2)");
  BOOST_TEST(files.read().co_player_episodes == 0u);
}

BOOST_AUTO_TEST_CASE(a_bad_line_elsewhere_is_an_error_with_its_place) {
  experiment_files files;
  for (const auto* bad :
       {"nonsense", "[]", "{}", R"({"event":"check","generation":1})",
        R"({"event":"check","generation":0,"check":1,"agent_steps":1,"agents":[]})",
        R"({"event":"evolution","generation":1,"agent_steps":1,"parent":"me","child":2})"}) {
    files.write("events.jsonl", first_check + bad + "\n" + first_choice);
    BOOST_TEST(contains(files.refusal(), "events.jsonl:2: "), files.refusal());
  }
  files.write("events.jsonl", first_check);
  files.write("payoffs.jsonl", "{\"policy\":\"noop\"}\n");
  BOOST_TEST(contains(files.refusal(), "payoffs.jsonl:1: "), files.refusal());
  files.write("payoffs.jsonl", "");
  (void)files.add_agent(1, 1, "{}\n{}\n");
  BOOST_TEST(contains(files.refusal(), "agent-1/metrics.jsonl:1: "), files.refusal());
}

BOOST_AUTO_TEST_CASE(events_of_later_versions_are_no_problem) {
  experiment_files files;
  files.write("events.jsonl", first_check + R"({"event":"party","generation":1})" + "\n");
  BOOST_TEST(files.read().generations.size() == 1u);
}

BOOST_AUTO_TEST_CASE(finished_videos_are_found_oldest_first) {
  experiment_files files;
  for (const auto* name : {"1001.mp4", "201.mp4", "102.mp4", "301.unfinished.mp4"})
    files.write(fs::path{"videos"} / name, "");
  auto videos = files.read().videos;
  BOOST_REQUIRE(videos.size() == 3u);
  BOOST_TEST(videos[0].filename() == "102.mp4");
  BOOST_TEST(videos[2].filename() == "1001.mp4");
}

BOOST_AUTO_TEST_CASE(other_folders_are_no_experiments) {
  experiment_files files;
  auto agent = files.add_agent(1, 1, "");
  BOOST_TEST(is_experiment(files.path()));
  BOOST_TEST(!is_experiment(agent));
  BOOST_TEST(!is_experiment(files.path() / "missing"));
  BOOST_CHECK_THROW(read_experiment(agent), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
