#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace troupe;

BOOST_AUTO_TEST_SUITE(program_test)

BOOST_AUTO_TEST_CASE(help_and_version_are_given) {
  for (const auto* arguments :
       {"--help", "config --help", "config explain --help", "train --help"}) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 0);
    BOOST_TEST(contains(result.text, "Usage:"));
  }
  BOOST_TEST(troupe_program("--version").exit_code == 0);
}

BOOST_AUTO_TEST_CASE(bad_command_lines_exit_with_2) {
  for (const auto* arguments :
       {"", "conduct", "config", "config check", "config check no/such/file.toml",
        "config explain lerning", "train", "train config/smoke.toml --steps -1",
        "train config/smoke.toml --name ../up", "train --resume no/such/run",
        "world generate --seed -1", "train config/smoke.toml --set nonsense",
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
  BOOST_TEST(shown["episode"]["steps"] == 100);
}

BOOST_AUTO_TEST_CASE(an_unknown_command_is_named_with_the_nearest_known_one) {
  auto result = troupe_program("confg check config/paper.toml");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.text == "troupe: confg: no such command; did you mean config?\n");
}

BOOST_AUTO_TEST_CASE(output_that_is_lost_is_an_error) {
  BOOST_TEST(troupe_program("config explain run > /dev/full").exit_code != 0);
  BOOST_TEST(troupe_program("game atoms > /dev/full").exit_code != 0);
}

BOOST_AUTO_TEST_CASE(worlds_are_drawn_shown_and_measured) {
  temporary_folder folder;
  auto file = (folder.path() / "worlds.json").string();
  auto lines = troupe_program("world generate --seed 5 --count 3 --size 6x4 --json").text;
  BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 3);
  BOOST_TEST(lines == troupe_program("world generate --seed 5 --count 3 --size 6x4 --json").text);
  std::ofstream{file} << lines;
  auto picture = folder.path() / "worlds.png";
  BOOST_TEST(troupe_program("world show " + file + " --png " + picture.string()).exit_code == 0);
  BOOST_TEST(std::filesystem::file_size(picture) > 1000);
  auto measured = troupe_program("world properties " + file + " --json").text;
  auto first = nlohmann::json::parse(measured.substr(0, measured.find('\n')));
  BOOST_TEST(first["accessible_fraction"] >= 0.5);
  auto saved = folder.path() / "saved";
  BOOST_TEST(troupe_program("world generate --seed 5 --size 6x4 --out " + saved.string()).exit_code
             == 0);
  auto like = troupe_program("world generate --like " + (saved / "5.world").string()
                             + " --for-game 'on(me, white floor)' --json");
  BOOST_REQUIRE(like.exit_code == 0);
  BOOST_TEST(nlohmann::json::parse(like.text)["size"] == nlohmann::json({6, 4}));
  BOOST_TEST(contains(like.text, "white"));
  auto counted = troupe_program("world count --max-size 3 --samples 1000 --seed 1 --json").text;
  BOOST_TEST(std::count(counted.begin(), counted.end(), '\n') == 3);
}

BOOST_AUTO_TEST_CASE(games_are_drawn_and_measured) {
  BOOST_TEST(nlohmann::json::parse(troupe_program("game atoms --json").text).size() == 212);
  auto hide_and_seek = nlohmann::json::parse(
      troupe_program(
          "game properties --goal 'see(me, opponent)' --goal 'not(see(opponent, me))' --json")
          .text);
  BOOST_TEST(hide_and_seek["competitiveness"] == 1.0);
  BOOST_TEST(hide_and_seek["balance"] == 1.0 / 3);
  auto game = nlohmann::json::parse(
      troupe_program("game generate --players 3 --options 2 --conjunctions 2 --seed 4 --json")
          .text);
  BOOST_TEST(game["goals"].size() == 3);
  auto distance = nlohmann::json::parse(
      troupe_program("game distance --goal 'hold(me, black cube)' --other 'not(hold(me, black "
                     "cube))' --json")
          .text);
  BOOST_TEST(distance["distance"] == 1.0);
}

BOOST_AUTO_TEST_CASE(task_sets_are_drawn_and_shown) {
  temporary_folder folder;
  auto file = (folder.path() / "set").string();
  BOOST_REQUIRE(
      troupe_program("task generate --split train --count 3 --seed 2 --out " + file).exit_code
      == 0);
  auto second =
      nlohmann::json::parse(troupe_program("task show " + file + " --index 1 --json").text);
  BOOST_TEST(second["goals"].size() == second["world"]["players"].size());
  BOOST_TEST(troupe_program("task show " + file).exit_code == 0);
  BOOST_TEST(troupe_program("task show " + file + " --index 3").exit_code == 2);
}

BOOST_AUTO_TEST_CASE(bad_worlds_games_and_tasks_exit_with_2_and_write_nothing) {
  temporary_folder folder;
  auto out = (folder.path() / "out").string();
  for (const auto& arguments : std::vector<std::string>{
           "world generate --size 0x0 --out " + out,
           "world generate --size 1x1 --out " + out,
           "world generate --size 10000x10000 --out " + out,
           "world generate --size 9 --out " + out,
           "world generate --count -1 --out " + out,
           "world generate --count 0 --out " + out,
           "world generate --like no/such/file --out " + out,
           "world generate --for-game 'hold(me' --out " + out,
           "world generate --objects 1000 --out " + out,
           "world show config/paper.toml",
           "world count --max-size 0",
           "game properties --goal 'juggle(me, black cube)'",
           "game properties --goal 'hold(me, yellow sphere) & !near(me, opponent)'",
           "game generate --competitiveness 0 --balance 0",
           "game generate --players 4",
           "task generate --split train --count -3 --out " + out,
           "world generate --for-game 'see(me, opponent)' --out " + out,
           "world generate --for-game 'hold(me, black cube)' --players 2 --out " + out,
           "world generate --evaluation --objects 3 --out " + out,
           "world generate --seed 18446744073709551616 --out " + out,
           "world generate --like x --size 5x5 --out " + out,
           "game generate --options -1",
           "task generate --split exam --count 3 --out " + out,
           "task generate --split train --count 1 --hold-out no/such/file --out " + out,
           "task generate --split train --count 1 --min-size 9x9 --max-size 5x5 --out " + out,
           "task show README.md"}) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 2, arguments << ": " << result.text);
    BOOST_TEST(!result.text.empty());
    BOOST_TEST(!std::filesystem::exists(out), arguments);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_to_is_named) {
  auto result = troupe_program("train config/smoke.toml --name mine --set run.folder=/proc/troupe");
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(contains(result.text, "/proc/troupe/mine: cannot be made"), result.text);
}

BOOST_AUTO_TEST_SUITE_END()
