#include "core/support/error.hpp"
#include "core/world/generation.hpp"
#include "messages/json.hpp"
#include "messages/task_file.hpp"
#include "messages/world_archive.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <fstream>
#include <string>

using namespace troupe;

namespace {

std::vector<archived_world> some_worlds() {
  return {
      {0, generate_world({}, 1)}, {700, generate_world({}, 2)}, {INT64_MAX, generate_world({}, 3)}};
}

struct archiving {
  std::string refusal() const {
    try {
      (void)load_archive(path);
      return "";
    } catch (const user_error& problem) {
      return problem.what();
    }
  }

  temporary_folder folder;
  std::filesystem::path path = folder.path() / "worlds.json";
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(world_archive_test, archiving)

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_the_same) {
  save_archive(path, some_worlds());
  BOOST_TEST((load_archive(path) == some_worlds()));
}

BOOST_AUTO_TEST_CASE(whatever_reads_worlds_reads_archives) {
  save_archive(path, some_worlds());
  auto worlds = load_worlds(path);
  BOOST_TEST_REQUIRE(worlds.size() == 3U);
  for (std::size_t i = 0; i < worlds.size(); ++i)
    BOOST_TEST((worlds[i] == some_worlds()[i].place));
}

BOOST_AUTO_TEST_CASE(no_path_is_no_archive) {
  BOOST_TEST(load_archive("").empty());
}

BOOST_AUTO_TEST_CASE(an_archive_has_at_least_one_world) {
  BOOST_CHECK_THROW(save_archive(path, {}), user_error);
  std::ofstream{path} << "\n\n";
  BOOST_TEST(refusal() == path.string() + ": has no world in it");
}

BOOST_AUTO_TEST_CASE(bad_lines_are_named) {
  auto place = to_json(generate_world({}, 1));
  auto with_time = [&](const nlohmann::ordered_json& created) {
    nlohmann::ordered_json line{{"created", created}};
    line.update(place);
    return line.dump();
  };
  auto third_line = path.string() + ":3";
  auto first = with_time(5);
  auto refusal_of = [&](const std::string& line) {
    std::ofstream{path} << first << "\n\n" << line << '\n';
    return refusal();
  };
  BOOST_TEST(refusal_of(with_time(6)) == "");
  BOOST_TEST(refusal_of(with_time(6).substr(0, 100)).starts_with(third_line + ": not JSON: "));
  BOOST_TEST(refusal_of("7").starts_with(third_line + ": must be an object"));
  BOOST_TEST(refusal_of(place.dump()).starts_with(third_line + ": has no member \"created\""));
  for (const auto* created : {"-1", "1.5", "\"soon\"", "null", "9223372036854775808"}) {
    auto told = refusal_of(with_time(nlohmann::ordered_json::parse(created)));
    BOOST_TEST(told.starts_with(third_line + ".created: must be "), told);
    BOOST_TEST(told.ends_with(created), told);
  }
  place["tiles"].erase(0);
  BOOST_TEST(refusal_of(with_time(6)).starts_with(third_line + ".tiles: must be a list of "));
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_named) {
  BOOST_TEST(refusal().starts_with(path.string()));
}

BOOST_AUTO_TEST_SUITE_END()
