#include "actors/run_reader.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <fstream>
#include <string>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

/// A run's folder with a configuration and nothing else.
struct run_files : temporary_folder {
  run_files() { write("configuration.toml", "[run]\nseed = 1\n"); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((path() / file).parent_path());
    std::ofstream{path() / file, std::ios::binary} << text;
  }

  /// Why the folder is refused; empty if it is not.
  [[nodiscard]] std::string refusal() const {
    try {
      (void)read_run(path());
      return "";
    } catch (const user_error& problem) {
      return problem.what();
    }
  }
};

std::string metrics_line(int update, const std::string& values) {
  auto number = std::to_string(update);
  return R"({"update":)" + number + R"(,"agent_steps":)" + number + R"(00,"seconds":)" + number
         + R"(.5,"counters":{"agent_steps":)" + number + R"(00,"updates":)" + number
         + R"(,"seconds":)" + number + R"(.5},"values":{)" + values + "}}\n";
}

const std::string evaluation_line =
    R"({"update":7,"agent_steps":700,"seconds":8.5,"video":"videos/000007.mp4","players":)"
    R"({"agent":{"mean_return":3.5,"participation":0.25,"episodes":4,)"
    R"("by_group":{"near":{"mean_return":null,"episodes":2}}},)"
    R"("random":{"mean_return":1,"episodes":4}},"later":"kept"})"
    "\n";

} // namespace

BOOST_AUTO_TEST_SUITE(run_reader_test)

BOOST_AUTO_TEST_CASE(a_run_that_has_just_begun_is_empty) {
  run_files files;
  auto run = read_run(files.path());
  BOOST_TEST(run.metrics.empty());
  BOOST_TEST(run.evaluations.empty());
  BOOST_TEST(run.videos.empty());
  BOOST_TEST(run.counters.dump()
             == R"({"agent_steps":0,"environment_steps":0,"updates":0,"episodes":0,)"
                R"("restarts":0,"checkpoints":0,"seconds":0})");
  BOOST_TEST(run.configuration == "[run]\nseed = 1\n");
}

BOOST_AUTO_TEST_CASE(metrics_are_read_over_time_and_counters_are_the_latest) {
  run_files files;
  files.write("metrics.jsonl", metrics_line(1, R"("learner.kl":0.5,"episode.return":null)")
                                   + metrics_line(2, R"("learner.kl":0.25,"episode.return":3)"));
  auto run = read_run(files.path());
  BOOST_REQUIRE(run.metrics.size() == 2u);
  const auto& kl = run.metrics.at("learner.kl");
  BOOST_REQUIRE(kl.size() == 2u);
  BOOST_TEST(kl[1].agent_steps == 200);
  BOOST_TEST(kl[1].seconds == 2.5);
  BOOST_TEST(kl[1].value == 0.25);
  BOOST_TEST(run.metrics.at("episode.return").size() == 1u);
  BOOST_TEST(run.counters["updates"] == 2);
  BOOST_TEST(run.counters["seconds"] == 2.5);
  BOOST_TEST(run.counters["episodes"] == 0);
}

BOOST_AUTO_TEST_CASE(evaluations_are_read_and_kept_as_written) {
  run_files files;
  files.write("evaluations.jsonl", evaluation_line);
  auto run = read_run(files.path());
  BOOST_REQUIRE(run.evaluations.size() == 1u);
  const auto& evaluation = run.evaluations.front();
  BOOST_TEST(evaluation.update == 7u);
  BOOST_TEST(evaluation.video == "videos/000007.mp4");
  const auto& agent = evaluation.players.at("agent");
  BOOST_TEST(agent.mean_return == 3.5);
  BOOST_TEST(agent.participation == 0.25);
  BOOST_TEST(agent.by_group.at("near").episodes == 2u);
  BOOST_TEST(std::isnan(agent.by_group.at("near").mean_return));
  BOOST_TEST(std::isnan(evaluation.players.at("random").participation));
  BOOST_TEST(evaluation.written.dump() + "\n" == evaluation_line);
}

BOOST_AUTO_TEST_CASE(a_last_line_torn_anywhere_is_ignored) {
  run_files files;
  auto whole = metrics_line(1, R"("learner.kl":0.5)");
  auto torn = metrics_line(2, R"("learner.kl":0.25)");
  for (std::size_t length = 0; length < torn.size() - 1; ++length) {
    files.write("metrics.jsonl", whole + torn.substr(0, length));
    BOOST_TEST(read_run(files.path()).counters["updates"] == 1);
  }
  files.write("metrics.jsonl", whole + torn.substr(0, torn.size() - 1));
  BOOST_TEST(read_run(files.path()).counters["updates"] == 2);
}

BOOST_AUTO_TEST_CASE(a_bad_line_elsewhere_is_an_error_with_its_place) {
  run_files files;
  auto good = metrics_line(1, "");
  for (const auto* bad : {"{\"update\": 1, \"agent", "", "[]", "{\"update\": 1}"}) {
    files.write("metrics.jsonl", good + bad + "\n" + good);
    BOOST_TEST(files.refusal().find("metrics.jsonl:2: ") != std::string::npos, files.refusal());
  }
  files.write("metrics.jsonl", good);
  files.write("evaluations.jsonl", R"({"update":7,"agent_steps":"many"})"
                                   "\n");
  BOOST_TEST(files.refusal().find("evaluations.jsonl:1: ") != std::string::npos, files.refusal());
}

BOOST_AUTO_TEST_CASE(finished_videos_are_found_oldest_first) {
  run_files files;
  for (const auto* name :
       {"1000000.mp4", "000200.mp4", "000030.mp4", "000300.unfinished.mp4", "notes.txt"})
    files.write(fs::path{"videos"} / name, "");
  auto videos = read_run(files.path()).videos;
  BOOST_REQUIRE(videos.size() == 3u);
  BOOST_TEST(videos[0].filename() == "000030.mp4");
  BOOST_TEST(videos[1].filename() == "000200.mp4");
  BOOST_TEST(videos[2].filename() == "1000000.mp4");
}

BOOST_AUTO_TEST_CASE(a_folder_of_something_else_is_refused) {
  temporary_folder empty;
  BOOST_CHECK_THROW(read_run(empty.path()), user_error);
  BOOST_CHECK_THROW(read_run(empty.path() / "missing"), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
