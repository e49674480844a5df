#include "core/support/error.hpp"
#include "messages/world_archive.hpp"
#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

using namespace troupe;

namespace {

/// An agent of config/smoke.toml in small worlds, each of which is trained in unless the agent
/// always scores there.
struct evolution {
  temporary_folder folder;
  std::string run = (folder.path() / "mine").string();
  std::string file = (folder.path() / "worlds.json").string();

  [[nodiscard]] outcome begin(const std::string& arguments) const {
    return troupe_program("world evolve config/smoke.toml --name mine --out " + file
                          + " --set run.folder=" + folder.path().string()
                          + " --set tasks.min_world_size=3 --set tasks.max_world_size=3 "
                            "--set coevolution.episodes=4 --set coevolution.min_successes=0 "
                            "--set coevolution.max_success_fraction=1 "
                          + arguments);
  }
  [[nodiscard]] outcome resume(const std::string& arguments) const {
    return troupe_program("world evolve --resume " + run + " --out " + file + " " + arguments);
  }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(world_evolve_test, evolution)

BOOST_AUTO_TEST_CASE(an_agent_leaves_the_worlds_in_which_it_trained_and_goes_on_with_them) {
  auto result = begin("--steps 1000");
  BOOST_TEST_REQUIRE(result.exit_code == 0, result.text);
  BOOST_TEST(contains(result.text, run), result.text);
  auto before = load_archive(file);
  BOOST_TEST(before.size() > 1U);
  BOOST_TEST(before.front().created == 0);
  BOOST_TEST(before.back().created <= 1000);
  // What is over stays over, and tells the same again.
  std::filesystem::remove(file);
  BOOST_TEST(resume("").exit_code == 0);
  BOOST_TEST((load_archive(file) == before));
  BOOST_TEST(resume("--steps 1500").exit_code == 0);
  auto after = load_archive(file);
  BOOST_TEST(after.size() > before.size());
  for (const auto& each : before)
    BOOST_TEST((std::ranges::find(after, each) != after.end()));
}

BOOST_AUTO_TEST_CASE(worlds_that_evolved_can_be_drawn_and_played_in) {
  BOOST_TEST_REQUIRE(begin("--steps 500").exit_code == 0);
  BOOST_TEST(troupe_program("world show " + file).exit_code == 0);
  auto tasks = (folder.path() / "tasks").string();
  auto made =
      troupe_program("task generate --split train --count 2 --worlds " + file + " --out " + tasks);
  BOOST_TEST(made.exit_code == 0, made.text);
  BOOST_TEST(contains(made.text, "worlds like those of an archive"), made.text);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_is_refused) {
  for (const auto* arguments :
       {"world evolve --out x", "world evolve config/smoke.toml", "world evolve no/file --out x",
        "world evolve --resume no/such/run --out x",
        "task generate --worlds README.md --out /tmp/none",
        "task generate --worlds x --min-size 5x5 --out /tmp/none"}) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 2, arguments << ": " << result.text);
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_trained_on_other_tasks_is_no_evolution) {
  BOOST_TEST_REQUIRE(troupe_program("train config/smoke.toml --name mine --steps 100 "
                                    "--set run.process=one-agent --set tasks.filtered=false "
                                    "--set run.folder="
                                    + folder.path().string())
                         .exit_code
                     == 0);
  auto told = resume("--steps 200");
  BOOST_TEST(told.exit_code == 2);
  BOOST_TEST(contains(told.text, "not in worlds that evolve"), told.text);
  BOOST_TEST(!std::filesystem::exists(file));
}

BOOST_AUTO_TEST_SUITE_END()
