#include "tests/fixtures/program.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

using namespace troupe;

namespace {

nlohmann::json json_of(const std::string& arguments) {
  auto result = troupe_program(arguments, "", "/dev/null");
  BOOST_REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.text);
}

} // namespace

BOOST_AUTO_TEST_SUITE(playing_test)

BOOST_AUTO_TEST_CASE(the_same_episode_is_played_twice_and_replays) {
  temporary_folder folder;
  auto file = (folder.path() / "e.replay").string();
  auto command = "episode --seed 5 --policy random --steps 60 --json";
  auto first = json_of(command + (" --replay-out " + file));
  BOOST_TEST(first["steps"] == 60);
  BOOST_TEST(first == json_of(command));
  auto again = json_of("replay " + file + " --json");
  BOOST_TEST(again["verified"] == true);
  BOOST_TEST(again["state_hash"] == first["state_hash"]);
  BOOST_TEST(again["players"] == first["players"]);
  BOOST_TEST(contains(troupe_program("replay " + file + " --verify").text,
                      "all 61 states are as recorded"));
  auto picture = folder.path() / "e.png";
  auto draw = "replay " + file + " --renderer cpu --png " + picture.string();
  BOOST_TEST(troupe_program(draw + " --step 30 --size 96x72").text.empty());
  BOOST_TEST(std::filesystem::file_size(picture) > 500);
  BOOST_TEST(contains(troupe_program(draw + " --step 61").text, "60 steps"));
}

BOOST_AUTO_TEST_CASE(each_player_can_have_its_own_policy) {
  auto played = json_of("episode --seed 2 --policy scripted --policy random --steps 5 --json");
  BOOST_TEST(played["players"].size() == 2u);
}

BOOST_AUTO_TEST_CASE(scripted_players_earn_rewards_where_idle_ones_do_not) {
  auto sum = [](const nlohmann::json& played) {
    double total = 0;
    for (const auto& player : played["players"])
      total += player["return"].get<double>();
    return total;
  };
  auto command = std::string{"episode --demo capture-the-cube --json --policy "};
  BOOST_TEST(sum(json_of(command + "scripted")) > 0);
  BOOST_TEST(sum(json_of(command + "noop")) == 0);
}

BOOST_AUTO_TEST_CASE(an_episode_of_a_file_of_tasks_is_filmed) {
  temporary_folder folder;
  auto tasks = (folder.path() / "t.tasks").string();
  BOOST_REQUIRE(troupe_program("task generate --count 2 --max-size 5x5 --out " + tasks).exit_code
                == 0);
  for (const auto* view : {"first", "third", "top", "orbit"}) {
    auto video = folder.path() / (std::string{view} + ".mp4");
    auto result = troupe_program("episode --task " + tasks
                                 + " --index 1 --policy random --steps 3 --renderer cpu --size "
                                   "320x180 --record "
                                 + video.string() + " --view " + view);
    BOOST_TEST(result.exit_code == 0, result.text);
    BOOST_TEST(std::filesystem::file_size(video) > 1000);
  }
}

BOOST_AUTO_TEST_CASE(worlds_are_rendered_and_exported) {
  temporary_folder folder;
  BOOST_REQUIRE(
      troupe_program("world generate --seed 3 --size 5x5 --out " + folder.path().string()).exit_code
      == 0);
  auto place = (folder.path() / "3.world").string();
  for (const auto* renderer : {"cpu", "filament"}) {
    auto picture = folder.path() / (std::string{renderer} + ".png");
    auto result = troupe_program("render " + place + " --view orbit --size 96x72 --renderer "
                                 + renderer + " --png " + picture.string());
    BOOST_TEST(result.exit_code == 0, result.text);
    BOOST_TEST(std::filesystem::file_size(picture) > 500);
  }
  auto model = folder.path() / "3.glb";
  BOOST_TEST(troupe_program("world show " + place + " --glb " + model.string()).text.empty());
  BOOST_TEST(std::filesystem::file_size(model) > 1000);
}

BOOST_AUTO_TEST_CASE(bad_requests_say_what_is_wrong) {
  temporary_folder folder;
  BOOST_REQUIRE(troupe_program("world generate --seed 3 --out " + folder.path().string()).exit_code
                == 0);
  auto place = (folder.path() / "3.world").string();
  auto png = " --png " + (folder.path() / "x.png").string();
  auto fails_with = [](const std::string& arguments, const std::string& part) {
    auto result = troupe_program(arguments);
    BOOST_TEST(result.exit_code == 2, arguments);
    BOOST_TEST(contains(result.text, part), arguments << ": " << result.text);
  };
  fails_with("episode --demo chess", "capture-the-cube");
  fails_with("episode --task nowhere.tasks", "nowhere.tasks");
  fails_with("episode --demo tag-fiesta --policy noop --policy noop --policy noop",
             "the task has 2 players");
  fails_with("episode --demo tag-fiesta --steps 1 --record out.avi", "ends in .mp4");
  fails_with("episode --demo tag-fiesta --steps 0", "--steps");
  fails_with("replay " + place, place);
  fails_with("render " + place + " --player 9" + png, "--player 9");
  fails_with("render " + place + " --size 0x5 --renderer cpu" + png, "--size 0x5");
  fails_with("render " + place + " --size large" + png, "large");
}

BOOST_AUTO_TEST_SUITE_END()
