#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

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

json scores(double participation) {
  std::vector<double> percentiles;
  for (int i = 0; i <= 50; ++i)
    percentiles.push_back(participation * i / 50);
  return {{"participation", participation}, {"mean_return", 4}, {"percentiles", percentiles}};
}

/// An experiment of two generations, the second of which is in progress.
struct small_experiment : temporary_folder {
  small_experiment() {
    write("configuration.toml", "[generations]\ncount = 2\nself_reward_play = 1\n");
    for (int generation : {1, 2})
      for (int agent : {1, 2})
        add_agent(generation, agent);
    for (int generation : {1, 2})
      add_check(generation, 1);
    add_event("evolution", 1,
              {{"check", 1},
               {"agent_steps", 100},
               {"parent", 2},
               {"child", 1},
               {"values", {{"m_s", 33}}}});
    add_check(1, 2);
    add_event("generation", 1, choice());
    append("payoffs.jsonl", {{"policy", "noop"},
                             {"co_player", "noop"},
                             {"games", json::array({{3, 0, 0}, {1, 0, 0}})}});
    write("videos/101.mp4", "first");
    write("videos/102.mp4", "second");
  }

  static json choice() {
    auto chosen = scores(0.75);
    chosen.update({{"agent", 2}, {"agent_steps", 200}, {"aim", "exploration"}});
    return chosen;
  }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((path() / file).parent_path());
    std::ofstream{path() / file, std::ios::binary} << text;
  }

  void append(const fs::path& file, const json& line) const {
    std::ofstream{path() / file, std::ios::app} << line.dump() << '\n';
  }

  void add_event(const char* what, int generation, json details) const {
    details.update({{"event", what}, {"generation", generation}});
    append("events.jsonl", details);
  }

  void add_check(int generation, int number) const {
    auto agents = json::array();
    for (int agent : {1, 2}) {
      agents.push_back(scores(0.25 * agent));
      agents.back().update({{"agent", agent}, {"values", {{"m_s", 30}, {"learning_rate", 0.001}}}});
    }
    add_event("check", generation,
              {{"check", number}, {"agent_steps", 100 * number}, {"agents", agents}});
  }

  void add_agent(int generation, int agent) const {
    auto folder =
        fs::path{"generation-" + std::to_string(generation)} / ("agent-" + std::to_string(agent));
    write(folder / "configuration.toml",
          std::string{"[learning]\nself_reward_play = "} + (generation == 1 ? "true" : "false")
              + "\n[tasks]\nco_players = [\"noop\", \"<b>friend</b>\"]\n");
    for (int i = 1; i <= 2; ++i)
      append(folder / "metrics.jsonl",
             {{"update", i},
              {"agent_steps", 100 * i},
              {"seconds", 1.5 * i},
              {"counters", {{"agent_steps", 100 * i}, {"updates", i}, {"seconds", 1.5 * i}}},
              {"values",
               {{"rate.agent_steps_per_second", 50},
                {"dtg.tasks.competitiveness", 0.5},
                {"dtg.tasks.options", 2},
                {"dtg.tasks.shortest_path_entropy", 1},
                {"dtg.tasks.initial_atom_changes", 1},
                {"dtg.tasks.opponent_strength", 0.25},
                {"dtg.accepted.per_second", 1},
                {"dtg.rejected.control-fails.per_second", 3},
                {"steps.training.per_second", 100},
                {"steps.trials.per_second", 50}}}});
  }

  void finish() const {
    auto chosen = choice();
    chosen["aim"] = "competence";
    add_event("generation", 2, chosen);
    add_event(
        "result", 3,
        {{"players",
          {{"noop", scores(0)}, {"generation-1", scores(0.5)}, {"generation-2", scores(1)}}}});
  }

  [[nodiscard]] outcome run(const std::string& command, const std::string& options = "") const {
    auto result = troupe_program(command + " " + path().string() + " " + options);
    BOOST_REQUIRE_MESSAGE(result.exit_code == 0, result.text);
    return result;
  }

  [[nodiscard]] std::string page() const {
    (void)run("report");
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

BOOST_AUTO_TEST_CASE(the_page_of_an_experiment_has_all_its_sections) {
  small_experiment experiment;
  auto page = experiment.page();
  for (const auto* text : {"1 of 2 generations are over",
                           "generation-1, takes part in <b>75 %</b>",
                           "<h2>Normalised scores in the validation games",
                           "normalised score by percentile",
                           "generation 1<span>game 2</span>",
                           "data:video/mp4;base64,Zmlyc3Q=\"",
                           "<h2>Generation 1",
                           "explore by self reward-play, with noop, &lt;b&gt;friend&lt;/b&gt;",
                           "Agent 2 was chosen, as it was after 200 steps, for its participation",
                           "The same for all: learning_rate 0.001",
                           ">participation<",
                           ">score at percentile 20<",
                           "agents that gave way to mutants",
                           ">m_s<",
                           "<td>agent 1</td><td>agent 2</td><td>∞</td>",
                           "<h2>Generation 2",
                           "In progress, after 200 steps each and check 1",
                           "<h2>The tasks that agents train on",
                           ">competitiveness<",
                           ">number of options<",
                           ">strength of opponents<",
                           ">entropy of shortest paths<",
                           ">initial atom changes<",
                           "<h2>Trials of tasks",
                           "<th>accepted</th><td>25 %</td>",
                           "<h2>Co-players",
                           "<h2>What environments were stepped for",
                           "<th>all</th><td>1,600</td><td>800</td>",
                           "<h2>Configuration"})
    BOOST_TEST(contains(page, text), text);
  BOOST_TEST(!contains(page, "<b>friend"));
  // Percentiles; in generation 1 four scores, the lineage and a threshold, in generation 2 four
  // scores; five of tasks, one of trials.
  BOOST_TEST(occurrences(page, "<svg") == 17u);
}

BOOST_AUTO_TEST_CASE(a_finished_experiment_shows_its_result) {
  small_experiment experiment;
  experiment.finish();
  auto page = experiment.page();
  BOOST_TEST(contains(page, "2 of 2 generations are over"));
  BOOST_TEST(contains(page, "generation-2, takes part in <b>100 %</b>"));
  BOOST_TEST(contains(page, "All who were chosen, compared at the end"));
  auto summary = json::parse(experiment.run("report", "--json").text);
  BOOST_TEST(summary["result"]["generation-1"]["participation"] == 0.5);
  BOOST_TEST(summary["generations"][1]["chosen"]["aim"] == "competence");
}

BOOST_AUTO_TEST_CASE(an_experiment_that_has_just_begun_has_a_page_and_a_status) {
  small_experiment experiment;
  fs::remove_all(experiment.path() / "generation-1");
  fs::remove_all(experiment.path() / "generation-2");
  experiment.write("events.jsonl", "");
  BOOST_TEST(contains(experiment.page(), "Nobody was chosen yet"));
  BOOST_TEST(contains(experiment.run("status").text, "0 of 2 generations are over"));
}

BOOST_AUTO_TEST_CASE(the_summary_of_an_experiment_adds_up_its_agents) {
  small_experiment experiment;
  auto summary = json::parse(experiment.run("report", "--json").text);
  BOOST_TEST(summary["agent_steps"] == 800);
  BOOST_TEST(summary["updates"] == 8);
  BOOST_TEST(summary["seconds"] == 6.0);
  BOOST_TEST(summary["generations"].size() == 2u);
  BOOST_TEST(summary["generations"][0]["chosen"]["agent"] == 2);
  BOOST_TEST(summary["generations"][1]["chosen"].is_null());
  BOOST_TEST(summary["environment_steps_by_use"]["trials"] == 800);
  BOOST_TEST(summary["environment_steps_by_use"]["evaluation"] == 4 * 900);
  BOOST_TEST(summary["result"].is_null());
  BOOST_TEST(summary["configuration_hash"].get<std::string>().size() == 16u);
}

BOOST_AUTO_TEST_CASE(the_status_of_an_experiment_is_told_to_people_and_programs) {
  small_experiment experiment;
  auto text = experiment.run("status").text;
  for (const auto* part :
       {"generation 2 of 2, 200 agent steps of", "population, with noop, <b>friend</b>",
        "at check 1, after 100 steps each",
        "generation 1, after 100 steps: agent 1 became a mutant of agent 2", "p10", "p20", "p50",
        "who was chosen"})
    BOOST_TEST(contains(text, part), text);
  auto status = json::parse(experiment.run("status", "--json").text);
  BOOST_TEST(status["is_finished"] == false);
  BOOST_TEST(status["generations_wanted"] == 2);
  BOOST_TEST(status["in_progress"]["generation"] == 2);
  BOOST_TEST(status["in_progress"]["agents"][1]["agent_steps"] == 200);
  BOOST_TEST(status["in_progress"]["agents"][1]["scores"]["participation"] == 0.5);
  BOOST_TEST(status["in_progress"]["agents"][0]["values"]["m_s"] == 30);
  BOOST_TEST(status["lineage"][0]["parent"] == 2);
  experiment.finish();
  BOOST_TEST(contains(experiment.run("status").text, "finished after 2 generations"));
  status = json::parse(experiment.run("status", "--json").text);
  BOOST_TEST(status["is_finished"] == true);
  BOOST_TEST(status["in_progress"].is_null());
}

BOOST_AUTO_TEST_CASE(the_status_of_one_agent_has_counters_and_the_latest_evaluation) {
  small_run run;
  auto text = troupe_program("status " + run.path().string()).text;
  BOOST_TEST(contains(text, "evaluated after 500 agent steps"), text);
  BOOST_TEST(contains(text, "50.0"), text);
  auto status = json::parse(troupe_program("status " + run.path().string() + " --json").text);
  BOOST_TEST(status["agent_steps"] == 500);
  small_experiment experiment;
  auto agent = (experiment.path() / "generation-1/agent-1").string();
  BOOST_TEST(contains(troupe_program("status " + agent).text, "not evaluated yet"));
}

BOOST_AUTO_TEST_SUITE_END()
