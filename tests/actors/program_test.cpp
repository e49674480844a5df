#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

using namespace troupe;

namespace {

struct outcome {
  int exit_code = -1;
  /// Standard output, and standard error unless that went elsewhere.
  std::string text;
};

/// Runs the program in the source folder, as a shell would.
outcome troupe_program(const std::string& arguments, const std::string& prefix = "",
                       const std::string& errors_to = "&1") {
  auto command = "cd " TROUPE_SOURCE_DIR " && " + prefix + " " TROUPE_PROGRAM " " + arguments
                 + " 2>" + errors_to;
  auto* pipe = ::popen(command.c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  outcome result;
  std::array<char, 4096> chunk{};
  while (auto count = std::fread(chunk.data(), 1, chunk.size(), pipe))
    result.text.append(chunk.data(), count);
  result.exit_code = WEXITSTATUS(::pclose(pipe));
  return result;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(program_test)

BOOST_AUTO_TEST_CASE(help_and_version_are_given) {
  for (const auto* arguments :
       {"--help", "config --help", "config explain --help", "demo --help"}) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 0);
    BOOST_TEST(contains(result.text, "Usage:"));
  }
  BOOST_TEST(troupe_program("--version").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(bad_command_lines_exit_with_2) {
  for (const auto* arguments :
       {"", "conduct", "config", "config check", "config check no/such/file.toml",
        "config explain lerning", "demo --seconds -1", "demo --seconds x", "demo --set nonsense",
        "config check config/laptop.toml --set learning.discount=7"}) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 2, arguments << ": " << result.text);
    BOOST_TEST(!result.text.empty());
  }
}

BOOST_AUTO_TEST_CASE(configurations_are_checked_explained_and_shown) {
  BOOST_TEST(troupe_program("config check config/paper.toml").text == "config/paper.toml: fine\n");
  auto explained = troupe_program("config explain learning.discount").text;
  BOOST_TEST(contains(explained, "TROUPE_LEARNING_DISCOUNT"));
  auto json = nlohmann::json::parse(troupe_program("config explain --json").text);
  BOOST_TEST(json.size() > 50);
  auto shown =
      nlohmann::json::parse(troupe_program("config show config/laptop.toml --json --set run.seed=7",
                                           "TROUPE_LEARNING_BATCH_SIZE=9")
                                .text);
  BOOST_TEST(shown["run"]["seed"] == 7);
  BOOST_TEST(shown["learning"]["batch_size"] == 9);
  BOOST_TEST(shown["episode"]["steps"] == 150);
}

BOOST_AUTO_TEST_CASE(in_the_demonstration_messages_flow_both_ways) {
  temporary_folder folder;
  auto result = troupe_program("demo --config config/smoke.toml --seconds 1 --players 2 --json "
                               "--name proof --set run.folder="
                                   + folder.path().string(),
                               "", "/dev/null");
  BOOST_REQUIRE(result.exit_code == 0);
  auto summary = nlohmann::json::parse(result.text);
  BOOST_TEST(summary["steps_in_process"] > 0);
  BOOST_TEST(summary["steps_over_socket"] > 0);
  std::ifstream metrics{folder.path() / "proof" / "metrics.jsonl"};
  double steps = 0;
  for (std::string line; std::getline(metrics, line);) {
    auto values = nlohmann::json::parse(line)["metrics"];
    BOOST_TEST(!values.contains("messages.refused"));
    BOOST_TEST(!values.contains("demo.wrong_answers"));
    if (values.contains("steps.over_socket"))
      steps = values["steps.over_socket"]["total"];
  }
  BOOST_TEST(steps >= summary["steps_over_socket"]);
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_to_is_named) {
  auto result = troupe_program("demo --seconds 0.1 --set run.folder=/proc/troupe");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.text, "/proc/troupe/demo: cannot be written to"));
}

BOOST_AUTO_TEST_SUITE_END()
