#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace troupe;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

json score(double mean_return) {
  return {{"mean_return", mean_return}, {"episodes", 8}};
}

json player(double mean_return) {
  auto result = score(mean_return);
  result["participation"] = 0.5;
  result["by_group"] = {{"near", score(mean_return)}, {"<b>'hold'", score(2 * mean_return)}};
  return result;
}

/// A run of a few updates, with texts in it that a page must not take for HTML.
struct small_run : temporary_folder {
  explicit small_run(int updates = 5) {
    write("configuration.toml", "[run]\nname = \"</pre><script>alert(1)</script>\"\n");
    for (int i = 1; i <= updates; ++i) {
      json counters{{"agent_steps", 100 * i}, {"environment_steps", 50 * i},
                    {"updates", i},           {"episodes", 2 * i},
                    {"restarts", 0},          {"checkpoints", 1},
                    {"seconds", 1.5 * i}};
      json values{{"learner.policy_loss", 1.0 / i},
                  {"learner.<i>odd`touch odd`", 1},
                  {"episode.return", i},
                  {"rate.agent_steps_per_second", 60 + i}};
      append("metrics.jsonl", {{"update", i},
                               {"agent_steps", 100 * i},
                               {"seconds", 1.5 * i},
                               {"counters", counters},
                               {"values", values}});
      append("evaluations.jsonl",
             {{"update", i},
              {"agent_steps", 100 * i},
              {"seconds", 1.5 * i},
              {"video", "videos/00000" + std::to_string(i) + ".mp4"},
              {"players",
               {{"agent", player(10.0 * i)}, {"random", player(5)}, {"scripted", player(100)}}}});
    }
  }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((path() / file).parent_path());
    std::ofstream{path() / file, std::ios::binary} << text;
  }

  void append(const char* file, const json& line) const {
    std::ofstream{path() / file, std::ios::app} << line.dump() << '\n';
  }

  [[nodiscard]] std::string page() const {
    auto result = troupe_program("report " + path().string());
    BOOST_REQUIRE_MESSAGE(result.exit_code == 0, result.text);
    std::ifstream in{path() / "report.html"};
    return {std::istreambuf_iterator<char>{in}, {}};
  }
};

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

} // namespace

BOOST_AUTO_TEST_SUITE(report_test)

BOOST_AUTO_TEST_CASE(the_summary_has_counters_evaluation_and_a_hash_of_the_configuration) {
  small_run run;
  auto command = "report " + run.path().string() + " --json";
  auto summary = json::parse(troupe_program(command).text);
  BOOST_TEST(summary["run"] == run.path().string());
  BOOST_TEST(summary["agent_steps"] == 500);
  BOOST_TEST(summary["seconds"] == 7.5);
  BOOST_TEST(summary["evaluation"]["update"] == 5);
  BOOST_TEST(summary["evaluation"]["players"]["agent"]["by_group"]["near"]["mean_return"] == 50.0);
  auto hash = summary["configuration_hash"].get<std::string>();
  BOOST_TEST(hash.size() == 16u);
  run.write("configuration.toml", "a");
  summary = json::parse(troupe_program(command).text);
  BOOST_TEST(summary["configuration_hash"] == "af63dc4c8601ec8c"); // FNV-1a of "a"
}

BOOST_AUTO_TEST_CASE(a_run_that_has_just_begun_has_a_summary_and_a_page) {
  small_run run{0};
  auto summary = json::parse(troupe_program("report " + run.path().string() + " --json").text);
  BOOST_TEST(summary["evaluation"].is_null());
  BOOST_TEST(summary["updates"] == 0);
  BOOST_TEST(contains(run.page(), "not evaluated yet"));
}

BOOST_AUTO_TEST_CASE(a_page_has_a_figure_of_everything_and_needs_nothing_else) {
  small_run run;
  run.write("videos/000001.mp4", "oldest");
  run.write("videos/000005.mp4", "newest");
  auto page = run.page();
  // All tasks, two groups, four metrics.
  BOOST_TEST(occurrences(page, "<svg") == 7u);
  BOOST_TEST(occurrences(page, "</svg>") == 7u);
  BOOST_TEST(contains(page, "50.0</b>, 10.0 times random’s, 50 % of the scripted player’s"));
  BOOST_TEST(contains(page, "data:video/mp4;base64,b2xkZXN0\""));
  BOOST_TEST(contains(page, "data:video/mp4;base64,bmV3ZXN0\""));
  for (const auto* outside : {"<script", "<link", "<img", "<iframe", "url(", "src=\"http",
                              "src=\"videos", "href=\"http", "@import", "<?xml"})
    BOOST_TEST(!contains(page, outside), outside);
}

BOOST_AUTO_TEST_CASE(metrics_stand_where_they_belong) {
  small_run run{1};
  std::ofstream{run.path() / "metrics.jsonl", std::ios::app}
      << R"({"update":3,"agent_steps":300,"seconds":5,"counters":{},"values":)"
         R"({"learner.kl":1,"learner.kl_loss":1,"queue.learner.unrolls":1,"weights.lag":1}})"
      << "\n";
  auto page = run.page();
  std::size_t last = 0;
  for (const auto* text :
       {"<h2>Returns in training", ">return<", "<h2>Losses", ">kl loss<", ">policy loss<",
        "<h2>Learning", ">kl<", "<h2>Throughput", ">queue learner unrolls<",
        ">agent steps per second<", ">weights lag<"}) {
    auto place = page.find(text);
    BOOST_TEST(place != page.npos, text);
    BOOST_TEST(place > last, text);
    last = place;
  }
}

BOOST_AUTO_TEST_CASE(texts_of_a_run_are_shown_and_not_obeyed) {
  small_run run;
  auto page = run.page();
  BOOST_TEST(contains(page, "&lt;/pre&gt;&lt;script&gt;alert(1)"));
  BOOST_TEST(contains(page, "&lt;b&gt;&#39;hold&#39;"));
  BOOST_TEST(contains(page, "&lt;i&gt;odd`touch odd`"));
  BOOST_TEST(!contains(page, "<script>"));
  BOOST_TEST(!contains(page, "<b>'hold'"));
  BOOST_TEST(!fs::exists(fs::path{TROUPE_SOURCE_DIR} / "odd"));
}

BOOST_AUTO_TEST_CASE(videos_without_room_are_named) {
  small_run run;
  for (int i = 1; i <= 8; ++i)
    run.write("videos/00000" + std::to_string(i) + ".mp4", "short");
  run.write("videos/000009.mp4", "");
  fs::resize_file(run.path() / "videos/000009.mp4", 31'000'000);
  auto page = run.page();
  BOOST_TEST(occurrences(page, "data:video/mp4") == 6u);
  BOOST_TEST(page.size() < 1'000'000u);
  BOOST_TEST(contains(page, (run.path() / "videos/000009.mp4").string()));
  BOOST_TEST(contains(page, "3 more"));
  BOOST_TEST(contains(page, "<figcaption>after 100 steps<"));
}

BOOST_AUTO_TEST_CASE(values_that_no_figure_can_show_are_left_out) {
  small_run run{2};
  for (const auto* value : {"1e308", "-1e308", "null", "3"})
    std::ofstream{run.path() / "metrics.jsonl", std::ios::app}
        << R"({"update":3,"agent_steps":300,"seconds":5,"counters":{},"values":{"learner.kl":)"
        << value << R"(,"learner.hidden":1.7e308}})"
        << "\n";
  auto page = run.page();
  BOOST_TEST(contains(page, "<figcaption>kl<"));
  BOOST_TEST(!contains(page, "<figcaption>hidden<"));
}

BOOST_AUTO_TEST_CASE(a_page_can_go_elsewhere) {
  small_run run{1};
  auto file = run.path() / "elsewhere.html";
  auto result = troupe_program("report " + run.path().string() + " --out " + file.string());
  BOOST_TEST(result.text == "the report is in " + file.string() + "\n");
  BOOST_TEST(fs::exists(file));
  BOOST_TEST(!fs::exists(run.path() / "report.html"));
}

BOOST_AUTO_TEST_CASE(without_gnuplot_the_package_is_named) {
  small_run run{1};
  auto result = troupe_program("report " + run.path().string(), "PATH=/nowhere");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.text, "gnuplot-nox"), result.text);
  BOOST_TEST(!fs::exists(run.path() / "report.html"));
}

BOOST_AUTO_TEST_CASE(what_is_no_run_is_refused) {
  temporary_folder folder;
  BOOST_TEST(troupe_program("report " + folder.path().string()).exit_code == 2);
  BOOST_TEST(troupe_program("report").exit_code == 2);
  small_run run;
  run.write("metrics.jsonl", "nonsense\n{}\n");
  auto result = troupe_program("report " + run.path().string() + " --json");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.text, "metrics.jsonl:1: "), result.text);
}

BOOST_AUTO_TEST_SUITE_END()
